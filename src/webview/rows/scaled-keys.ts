import type { Scaled } from '../data/scaled.ts';
import { type Sliced, steps } from '../base/time-slices.ts';

/** What all known whole numbers have in common. */
interface Extent {
  least: number;
  most: number;
  /** The largest that all of them are multiples of; 0 while all are 0. */
  step: number;
}

function commonDivisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b];
  return a;
}

function extend(extent: Extent, { wholes, unknown }: Scaled, from: number, to: number): void {
  let { least, most, step } = extent;
  for (let row = from; row < to; row += 1) {
    const whole = wholes[row] ?? unknown;
    if (whole === unknown) continue;
    if (whole < least) least = whole;
    if (whole > most) most = whole;
    if (step !== 1 && (step === 0 || whole % step !== 0)) step = commonDivisor(whole, step);
  }
  extent.least = least;
  extent.most = most;
  extent.step = step;
}

/**
 * Keys of scaled numbers: how many of the steps that they come in they are above the least, so that half a word is
 * enough for many. Unknown ones come right after all others, either way.
 */
export function* scaledKeys(scaled: Scaled, rows: number, descending: boolean): Sliced<Uint32Array[]> {
  const extent: Extent = { least: Infinity, most: -Infinity, step: 0 };
  yield* steps(rows, (from, to) => extend(extent, scaled, from, to));
  const { wholes, unknown } = scaled;
  const { least, most } = extent;
  const step = extent.step || 1;
  const last = least <= most ? (most - least) / step + 1 : 0;
  const keys = new Uint32Array(rows);
  yield* steps(rows, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const whole = wholes[row] ?? unknown;
      keys[row] = whole === unknown ? last : (descending ? most - whole : whole - least) / step;
    }
  });
  return [keys];
}
