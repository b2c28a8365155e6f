import { t } from '../../common/translate.ts';
import type { Formats } from '../formats/formats.ts';
import type { ColumnSummary, NumberSummary } from '../results/column-summary.ts';
import { durationText } from '../results/summary-texts.ts';
import { type ColumnKind, columnKinds } from '../data/view-columns.ts';
import type { ColumnId, NumberColumn } from '../data/view-columns.ts';

/** A number in a summary, with its name. */
export type Fact = readonly [name: string, value: string];

/** Formats a value as cells of its kind do. */
function valueText(kind: ColumnKind, value: number, formats: Formats): string {
  switch (kind) {
    case 'time':
      return formats.minute(value);
    case 'duration':
      return durationText(formats, value);
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
export function edgeText(kind: ColumnKind, edge: number, formats: Formats): string {
  if (kind === 'time') return formats.day(edge);
  if (kind === 'duration') return durationText(formats, edge);
  return kind === 'fraction' ? formats.exactPercent(edge) : formats.exact(edge);
}

function counts({ known, missing, distinct }: ColumnSummary, formats: Formats): Fact[] {
  return [
    [t('Values'), formats.count(known)],
    [t('Missing'), formats.count(missing)],
    [t('Distinct'), formats.count(distinct)],
  ];
}

/** Leaves out the number of distinct values for flags. */
export function codeFacts(id: ColumnId, summary: ColumnSummary, formats: Formats): Fact[] {
  return counts(summary, formats).slice(0, columnKinds[id] === 'flag' ? 2 : 3);
}

export function numberFacts(id: NumberColumn, summary: NumberSummary, formats: Formats): Fact[] {
  const facts = counts(summary, formats);
  if (summary.known === 0) return facts;
  const kind = columnKinds[id];
  const text = (value: number) => valueText(kind, value, formats);
  if (kind === 'time') {
    return [...facts, [t('Earliest'), text(summary.least)], [t('Latest'), text(summary.greatest)]];
  }
  facts.push([t('Minimum'), text(summary.least)], [t('Median'), text(summary.median)]);
  facts.push([t('Maximum'), text(summary.greatest)]);
  if (summary.total !== undefined) facts.push([t('Total'), text(summary.total)]);
  return facts;
}
