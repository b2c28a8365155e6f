import { type Field, type UnknownField, publicCodes } from '../../service/records/columns.ts';
import type { ColumnStore } from '../data/column-store.ts';
import { isOngoing } from '../data/derived.ts';
import { LocalDays } from '../formats/local-days.ts';
import type { Zone } from '../formats/zone.ts';

/** A sum, and how many records it does not include. */
export interface Sum {
  value: number;
  /** Because the value breaks the contract or is impossible, … */
  excluded: number;
  /** … because the value is not there until the charge ends, or … */
  ongoing: number;
  /** … because the record has no value and need not have one. */
  absent: number;
}

function noSum(): Sum {
  return { value: 0, excluded: 0, ongoing: 0, absent: 0 };
}

export interface DayEnergy {
  total: number;
  public: number;
  /** The highest energy of a single charge. */
  highest: number;
}

/** Number of records that a sum does not include. */
export function leftOut({ excluded, ongoing, absent }: Sum): number {
  return excluded + ongoing + absent;
}

/** Totals over the records, updated as they arrive. Energies in the service's unit, times in milliseconds. */
export class Totals {
  charges = 0;
  readonly energy = noSum();
  readonly time = noSum();
  /** Number of public charges. */
  readonly public = noSum();
  marked = 0;
  /** Fields that the contract does not have, by name. */
  readonly unknownFields = new Map<string, UnknownField>();
  /** Names of unknown fields next to the list of records; known once all records have arrived. */
  topLevelFields: readonly string[] = [];
  /** By the local midnight before the charge's start. */
  readonly days = new Map<number, DayEnergy>();
  readonly #localDays: LocalDays;

  constructor(zone: Zone = 'local') {
    this.#localDays = new LocalDays(zone);
  }

  /** Adds the rows of the store that have not been counted yet. */
  add(store: ColumnStore, unknownFields: readonly UnknownField[]): void {
    for (let row = this.charges; row < store.rows; row += 1) this.addRow(store, row);
    for (const { name, count, row } of unknownFields) {
      const before = this.unknownFields.get(name);
      this.unknownFields.set(name, { name, count: (before?.count ?? 0) + count, row: before?.row ?? row });
    }
  }

  addRow(store: ColumnStore, row: number): void {
    this.charges += 1;
    const start = store.chargeStart.at(row);
    const time = store.chargeEnd.at(row) - start;
    const energy = store.energy.at(row);
    const open = store.isPublic.at(row);
    // Comparisons with NaN are false, so unknown values are left out like impossible ones.
    if (time >= 0) this.time.value += time;
    else this.#leaveOut(this.time, store, row, 'chargeStart', 'chargeEnd');
    if (energy >= 0) this.energy.value += energy;
    else this.#leaveOut(this.energy, store, row, 'energy');
    if (open === publicCodes.yes) this.public.value += 1;
    else if (open !== publicCodes.no) this.#leaveOut(this.public, store, row, 'isPublic');
    if (store.isMarked(row)) this.marked += 1;
    if (!(energy >= 0) || Number.isNaN(start)) return;
    const date = this.#localDays.startOf(start);
    const day = this.days.get(date) ?? { total: 0, public: 0, highest: 0 };
    this.days.set(date, day);
    day.total += energy;
    day.highest = Math.max(day.highest, energy);
    if (open === publicCodes.yes) day.public += energy;
  }

  #leaveOut(sum: Sum, store: ColumnStore, row: number, ...of: readonly Field[]): void {
    const isInvalid = of.some((field) => store.hasProblem(row, field));
    if (isInvalid) sum.excluded += 1;
    else if (sum !== this.public && isOngoing(store, row)) sum.ongoing += 1;
    else sum.absent += 1;
  }
}
