import type { ColumnKind } from '../data/view-columns.ts';
import { type Zone, beginOf, dayOf } from '../formats/zone.ts';
import { firstWhere } from '../base/first-where.ts';

const mostBars = 12;
const minute = 60_000;
const day = 1440 * minute;
/** Durations that are round numbers for people. */
const durations = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map((minutes) => minutes * minute);

/** Fraction of a step: values closer than this below an edge are displayed as the edge itself. */
const slack = 1e-4;

/** Allowed widths of a bar, in ascending order. */
function* widths(kind: ColumnKind, least: number): Generator<number, never> {
  if (kind === 'duration') yield* durations;
  const first = kind === 'duration' ? day : 10 ** Math.floor(Math.log10(least));
  for (let power = first; ; power *= 10) yield* [power, 2 * power, 5 * power];
}

/** Edges at whole days of the zone. */
function dayEdges(least: number, greatest: number, zone: Zone): number[] {
  const first = dayOf(least, zone);
  const days = dayOf(greatest, zone) - first + 1;
  const width = Math.ceil(days / mostBars);
  return Array.from({ length: Math.ceil(days / width) + 1 }, (_, bar) => beginOf(first + bar * width, zone));
}

function numberEdges(kind: ColumnKind, least: number, greatest: number): number[] {
  const part = (greatest - least) / mostBars;
  // The values are so close together that no two bars would have different labels.
  if (!(part > 1e-9)) return [];
  for (const width of widths(kind, part)) {
    const first = Math.floor(least / width + slack);
    const bars = Math.max(1, Math.ceil(greatest / width - first - slack));
    if (bars > mostBars) continue;
    // Seven times 0.05 has digits that 0.35 does not have.
    return Array.from({ length: bars + 1 }, (_, bar) => Number(((first + bar) * width).toPrecision(15)));
  }
  return [];
}

/**
 * The edges of a histogram's bars, from the start of the first to the end of the last. All have the same round width,
 * and there are at most 12; none if they would be meaningless.
 */
export function barEdges(kind: ColumnKind, least: number, greatest: number, zone: Zone): readonly number[] {
  if (!(least < greatest)) return [];
  const edges = kind === 'time' ? dayEdges(least, greatest, zone) : numberEdges(kind, least, greatest);
  return edges.length > 2 ? edges : [];
}

/**
 * Number of values in each bar. A value on an edge belongs to the bar that starts there, and the greatest value to the
 * last bar.
 *
 * @param sorted values in ascending order
 * @param edges see {@link barEdges}
 */
export function barCounts(kind: ColumnKind, sorted: Float64Array, edges: readonly number[]): number[] {
  const [first = 0, second = 0] = edges;
  const below = kind === 'time' ? 0 : (second - first) * slack;
  const placeOf = (value: number) => firstWhere(sorted.length, (at) => (sorted[at] ?? 0) >= value);
  const begins = edges.slice(1, -1).map((edge) => placeOf(edge - below));
  const places = [0, ...begins, sorted.length];
  return edges.slice(1).map((_, bar) => (places[bar + 1] ?? 0) - (places[bar] ?? 0));
}
