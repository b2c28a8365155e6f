import type { Sliced } from '../base/time-slices.ts';

/** Puts the value that sorting would put at `rank` there, with nothing larger in front of it (quickselect). */
function* select(values: Float64Array, rank: number, from: number): Sliced<void> {
  let low = from;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1] ?? NaN;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] ?? NaN) < pivot) left += 1;
      while ((values[right] ?? NaN) > pivot) right -= 1;
      if (left > right) break;
      const swapped = values[left] ?? NaN;
      values[left] = values[right] ?? NaN;
      values[right] = swapped;
      left += 1;
      right -= 1;
    }
    yield;
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else return;
  }
}

/**
 * The values below which the given fractions lie, between two values in proportion. Without sorting all: a million
 * values take some 20 ms. Reorders `values`, which must hold no NaN; an empty array gives NaN.
 *
 * @param fractions ascending, each from 0 to 1
 */
export function* quantiles(values: Float64Array, fractions: readonly number[]): Sliced<number[]> {
  const found: number[] = [];
  let from = 0;
  for (const fraction of fractions) {
    const place = fraction * (values.length - 1);
    const rank = Math.floor(place);
    yield* select(values, rank, from);
    const lower = values[rank] ?? NaN;
    if (rank === place) {
      found.push(lower);
      continue;
    }
    yield* select(values, rank + 1, rank);
    from = rank;
    found.push(lower + (place - rank) * ((values[rank + 1] ?? NaN) - lower));
  }
  return found;
}
