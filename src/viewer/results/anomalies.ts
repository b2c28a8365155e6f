import type { Field } from '../../service/records/columns.ts';
import type { ColumnStore } from '../data/column-store.ts';
import { quantiles } from './quantiles.ts';
import { sortedRows } from '../rows/sort.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A longer charge is assumed to be a mistake: it would overlap all that follow. */
export const longestCharge = 7 * day;
/** A shorter gap is never reported, however often the vehicle charges. */
const shortestGap = 3 * day;
/** Fewer charges do not show what is usual. */
const fewestForGaps = 8;
/**
 * A finding that applies to this fraction of the records says nothing about any one of them: it is counted but not
 * marked, …
 */
const commonPart = 1 / 5;
/** … unless there are too few records to tell. */
const fewestForCommon = 20;
/** A battery stores less than the charger delivers: this allows for losses, heating, and the tolerance of the meter. */
export const capacityTolerance = 1.2;

/** Kinds of anomalies. The index of a kind is its bit. Breaches of the contract are issues, which the host finds. */
export const anomalyKinds = ['overlap', 'gap', 'tooLong', 'overCapacity', 'levelFalls'] as const;
export type AnomalyKind = (typeof anomalyKinds)[number];

/** The field in whose cell each kind is marked. */
export const fieldOfKind: Readonly<Record<AnomalyKind, Field>> = {
  overlap: 'chargeStart',
  gap: 'chargeStart',
  tooLong: 'chargeEnd',
  overCapacity: 'energy',
  levelFalls: 'endPercentRemaining',
};

const isFraction = (level: number) => level >= 0 && level <= 1;

/** How many findings of each kind there are, and how many records have any. */
export interface AnomalyCounts {
  readonly counts: Readonly<Record<AnomalyKind, number>>;
  /** Records with at least one finding. */
  readonly records: number;
  /** Number of findings of the kinds that are too common to be marked; they are not included above. */
  readonly common: ReadonlyMap<AnomalyKind, number>;
}

/** The anomalies in a set of records, exact for any number of them: one byte per record. */
export class Anomalies implements AnomalyCounts {
  /** Bit n is set if the record has kind n of {@link anomalyKinds}. */
  readonly bits: Uint8Array;
  readonly counts: Readonly<Record<AnomalyKind, number>>;
  /**
   * A time between two charges above this is a gap, in milliseconds; Infinity if there are too few charges to tell.
   * With several vehicles, the smallest of their limits.
   */
  readonly gapLimit: number;
  readonly records: number;
  readonly common: ReadonlyMap<AnomalyKind, number>;
  /** The bits of the kinds that are marked. */
  #marked = 0xff;

  constructor(bits: Uint8Array, gapLimit: number) {
    this.bits = bits;
    const all = this.among(undefined).counts;
    const isCommon = (kind: AnomalyKind) => bits.length >= fewestForCommon && all[kind] >= bits.length * commonPart;
    this.#marked = anomalyKinds.reduce((sum, kind, bit) => (isCommon(kind) ? sum : sum | (1 << bit)), 0);
    this.gapLimit = gapLimit;
    const { counts, records, common } = this.among(undefined);
    this.counts = counts;
    this.records = records;
    this.common = common;
  }

