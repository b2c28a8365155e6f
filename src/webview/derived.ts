import type { ColumnStore } from './column-store.ts';
import { type Sliced, atOnce, rowsPerStep } from './slices.ts';
import { type DerivedField, type NumberColumn, isDerived } from './view-columns.ts';

const hour = 3_600_000;

/** A smaller gain is mostly rounding: levels come in steps of a hundredth. */
export const leastGain = 0.05;

/** Why a derived value is unknown. The names are those of the viewer's texts. */
export type Unknown =
  'timesUnknown' | 'timesReversed' | 'noTime' | 'energyUnknown' | 'levelsUnknown' | 'levelFell' | 'gainTooSmall';

/** A derived value, or why there is none: unknown parts make an unknown whole, and so do impossible ones. */
export type Derivation = number | Unknown;

function duration(store: ColumnStore, row: number): Derivation {
  const time = (store.chargeEnd.values[row] ?? NaN) - (store.chargeStart.values[row] ?? NaN);
  if (Number.isNaN(time)) return 'timesUnknown';
  return time < 0 ? 'timesReversed' : time;
}

function energyOf(store: ColumnStore, row: number): Derivation {
  const energy = store.energy.values[row] ?? NaN;
  return energy >= 0 ? energy : 'energyUnknown';
}

/** Charge gained, as a fraction; NaN if it is unknown or the level fell. */
export function gainOf(store: ColumnStore, row: number): number {
  const start = store.startPercentRemaining.values[row] ?? NaN;
  const end = store.endPercentRemaining.values[row] ?? NaN;
  // Levels are 32-bit: their difference has digits that no one sent.
  return start >= 0 && end >= start && end <= 1 ? Math.round((end - start) * 1e6) / 1e6 : NaN;
}

function gain(store: ColumnStore, row: number): Derivation {
  const start = store.startPercentRemaining.values[row] ?? NaN;
  const end = store.endPercentRemaining.values[row] ?? NaN;
  if (!(start >= 0 && start <= 1 && end >= 0 && end <= 1)) return 'levelsUnknown';
  return end < start ? 'levelFell' : gainOf(store, row);
}

/**
 * Duration in milliseconds; average power, energy ÷ hours; charge gained, end − start level; implied capacity,
 * energy ÷ gain.
 */
export function derive(store: ColumnStore, row: number, field: DerivedField): Derivation {
  switch (field) {
    case 'duration':
      return duration(store, row);
    case 'chargeGained':
      return gain(store, row);
    case 'averagePower': {
      const energy = energyOf(store, row);
      const time = duration(store, row);
      if (typeof energy !== 'number' || typeof time !== 'number') return typeof energy === 'number' ? time : energy;
      return time === 0 ? 'noTime' : energy / (time / hour);
    }
    case 'impliedCapacity': {
      const energy = energyOf(store, row);
      const gained = gain(store, row);
      if (typeof energy !== 'number' || typeof gained !== 'number') return typeof energy === 'number' ? gained : energy;
      return gained < leastGain ? 'gainTooSmall' : energy / gained;
    }
  }
}

/** A derived value, or NaN. */
export function derivedNumber(store: ColumnStore, row: number, field: DerivedField): number {
  const value = derive(store, row, field);
  return typeof value === 'number' ? value : NaN;
}

/**
 * Values of a number column, at least as many as the store has rows; unknown is NaN. Derived ones are worked out anew
 * each time and kept nowhere: at rest they cost no memory.
 */
export function* numbersInSteps(store: ColumnStore, column: NumberColumn): Sliced<Float64Array | Float32Array> {
  if (!isDerived(column)) return store[column].values;
  const values = new Float64Array(store.rows);
  for (let row = 0; row < store.rows; row += 1) {
    values[row] = derivedNumber(store, row, column);
    if (row % rowsPerStep === rowsPerStep - 1) yield;
  }
  return values;
}

/** {@link numbersInSteps}, at once. */
export function numbersOf(store: ColumnStore, column: NumberColumn): Float64Array | Float32Array {
  return atOnce(numbersInSteps(store, column));
}
