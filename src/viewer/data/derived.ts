import type { ColumnStore } from './column-store.ts';
import { type DerivedField, type NumberColumn, isDerived } from './view-columns.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A smaller gain is mostly rounding: levels come in steps of a hundredth. */
export const leastGain = 0.05;

/** Why a derived value is unknown. */
type Unknown =
  | 'timesUnknown'
  | 'ongoing'
  | 'timesReversed'
  | 'noTime'
  | 'energyUnknown'
  | 'levelsUnknown'
  | 'levelFell'
  | 'gainTooSmall';

/** A derived value, or why there is none: it is unknown if a value that it depends on is unknown or impossible. */
export type Derivation = number | Unknown;

/** Milliseconds between start and end; NaN if a time is unknown or they are reversed. */
function durationOf(store: ColumnStore, row: number): number {
  const time = store.chargeEnd.at(row) - store.chargeStart.at(row);
  return time >= 0 ? time : NaN;
}

/**
 * The same between start and end as they are displayed, cut to whole minutes; never negative if the duration is known.
 */
export function writtenDuration(store: ColumnStore, row: number): number {
  const written = (time: number) => Math.floor(time / minute) * minute;
  return Number.isNaN(durationOf(store, row))
    ? NaN
    : written(store.chargeEnd.at(row)) - written(store.chargeStart.at(row));
}

/** NaN if it is unknown or impossible. */
function energyOf(store: ColumnStore, row: number): number {
  const energy = store.energy.at(row);
  return energy >= 0 ? energy : NaN;
}

/** Charge gained, as a fraction; NaN if it is unknown or the level fell. */
export function gainOf(store: ColumnStore, row: number): number {
  const start = store.startPercentRemaining.at(row);
  const end = store.endPercentRemaining.at(row);
  // The difference of two decimal numbers has digits that were never sent.
  return start >= 0 && end >= start && end <= 1 ? Math.round((end - start) * 1e6) / 1e6 : NaN;
}

/** The end level, which stands for both levels in sorting; NaN if one of them is unknown or impossible. */
function levelsOf(store: ColumnStore, row: number): number {
  const start = store.startPercentRemaining.at(row);
  const end = store.endPercentRemaining.at(row);
  return start >= 0 && start <= 1 && end >= 0 && end <= 1 ? end : NaN;
}

/** Energy ÷ charge gained, in the unit of the energy; NaN if one of them is unknown or the gain is too small. */
export function impliedCapacityOf(store: ColumnStore, row: number): number {
  const gained = gainOf(store, row);
  return gained >= leastGain ? energyOf(store, row) / gained : NaN;
}

/** Energy ÷ hours; NaN if one of them is unknown, or no time has passed. */
function averagePowerOf(store: ColumnStore, row: number): number {
  const time = durationOf(store, row);
  return time > 0 ? energyOf(store, row) / (time / hour) : NaN;
}

/** A derived value, or NaN. Returns only numbers, so that computing a million of them creates no garbage to collect. */
export function derivedNumber(store: ColumnStore, row: number, field: DerivedField): number {
  switch (field) {
    case 'duration':
      return durationOf(store, row);
    case 'levels':
      return levelsOf(store, row);
    case 'chargeGained':
      return gainOf(store, row);
    case 'averagePower':
      return averagePowerOf(store, row);
    case 'impliedCapacity':
      return impliedCapacityOf(store, row);
  }
}

/** Whether the record lacks an end and is allowed to. If the contract requires an end, its absence is a problem. */
export function isOngoing(store: ColumnStore, row: number): boolean {
  const hasEnd = !Number.isNaN(store.chargeEnd.at(row)) || store.hasProblem(row, 'chargeEnd');
  return !hasEnd && !Number.isNaN(store.chargeStart.at(row));
}

function whyNoDuration(store: ColumnStore, row: number): Unknown {
  if (isOngoing(store, row)) return 'ongoing';
  const times = [store.chargeStart.at(row), store.chargeEnd.at(row)];
  return times.some(Number.isNaN) ? 'timesUnknown' : 'timesReversed';
}

function whyNoGain(store: ColumnStore, row: number): Unknown {
  const levels = [store.startPercentRemaining.at(row), store.endPercentRemaining.at(row)];
  return levels.every((level) => level >= 0 && level <= 1) ? 'levelFell' : 'levelsUnknown';
}

/** Why {@link derivedNumber} is NaN. */
function whyUnknown(store: ColumnStore, row: number, field: DerivedField): Unknown {
  if (field === 'duration') return whyNoDuration(store, row);
  if (field === 'levels') return 'levelsUnknown';
  if (field === 'chargeGained') return whyNoGain(store, row);
  if (Number.isNaN(energyOf(store, row))) return 'energyUnknown';
  if (field === 'averagePower') return Number.isNaN(durationOf(store, row)) ? whyNoDuration(store, row) : 'noTime';
  return Number.isNaN(gainOf(store, row)) ? whyNoGain(store, row) : 'gainTooSmall';
}

/**
 * Duration in milliseconds; levels as the end level; average power as energy ÷ hours; charge gained as end − start
 * level; implied capacity as energy ÷ gain.
 */
export function derive(store: ColumnStore, row: number, field: DerivedField): Derivation {
  const value = derivedNumber(store, row, field);
  return Number.isNaN(value) ? whyUnknown(store, row, field) : value;
}

/** Numbers by row; NaN if unknown. */
export interface RowNumbers {
  at(row: number): number;
}

/** Values of a number column. Derived values are computed each time and not stored, so they take no memory. */
export function numbersOf(store: ColumnStore, column: NumberColumn): RowNumbers {
  return isDerived(column) ? { at: (row) => derivedNumber(store, row, column) } : store[column];
}

/** The same as cells display them, and as they are filtered and sorted: durations between whole minutes. */
export function writtenNumbers(store: ColumnStore, column: NumberColumn): RowNumbers {
  return column === 'duration' ? { at: (row) => writtenDuration(store, row) } : numbersOf(store, column);
}
