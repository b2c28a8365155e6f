import { type UnknownField, publicCodes } from '../../service/records/columns.ts';
import type { ColumnStore, RowPart } from '../data/column-store.ts';
import { LocalDays } from '../formats/local-days.ts';
import type { Zone } from '../formats/zone.ts';

/** A sum, and how many records are not in it because their value is unknown or impossible. */
export interface Sum {
  value: number;
  excluded: number;
}

export interface DayEnergy {
  total: number;
  public: number;
  /** The most of one charge. */
  highest: number;
}

/** Sums over the records, kept up as they arrive. Energies in the service's unit, times in milliseconds. */
export class Totals {
  charges = 0;
  readonly energy: Sum = { value: 0, excluded: 0 };
  readonly time: Sum = { value: 0, excluded: 0 };
  /** Number of public charges. */
  readonly public: Sum = { value: 0, excluded: 0 };
  marked = 0;
  /** Fields that are not in the contract, by their names. */
  readonly unknownFields = new Map<string, UnknownField>();
  /** Names of unknown fields beside the list of records; known once all records are there. */
  topLevelFields: readonly string[] = [];
  /** By the midnight before the charge's start, by the zone's clock. */
  readonly days = new Map<number, DayEnergy>();
  readonly #localDays: LocalDays;
  /** The day of the last energy, from and until when it lasts: most are of the same day as the one before. */
  #day: DayEnergy = { total: 0, public: 0, highest: 0 };
  #from = NaN;
  #until = NaN;

  constructor(zone: Zone = 'local') {
    this.#localDays = new LocalDays(zone);
  }

  /** Counts the rows that the store has and this has not. */
  add(store: ColumnStore, unknownFields: readonly UnknownField[]): void {
    const part = store.part(this.charges, store.rows);
    for (let row = part.from; row < store.rows; row += 1) this.addRow(store, part, row);
    for (const { name, count, row } of unknownFields) {
      const before = this.unknownFields.get(name);
      this.unknownFields.set(name, { name, count: (before?.count ?? 0) + count, row: before?.row ?? row });
    }
  }

  /** Counts one row more, of those in the part. */
  addRow(store: ColumnStore, part: RowPart, row: number): void {
    this.charges += 1;
    const start = part.starts[row - part.from] ?? NaN;
    const time = (part.ends[row - part.from] ?? NaN) - start;
    const energy = part.energies[row - part.from] ?? NaN;
    const open = store.isPublic.values[row];
    // Comparisons with NaN are false, so unknown values are left out with the impossible ones.
    if (time >= 0) this.time.value += time;
    else this.time.excluded += 1;
    if (energy >= 0) this.energy.value += energy;
    else this.energy.excluded += 1;
    if (open === publicCodes.yes) this.public.value += 1;
    else if (open !== publicCodes.no) this.public.excluded += 1;
    if (store.isMarked(row)) this.marked += 1;
    if (!(energy >= 0) || Number.isNaN(start)) return;
    // Numbers that are handed on to functions would be garbage, a million times.
    if (!(start >= this.#from && start < this.#until)) this.#goToDayOf(start);
    this.#day.total += energy;
    if (energy > this.#day.highest) this.#day.highest = energy;
    if (open === publicCodes.yes) this.#day.public += energy;
  }

  #goToDayOf(start: number): void {
    const from = this.#localDays.startOf(start);
    this.#from = from;
    this.#until = this.#localDays.endOf(from);
    this.#day = this.days.get(from) ?? { total: 0, public: 0, highest: 0 };
    this.days.set(from, this.#day);
  }
}
