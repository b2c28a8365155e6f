import type { MaskedRows } from '../data/column-store.ts';
import { type Heights, mostToScale } from './axis-top.ts';
import { type Sliced, steps } from '../base/time-slices.ts';

/** Places side by side and below each other, and where charges lie among them. */
export interface PlaceGrid {
  readonly columns: number;
  readonly lines: number;
  /** The column of no gain, and how many columns a gain of 1 is away from it. */
  readonly x0: number;
  readonly perGain: number;
  /** The line of no energy, and how many lines above it an energy of 1 is. */
  readonly y0: number;
  readonly perEnergy: number;
  /** The line in which what lies above it is drawn as well. */
  readonly top: number;
}

/** What is unknown or impossible is drawn nowhere. Levels are fractions of full charge. */
function isDrawable(energy: number, start: number, end: number): boolean {
  return energy >= 0 && start >= 0 && end >= start && end <= 1;
}

/**
 * How high the charges are that can be drawn.
 *
 * @param nominals each battery's capacity in the unit of the energies, where it is known
 */
export function* energiesOf({ store, mask }: MaskedRows, nominals: readonly (number | undefined)[]): Sliced<Heights> {
  const { energy, startPercentRemaining: before, endPercentRemaining: after } = store;
  const most = Array.from({ length: store.vehicleCount }, (_, vehicle) => mostToScale(nominals[vehicle]));
  const several = most.length > 1;
  let of = 0;
  let unlikely = 0;
  let usual = 0;
  let all = 0;
  yield* steps(store.rows, (from, to) => {
    const energies = energy.part(from, to);
    const starts = before.part(from, to);
    const ends = after.part(from, to);
    for (let row = from; row < to; row += 1) {
      if (mask?.[row] === 0) continue;
      const charged = energies[row - from] ?? NaN;
      if (!isDrawable(charged, starts[row - from] ?? NaN, ends[row - from] ?? NaN)) continue;
      of += 1;
      if (charged > all) all = charged;
      if (charged > (most[several ? store.vehicleOf(row) : 0] ?? Infinity)) unlikely += 1;
      else if (charged > usual) usual = charged;
    }
  });
  return { usual, all, unlikely, of };
}

/** How many charges of each vehicle, by its number, lie in each place: `line * columns + column`. */
export function* densitiesOf({ store, mask }: MaskedRows, grid: PlaceGrid): Sliced<Uint16Array[]> {
  const { columns, lines, x0, perGain, y0, perEnergy, top } = grid;
  const densities = Array.from({ length: store.vehicleCount }, () => new Uint16Array(columns * lines));
  const { energy, startPercentRemaining: before, endPercentRemaining: after } = store;
  const several = densities.length > 1;
  yield* steps(store.rows, (from, to) => {
    const energies = energy.part(from, to);
    const starts = before.part(from, to);
    const ends = after.part(from, to);
    for (let row = from; row < to; row += 1) {
      const counts = densities[several ? store.vehicleOf(row) : 0];
      if (!counts || mask?.[row] === 0) continue;
      const charged = energies[row - from] ?? NaN;
      const start = starts[row - from] ?? NaN;
      const end = ends[row - from] ?? NaN;
      if (!isDrawable(charged, start, end)) continue;
      const line = Math.max(top, Math.floor(y0 - charged * perEnergy));
      const at = line * columns + Math.floor(x0 + (end - start) * perGain);
      const count = counts[at] ?? 0;
      if (count < 0xffff) counts[at] = count + 1;
    }
  });
  return densities;
}

/** Calls `draw` for each run of neighbours in a line whose counts are `from` or more and below `below`. */
export function eachRun(
  counts: Uint16Array,
  columns: number,
  { from, below }: { readonly from: number; readonly below: number },
  draw: (column: number, line: number, length: number) => void,
): void {
  for (let start = 0; start < counts.length; start += columns) {
    let length = 0;
    for (let column = 0; column <= columns; column += 1) {
      const count = column < columns ? (counts[start + column] ?? 0) : -1;
      if (count >= from && count < below) length += 1;
      else if (length > 0) {
        draw(column - length, start / columns, length);
        length = 0;
      }
    }
  }
}
