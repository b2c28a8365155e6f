import { type Floats, type Scaled, isScaled } from '../data/scaled.ts';
import { type Sliced, rowsPerStep } from '../base/time-slices.ts';

/** How many rows come before those whose number is unknown. */
function countKnown(sorted: Uint32Array, numbers: Scaled | Floats): number {
  const isUnknown = isScaled(numbers)
    ? (row: number) => numbers.wholes[row] === numbers.unknown
    : (row: number) => Number.isNaN(numbers[row]);
  let known = sorted.length;
  while (known > 0 && isUnknown(sorted[known - 1] ?? 0)) known -= 1;
  return known;
}

/**
 * Turns some of the rows before `end` round, those with equal values together, and returns before where they lie.
 *
 * @param to where the first of them goes
 */
function turnSome(
  values: ArrayLike<number>,
  sorted: Uint32Array,
  end: number,
  turned: Uint32Array,
  to: number,
): number {
  const least = end - rowsPerStep;
  let place = to;
  let last = end;
  while (last > 0 && last > least) {
    const value = values[sorted[last - 1] ?? 0];
    let first = last - 1;
    while (first > 0 && values[sorted[first - 1] ?? 0] === value) first -= 1;
    for (let at = first; at < last; at += 1) {
      turned[place] = sorted[at] ?? 0;
      place += 1;
    }
    last = first;
  }
  return last;
}

/**
 * The order of rows by the same numbers the other way round, in a fraction of the time of sorting them: from the last one
 * to the first, but equal ones still in the service's order, and unknown ones last.
 *
 * @param sorted rows by these numbers, either way
 */
export function* turnedRows(sorted: Uint32Array, numbers: Scaled | Floats): Sliced<Uint32Array> {
  const values = isScaled(numbers) ? numbers.wholes : numbers;
  const turned = sorted.slice();
  const known = countKnown(sorted, numbers);
  for (let end = known; end > 0;) {
    end = turnSome(values, sorted, end, turned, known - end);
    yield;
  }
  return turned;
}
