import type { BrushFilter } from './brush-filter.ts';
import { publicCodes } from '../../service/records/columns.ts';
import type { ColumnStore } from '../data/column-store.ts';
import { valuesOf } from '../data/derived.ts';
import { type Sliced, steps } from '../base/time-slices.ts';
import { type ColumnKind, type NumberColumn, columnKinds } from '../data/view-columns.ts';

/**
 * An absent end is open. Both ends belong to it, with all that is written as they are. In the column's own unit
 * (`ColumnKind`).
 */
export interface Range {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** What a row must be to be shown: everything that is set. An unknown value lies in no range. */
export interface FilterSet {
  /** Stands somewhere in the location or in the kind of charging; large and small letters are alike. */
  readonly text?: string | undefined;
  readonly ranges?: Readonly<Partial<Record<NumberColumn, Range>>> | undefined;
  /** Of one of these vehicles: their names. */
  readonly vehicles?: readonly string[] | undefined;
  /** One of these texts; null is an unknown text. */
  readonly locations?: readonly (string | null)[] | undefined;
  readonly chargingTypes?: readonly (string | null)[] | undefined;
  /** One of `publicCodes`. */
  readonly isPublic?: readonly number[] | undefined;
  /** Only records with a field that isn't as the contract says. */
  readonly marked?: boolean | undefined;
  readonly brush?: BrushFilter | undefined;
}

/** How far apart values are that cells write in two ways, in the column's unit. A time's minute is part of its ends. */
const grains: Readonly<Partial<Record<ColumnKind, number>>> = {
  duration: 60_000,
  fraction: 0.01,
  energy: 0.01,
  power: 0.1,
  capacity: 0.1,
};

/**
 * The range of all that cells write as its ends, and between them: who sees 7.4 and asks for 7.4 is given it, though it may
 * be 7.43. An end with more digits than cells have means just that number.
 */
function writtenRange(column: NumberColumn, { from = -Infinity, to = Infinity }: Range): Required<Range> {
  const grain = grains[columnKinds[column]];
  if (grain === undefined) return { from, to };
  const half = (end: number) => (Math.abs(end / grain - Math.round(end / grain)) < 1e-6 ? grain / 2 : 0);
  // What lies in the middle is written as the next one.
  return { from: from - half(from), to: to + half(to) * (1 - 1e-9) };
}

/** True if every row passes. */
export function isEmpty(filters: FilterSet): boolean {
  const { text, ranges, ...others } = filters;
  return !text && Object.keys(ranges ?? {}).length === 0 && !Object.values(others).some(Boolean);
}

/** For each code whether its text passes. The dictionary is looked at once, however many rows there are. */
function accepted(texts: readonly string[], passes: (text: string, code: number) => boolean): Uint8Array {
  return Uint8Array.from(texts, (text, code) => Number(passes(text, code)));
}

function keepCodes(mask: Uint8Array, codes: ArrayLike<number>, accept: Uint8Array): Sliced<void> {
  return steps(mask.length, (from, to) => {
    for (let row = from; row < to; row += 1) mask[row] = (mask[row] ?? 0) & (accept[codes[row] ?? 0] ?? 0);
  });
}

function keepText(mask: Uint8Array, store: ColumnStore, text: string): Sliced<void> {
  const wanted = text.toLocaleLowerCase();
  const holds = (each: string) => each.toLocaleLowerCase().includes(wanted);
  const locations = accepted(store.locations, holds);
  const types = accepted(store.chargingTypes, holds);
  const { values: location } = store.location;
  const { values: type } = store.chargingType;
  return steps(mask.length, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const found = (locations[location[row] ?? 0] ?? 0) | (types[type[row] ?? 0] ?? 0);
      mask[row] = (mask[row] ?? 0) & found;
    }
  });
}

function* keepRange(mask: Uint8Array, store: ColumnStore, column: NumberColumn, range: Range): Sliced<void> {
  const { from: lower, to: upper } = writtenRange(column, range);
  const values = yield* valuesOf(store, column);
  // Levels are sent in 32 bits: 0.35 is what that is in 32 bits.
  const isFraction = columnKinds[column] === 'fraction';
  const [least, most] = isFraction ? [Math.fround(lower), Math.fround(upper)] : [lower, upper];
  yield* steps(mask.length, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const value = isFraction ? Math.fround(values[row] ?? NaN) : (values[row] ?? NaN);
      // A comparison with NaN is false.
      if (!(value >= least && value <= most)) mask[row] = 0;
    }
  });
}

function keepMarked(mask: Uint8Array, store: ColumnStore): Sliced<void> {
  return steps(mask.length, (from, to) => {
    for (let row = from; row < to; row += 1) if (!store.isMarked(row)) mask[row] = 0;
  });
}

/** 1 for each row that passes, else 0; undefined if all do. Linear in the rows, whatever the filters. */
export function* passing(store: ColumnStore, filters: FilterSet): Sliced<Uint8Array | undefined> {
  if (isEmpty(filters)) return undefined;
  const mask = new Uint8Array(store.rows).fill(1);
  const { text, ranges = {}, vehicles, locations, chargingTypes, isPublic, marked, brush } = filters;
  const keep = (codes: ArrayLike<number>, texts: readonly string[], wanted: readonly (string | null)[] | undefined) =>
    wanted ? keepCodes(mask, codes, accepted(texts, oneOf(wanted))) : [];
  if (text) yield* keepText(mask, store, text);
  yield* keep(store.vehicle.values, store.vehicles, vehicles);
  yield* keep(store.location.values, store.locations, locations);
  yield* keep(store.chargingType.values, store.chargingTypes, chargingTypes);
  if (isPublic) {
    const accept = Uint8Array.from(Object.values(publicCodes), (_, code) => Number(isPublic.includes(code)));
    yield* keepCodes(mask, store.isPublic.values, accept);
  }
  if (marked) yield* keepMarked(mask, store);
  for (const [column, range] of Object.entries(ranges) as [NumberColumn, Range][]) {
    yield* keepRange(mask, store, column, range);
  }
  if (brush) yield* keepCodes(mask, yield* brush.rows(store), Uint8Array.of(0, 1));
  return mask;
}

/** Code 0 is an unknown text, which is not an empty one. */
function oneOf(texts: readonly (string | null)[]): (text: string, code: number) => boolean {
  const wanted = new Set(texts);
  return (text, code) => wanted.has(code === 0 ? null : text);
}