  /** The anomalies among the mask's rows; undefined: among all rows. */
  among(mask: Uint8Array | undefined): AnomalyCounts {
    const found = anomalyKinds.map(() => 0);
    let records = 0;
    for (let row = 0; row < this.bits.length; row += 1) {
      const value = this.bits[row] ?? 0;
      if (value === 0 || mask?.[row] === 0) continue;
      if (this.has(row)) records += 1;
      for (let bit = 0; bit < found.length; bit += 1) found[bit] = (found[bit] ?? 0) + ((value >>> bit) & 1);
    }
    const isMarked = (bit: number) => (this.#marked & (1 << bit)) !== 0;
    const named = anomalyKinds.map((kind, bit) => [kind, found[bit] ?? 0] as const);
    const counts = Object.fromEntries(named.map(([kind, count], bit) => [kind, isMarked(bit) ? count : 0]));
    const common = new Map(named.filter(([, count], bit) => count > 0 && !isMarked(bit)));
    return { counts: counts as Record<AnomalyKind, number>, records, common };
  }

  has(row: number): boolean {
    return this.#markedOf(row) !== 0;
  }

  /** The kinds that are marked. */
  kindsOf(row: number): AnomalyKind[] {
    const value = this.#markedOf(row);
    return value === 0 ? [] : anomalyKinds.filter((_, bit) => (value >>> bit) & 1);
  }

  /** The first rows with a marked finding, at most `most`; only among the mask's rows, if there is a mask. */
  first(most: number, mask?: Uint8Array): number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.bits.length && rows.length < most; row += 1) {
      if (this.has(row) && mask?.[row] !== 0) rows.push(row);
    }
    return rows;
  }

  #markedOf(row: number): number {
    return (this.bits[row] ?? 0) & this.#marked;
  }
}

const bitOf = Object.fromEntries(anomalyKinds.map((kind, bit) => [kind, 1 << bit])) as Record<AnomalyKind, number>;

/**
 * Looks for what is impossible or unusual in each vehicle's records. Unknown values are not judged.
 *
 * A gap is longer than three days and than the upper quartile of the times between charges plus three times their
 * interquartile range. It is marked at the charge that ends it.
 *
 * @param nominals each battery's capacity in the unit of the energies, where it is known
 */
export function findAnomalies(store: ColumnStore, nominals: readonly (number | undefined)[]): Anomalies {
  const bits = new Uint8Array(store.rows);
  const vehicles = Array.from({ length: store.vehicleCount }, () => ({ until: NaN, pauses: [] as number[] }));
  /** The time between each charge and the end of the previous one; NaN if they overlap or there is none. */
  const pauses = new Float64Array(store.rows).fill(NaN);
  for (const row of sortedRows(store, [{ column: 'chargeStart', descending: false }], 'en')) {
    const number = store.vehicleOf(row);
    bits[row] = judge(store, row, (nominals[number] ?? NaN) * capacityTolerance);
    const start = store.chargeStart.at(row);
    const vehicle = vehicles[number];
    if (Number.isNaN(start) || !vehicle) continue;
    if (start < vehicle.until) bits[row] |= bitOf.overlap;
    else if (start >= vehicle.until) {
      pauses[row] = start - vehicle.until;
      vehicle.pauses.push(start - vehicle.until);
    }
    const end = store.chargeEnd.at(row);
    const ends = end >= start && end - start <= longestCharge ? end : start;
    if (!(vehicle.until >= ends)) vehicle.until = ends;
  }
  const limits = vehicles.map((vehicle) => gapLimitOf(vehicle.pauses));
  pauses.forEach((pause, row) => {
    if (pause > (limits[store.vehicleOf(row)] ?? Infinity)) bits[row] = (bits[row] ?? 0) | bitOf.gap;
  });
  return new Anomalies(bits, Math.min(...limits));
}

/** @param holds the most energy that the battery can take up; NaN: unknown */
function judge(store: ColumnStore, row: number, holds: number): number {
  const time = store.chargeEnd.at(row) - store.chargeStart.at(row);
  const energy = store.energy.at(row);
  const from = store.startPercentRemaining.at(row);
  const to = store.endPercentRemaining.at(row);
  let found = 0;
  if (time > longestCharge) found |= bitOf.tooLong;
  if (energy > holds) found |= bitOf.overCapacity;
  if (isFraction(from) && isFraction(to) && to < from) found |= bitOf.levelFalls;
  return found;
}

function gapLimitOf(pauses: readonly number[]): number {
  if (pauses.length < fewestForGaps - 1) return Infinity;
  const [lower = NaN, upper = NaN] = quantiles(pauses, [0.25, 0.75]);
  return Math.max(shortestGap, upper + 3 * (upper - lower));
}
