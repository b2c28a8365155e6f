import { t } from '../../common/translate.ts';
import { BackgroundTask } from '../base/background.ts';
import { element } from '../base/dom.ts';
import type { Formats } from '../formats/formats.ts';
import { withoutColumn } from './filter-values.ts';
import {
  sortedValues,
  summarizeCodes,
  summarizeNumbers,
  type ColumnSummary,
  type NumberSummary,
} from '../results/column-summary.ts';
import { barCounts, barEdges } from '../results/histogram.ts';
import {
  type ColumnId,
  type NumberColumn,
  columnKinds,
  isNumberColumn,
  type ColumnKind,
} from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';
import { durationText } from '../results/summary-texts.ts';

/** A number in a summary, with its name. */
type Fact = readonly [name: string, value: string];

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
function edgeText(kind: ColumnKind, edge: number, formats: Formats): string {
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
function codeFacts(id: ColumnId, summary: ColumnSummary, formats: Formats): Fact[] {
  return counts(summary, formats).slice(0, columnKinds[id] === 'flag' ? 2 : 3);
}

function numberFacts(id: NumberColumn, summary: NumberSummary, formats: Formats): Fact[] {
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

/** Minimum height of a bar as a fraction of the maximum, so that a single charge among many is visible. */
const lowest = 0.04;

/**
 * The summary of a column: numbers for the rows that pass, and a histogram for columns of numbers. Like a chart around
 * its brush, the histogram also shows in a pale colour what the column's own filter leaves out.
 */
export class ColumnSummaryView {
  readonly element: HTMLElement;
  readonly #formats: Formats;
  readonly #view: ViewModel;
  readonly #update = new BackgroundTask();
  #id: ColumnId = 'energy';

  constructor(formats: Formats, view: ViewModel) {
    this.#formats = formats;
    this.#view = view;
    this.element = element('div', { class: 'column-summary', role: 'group', 'aria-label': t('Summary') });
    view.onDidChange((change) => {
      if (change !== 'sort' && this.element.isConnected) this.#update.run(() => this.show(this.#id));
    });
  }

  show(id: ColumnId): void {
    this.#id = id;
    const { store, mask } = this.#view;
    const rows = { store, mask };
    const formats = this.#formats;
    if (!isNumberColumn(id)) {
      const facts = codeFacts(id, summarizeCodes(rows, id), formats);
      this.element.replaceChildren(factList(facts));
      return;
    }
    const sorted = sortedValues(rows, id);
    const facts = numberFacts(id, summarizeNumbers(rows, id, sorted), formats);
    this.element.replaceChildren(factList(facts), ...this.#histogram(id, sorted));
  }

  /** @param passing values of the rows that pass */
  #histogram(id: NumberColumn, passing: Float64Array): HTMLElement[] {
    const kind = columnKinds[id];
    const { store, filters } = this.#view;
    const isFiltered = filters.ranges?.[id] !== undefined;
    const others = () => sortedValues({ store, mask: this.#view.maskWith(withoutColumn(filters, id)) }, id);
    const all = isFiltered ? others() : passing;
    const edges = barEdges(kind, all[0] ?? NaN, all.at(-1) ?? NaN, this.#formats.zone);
    if (edges.length === 0) return [];
    const [counts, inside] = [all, passing].map((values) => barCounts(kind, values, edges)) as [number[], number[]];
    const highest = Math.max(...counts);
    const text = (edge: number) => edgeText(kind, edge, this.#formats);
    // A day ends before the next one begins.
    const end = (bar: number) => (edges[bar + 1] ?? NaN) - (kind === 'time' ? 1 : 0);
    const bars = counts.map((count, bar) => {
      const span = [...new Set([text(edges[bar] ?? NaN), text(end(bar))])];
      const name = span.length === 1 ? (span[0] ?? '') : t('{0}–{1}', ...span);
      const words = `${name}: ${this.#formats.charges(count)}`;
      const made = element('li', { title: words }, element('span', { class: 'unseen' }, words));
      made.style.setProperty('--all', String(part(count, highest)));
      made.style.setProperty('--passing', String(part(inside[bar] ?? 0, highest)));
      return made;
    });
    const ends = [text(edges[0] ?? NaN), text(end(counts.length - 1))].map((each) => element('span', {}, each));
    return [
      element('ul', { class: 'histogram', 'aria-label': t('Distribution') }, ...bars),
      // The bars have accessible names that include this.
      element('div', { class: 'ends', 'aria-hidden': 'true' }, ...ends),
    ];
  }
}

function part(count: number, highest: number): number {
  return count === 0 ? 0 : Math.max(lowest, count / highest);
}

function factList(facts: readonly Fact[]): HTMLElement {
  const pairs = facts.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value)));
  return element('dl', { class: 'facts' }, ...pairs);
}
