import type { ColumnStore } from './column-store.ts';
import { type DerivedField, type NumberColumn, isDerived } from './view-columns.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A smaller gain is mostly rounding: levels come in steps of a hundredth. */
export const leastGain = 0.05;

/** Why a derived value is unknown. The names are those of the viewer's texts. */
type Unknown =
  | 'timesUnknown'
  | 'ongoing'
  | 'timesReversed'
  | 'noTime'
  | 'energyUnknown'
  | 'levelsUnknown'
  | 'levelFell'
  | 'gainTooSmall';

/** A derived value, or why there is none: unknown parts make an unknown whole, and so do impossible ones. */
export type Derivation = number | Unknown;

/** Milliseconds between start and end; NaN if a time is unknown or they are reversed. */
function durationOf(store: ColumnStore, row: number): number {
  const time = store.chargeEnd.at(row) - store.chargeStart.at(row);
  return time >= 0 ? time : NaN;
}

/** The same from minute to minute, as start and end are written beside it; never negative where the duration is known. */
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
  // The difference of two decimals has digits that no one sent.
  return start >= 0 && end >= start && end <= 1 ? Math.round((end - start) * 1e6) / 1e6 : NaN;
}

/** The end level, by which both are ordered; NaN if one of them is unknown or impossible. */
function levelsOf(store: ColumnStore, row: number): number {
  const start = store.startPercentRemaining.at(row);
  const end = store.endPercentRemaining.at(row);
  return start >= 0 && start <= 1 && end >= 0 && end <= 1 ? end : NaN;
}

/** Energy ÷ charge gained, in the unit of the energy; NaN if one of them is unknown or the gain too small. */
export function impliedCapacityOf(store: ColumnStore, row: number): number {
  const gained = gainOf(store, row);
  return gained >= leastGain ? energyOf(store, row) / gained : NaN;
}

/** Energy ÷ hours; NaN if one of them is unknown, or no time has passed. */
function averagePowerOf(store: ColumnStore, row: number): number {
  const time = durationOf(store, row);
  return time > 0 ? energyOf(store, row) / (time / hour) : NaN;
}

/** A derived value, or NaN. Nothing but numbers, so that a million of them leave nothing for the garbage collector. */
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

/** Whether a record may be without its end, and is: where the contract asks for one, its absence is a problem. */
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
 * Duration in milliseconds; levels, the end level; average power, energy ÷ hours; charge gained, end − start level; implied capacity,
 * energy ÷ gain.
 */
export function derive(store: ColumnStore, row: number, field: DerivedField): Derivation {
  const value = derivedNumber(store, row, field);
  return Number.isNaN(value) ? whyUnknown(store, row, field) : value;
}

/** Numbers by row; unknown is NaN. */
export interface RowNumbers {
  at(row: number): number;
}

/** Values of a number column. Derived ones are worked out anew each time and kept nowhere: they cost no memory. */
export function numbersOf(store: ColumnStore, column: NumberColumn): RowNumbers {
  return isDerived(column) ? { at: (row) => derivedNumber(store, row, column) } : store[column];
}

/** The same as cells write them, and as they are filtered and sorted: durations from minute to minute. */
export function writtenNumbers(store: ColumnStore, column: NumberColumn): RowNumbers {
  return column === 'duration' ? { at: (row) => writtenDuration(store, row) } : numbersOf(store, column);
}
