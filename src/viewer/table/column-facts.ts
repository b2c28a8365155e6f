import type { ViewerStrings } from '../messages/viewer-strings.ts';
import type { Formats } from '../formats/formats.ts';
import type { ColumnSummary, NumberSummary } from '../results/column-summary.ts';
import { durationText } from '../results/summary-texts.ts';
import { type ColumnKind, columnKinds } from '../data/view-columns.ts';
import type { ColumnId, NumberColumn } from '../data/view-columns.ts';

/** A number in a summary, with its name. */
export type Fact = readonly [name: string, value: string];

/** Formats a value as cells of its kind do. */
function valueText(kind: ColumnKind, value: number, strings: ViewerStrings, formats: Formats): string {
  switch (kind) {
    case 'time':
      return formats.minute(value);
    case 'duration':
      return durationText(strings, formats, value);
    case 'fraction':
      return formats.percent(value);
    case 'energy':
    case 'money':
      return formats.energy(value);
    case 'degrees':
      return formats.degrees(value);
    default:
      return formats.oneDigit(value);
  }
}

/** Formats an edge of a histogram's bar: a round number, or the bar's first or last day. */
export function edgeText(kind: ColumnKind, edge: number, strings: ViewerStrings, formats: Formats): string {
  if (kind === 'time') return formats.day(edge);
  if (kind === 'duration') return durationText(strings, formats, edge);
  return kind === 'fraction' ? formats.exactPercent(edge) : formats.exact(edge);
}

function counts({ known, missing, distinct }: ColumnSummary, strings: ViewerStrings, formats: Formats): Fact[] {
  return [
    [strings.factKnown, formats.count(known)],
    [strings.factMissing, formats.count(missing)],
    [strings.factDistinct, formats.count(distinct)],
  ];
}

/** Leaves out the number of distinct values for flags. */
export function codeFacts(id: ColumnId, summary: ColumnSummary, strings: ViewerStrings, formats: Formats): Fact[] {
  return counts(summary, strings, formats).slice(0, columnKinds[id] === 'flag' ? 2 : 3);
}

export function numberFacts(
  id: NumberColumn,
  summary: NumberSummary,
  strings: ViewerStrings,
  formats: Formats,
): Fact[] {
  const facts = counts(summary, strings, formats);
  if (summary.known === 0) return facts;
  const kind = columnKinds[id];
  const text = (value: number) => valueText(kind, value, strings, formats);
  if (kind === 'time') {
    return [...facts, [strings.factEarliest, text(summary.least)], [strings.factLatest, text(summary.greatest)]];
  }
  facts.push([strings.factLeast, text(summary.least)], [strings.factMedian, text(summary.median)]);
  facts.push([strings.factGreatest, text(summary.greatest)]);
  if (summary.total !== undefined) facts.push([strings.factTotal, text(summary.total)]);
  return facts;
}
