import type { Sliced } from '../base/time-slices.ts';

/** Comparing texts as a language orders them takes about a microsecond. */
export const comparisonsPerStep = 1024;

/** Runs of this length are sorted at once. */
const run = 128;

/** What Array.sort does, but in steps: for texts, of which there may be as many as records. Stable. */
export function* merged(
  items: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
): Sliced<Uint32Array> {
  let from = items;
  for (let start = 0; start < from.length; start += run) {
    from.subarray(start, start + run).sort(compare);
    yield;
  }
  let to = new Uint32Array(from.length);
  for (let width = run; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) yield* mergeRuns(from, to, start, width, compare);
    [from, to] = [to, from];
  }
  return from;
}

/** Merges the run at `start` with the next. */
function* mergeRuns(
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  width: number,
  compare: (a: number, b: number) => number,
): Sliced<void> {
  const middle = Math.min(from.length, start + width);
  const end = Math.min(from.length, start + 2 * width);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at += 1) {
    const [a, b] = [from[left] ?? 0, from[right] ?? 0];
    const first = right >= end || (left < middle && compare(a, b) <= 0);
    to[at] = first ? a : b;
    if (first) left += 1;
    else right += 1;
    if (at % comparisonsPerStep === comparisonsPerStep - 1) yield;
  }
}
