import type { ColumnKind } from '../data/view-columns.ts';
import { type Zone, beginOf, dayOf } from '../formats/zone.ts';

const mostBars = 12;
const minute = 60_000;
const day = 1440 * minute;
/** Durations that people think in. */
const durations = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map((minutes) => minutes * minute);

/** A part of a step: what lies closer below an edge is written as the edge itself. */
const slack = 1e-4;

/** Widths that a bar may have, from small to large. */
function* widths(kind: ColumnKind, least: number): Generator<number, never> {
  if (kind === 'duration') yield* durations;
  const first = kind === 'duration' ? day : 10 ** Math.floor(Math.log10(least));
  for (let power = first; ; power *= 10) yield* [power, 2 * power, 5 * power];
}

/** By whole days of the zone. */
function dayEdges(least: number, greatest: number, zone: Zone): number[] {
  const first = dayOf(least, zone);
  const days = dayOf(greatest, zone) - first + 1;
  const width = Math.ceil(days / mostBars);
  return Array.from({ length: Math.ceil(days / width) + 1 }, (_, bar) => beginOf(first + bar * width, zone));
}

function numberEdges(kind: ColumnKind, least: number, greatest: number): number[] {
  const part = (greatest - least) / mostBars;
  // So close together that no two bars would read differently.
  if (!(part > 1e-9)) return [];
  for (const width of widths(kind, part)) {
    const first = Math.floor(least / width + slack);
    const bars = Math.max(1, Math.ceil(greatest / width - first - slack));
    if (bars > mostBars) continue;
    // Seven times 0.05 has digits that 0.35 has not.
    return Array.from({ length: bars + 1 }, (_, bar) => Number(((first + bar) * width).toPrecision(15)));
  }
  return [];
}

/**
 * The edges of a histogram's bars, from the first one's begin to the last one's end, all of the same round width: 12 at
 * most; none where they would say nothing.
 */
export function barEdges(kind: ColumnKind, least: number, greatest: number, zone: Zone): readonly number[] {
  if (!(least < greatest)) return [];
  const edges = kind === 'time' ? dayEdges(least, greatest, zone) : numberEdges(kind, least, greatest);
  return edges.length > 2 ? edges : [];
}

/**
 * How many values each bar has. A value on an edge belongs to the bar that begins there, and the greatest to the last.
 *
 * @param sorted values in ascending order
 * @param edges see {@link barEdges}
 */
export function barCounts(kind: ColumnKind, sorted: Float64Array, edges: readonly number[]): number[] {
  const [first = 0, second = 0] = edges;
  const below = kind === 'time' ? 0 : (second - first) * slack;
  const begins = edges.slice(1, -1).map((edge) => placeOf(sorted, edge - below));
  const places = [0, ...begins, sorted.length];
  return edges.slice(1).map((_, bar) => (places[bar + 1] ?? 0) - (places[bar] ?? 0));
}

/** How many values are less. */
function placeOf(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
