import { type Signal, untracked, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../common/translate.ts';
import { BackgroundTask } from '../base/background.ts';
import {
  type ColumnId,
  type ColumnKind,
  type NumberColumn,
  columnKinds,
  isNumberColumn,
  textLists,
} from '../data/view-columns.ts';
import type { Formats } from '../formats/formats.ts';
import {
  type ColumnSummary,
  type NumberSummary,
  sortedValues,
  summarizeCodes,
  summarizeNumbers,
} from '../results/column-summary.ts';
import { barCounts, barEdges } from '../results/histogram.ts';
import { durationText } from '../results/summary-texts.ts';
import type { Range } from '../rows/filters.ts';
import type { ViewModel } from '../rows/view-model.ts';
import {
  type SetValue,
  fromInput,
  highestCount,
  publicValues,
  textValues,
  toInput,
  withoutColumn,
} from './filter-values.ts';

/** Maximum number of values to list. */
const mostValues = 100;

/** Minimum height of a bar as a fraction of the maximum, so that a single charge among many is visible. */
const lowest = 0.04;

interface ColumnProps<Id extends ColumnId = ColumnId> {
  readonly id: Id;
  readonly formats: Formats;
  readonly view: ViewModel;
}

/** The summary of a column, and the fields that filter it. Each change takes effect at once. */
export function ColumnPopup({ label, ...column }: ColumnProps & { readonly label: string }) {
  const { id, view } = column;
  const cleared = useSignal(0);
  const clear = () => {
    view.changeFilters(withoutColumn(view.filters, id));
    cleared.value += 1;
  };
  return (
    <>
      <p class="title">
        <strong>{label}</strong>
        <button type="button" class="link" onClick={clear}>
          {t('Clear')}
        </button>
      </p>
      <Summary {...column} />
      <Fields {...column} cleared={cleared} />
    </>
  );
}

/** They start over when the filter is cleared, and alone: a summary of many records takes time. */
function Fields({ cleared, id, ...column }: ColumnProps & { readonly cleared: Signal<number> }) {
  return (
    <div class="fields" key={cleared.value}>
      {isNumberColumn(id) ? <RangeFields {...column} id={id} /> : <ValueFields {...column} id={id} />}
    </div>
  );
}

/** The fields that filter a column of numbers or times by a range. */
function RangeFields({ id, formats: { zone }, view }: ColumnProps<NumberColumn>) {
  const fields = { from: useRef<HTMLLabelElement>(null), to: useRef<HTMLLabelElement>(null) };
  const problem = useSignal('');
  const inputsOf = (end: keyof Range) => [...(fields[end].current?.querySelectorAll('input') ?? [])];
  const textOf = (end: keyof Range) => {
    const [first, time] = inputsOf(end).map(({ value }) => value);
    return time ? `${first}T${time}` : (first ?? '');
  };
  const valueOf = (end: keyof Range) => fromInput(id, textOf(end), end, zone);
  const apply = () => {
    const range = { from: valueOf('from'), to: valueOf('to') };
    const { from = -Infinity, to = Infinity } = range;
    problem.value = from > to ? t('“To” must not be less than “From”.') : '';
    const others = withoutColumn(view.filters, id).ranges;
    const empty = range.from === undefined && range.to === undefined;
    view.changeFilters({ ranges: empty ? others : { ...others, [id]: range } });
  };
  /** Incomplete input does not filter anything: tells the user so when they leave the field. */
  const check = (end: keyof Range) => {
    const isBad = inputsOf(end).some(({ validity }) => validity.badInput);
    if (isBad || (textOf(end) !== '' && valueOf(end) === undefined)) problem.value = t('Incomplete value.');
  };
  const [range] = useState(() => untracked(() => view.filters.ranges?.[id]));
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <label ref={fields[end]} onInput={apply} onFocusOut={() => check(end)}>
          <EndFields id={id} name={end === 'from' ? t('From') : t('To')} typed={toInput(id, range?.[end], end, zone)} />
        </label>
      ))}
      <p class="reversed" role="status">
        {problem.value}
      </p>
    </>
  );
}

interface EndFieldsProps {
  readonly id: NumberColumn;
  readonly name: string;
  /** What is in the fields at first. */
  readonly typed: string;
}

/**
 * The inputs for one end of a range. For a time: a day and an optional time of day, because a combined field would have
 * no value until each part of it is filled in.
 */
function EndFields({ id, name, typed }: EndFieldsProps) {
  const kind = columnKinds[id];
  const [day, time] = typed.split('T');
  if (kind !== 'time') {
    const unit = kind === 'duration' ? t('minutes') : kind === 'fraction' ? t('%') : '';
    return (
      <>
        <span>{name}</span>
        <input type="number" step="any" defaultValue={typed} />
        {unit}
      </>
    );
  }
  return (
    <>
      <span>{name}</span>
      <input type="date" defaultValue={day} />
      <input type="time" defaultValue={time} aria-label={t('{0}: time of day', name)} />
    </>
  );
}

/** A checkbox for each value. If none is checked, there is no filter: an empty table would be useless. */
function ValueFields({ id, formats, view }: ColumnProps<Exclude<ColumnId, NumberColumn>>) {
  const list = id === 'isPublic' ? id : textLists[id];
  const [values] = useState(() =>
    untracked((): readonly SetValue<string | number | null>[] => {
      // The number beside each value is the number of rows that choosing it would leave.
      const [{ store }, others] = [view, view.maskWithout(list)];
      if (id === 'isPublic') return publicValues(store.isPublic, others);
      return textValues(store, id, others);
    }),
  );
  const chosen: readonly (string | number | null)[] = view.filters[list] ?? [];
  const tick = (value: string | number | null, isTicked: boolean) => {
    const ticked = isTicked ? [...chosen, value] : chosen.filter((each) => each !== value);
    view.changeFilters({ [list]: ticked.length > 0 ? ticked : undefined });
  };
  const highest = highestCount(values);
  const left = values.length - mostValues;
  return (
    <>
      {values.slice(0, mostValues).map(({ value, text, count }) => (
        <label class="value" style={{ '--part': count / highest }}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) => tick(value, currentTarget.checked)}
          />
          <span class="text">{text}</span>
          {formats.count(count)}
        </label>
      ))}
      {left > 0 && <label>{t('{0} more. Use the text filter.', formats.count(left))}</label>}
    </>
  );
}

/**
 * Numbers for the rows that pass, and a histogram for columns of numbers. Like a chart around its brush, the histogram
 * also shows in a pale colour what the column's own filter leaves out.
 */
function Summary({ id, formats, view }: ColumnProps) {
  const updates = useSignal(0);
  void updates.value;
  useLayoutEffect(() => {
    const update = new BackgroundTask();
    const stop = view.onDidChange((change) => {
      if (change !== 'sort') update.run(() => (updates.value += 1));
    });
    return () => {
      stop();
      update.cancel();
    };
  }, []);
  // Not as soon as the filters change: for many records, that would delay what the user is typing.
  const [facts, bars] = untracked(() => {
    const { store, mask } = view;
    if (!isNumberColumn(id)) return [codeFacts(id, summarizeCodes({ store, mask }, id), formats)];
    const sorted = sortedValues({ store, mask }, id);
    return [
      numberFacts(id, summarizeNumbers({ store, mask }, id, sorted), formats),
      barsOf({ id, formats, view }, sorted),
    ];
  });
  return (
    <div class="column-summary" role="group" aria-label={t('Summary')}>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {bars && bars.length > 0 && <Histogram bars={bars} />}
    </div>
  );
}

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

interface Bar {
  readonly words: string;
  /** Heights, as fractions of the histogram's. */
  readonly all: number;
  readonly passing: number;
  /** Where it begins and ends. */
  readonly ends: readonly [string, string];
}

/** @param passing values of the rows that pass */
function barsOf({ id, formats, view }: ColumnProps<NumberColumn>, passing: Float64Array): Bar[] {
  const kind = columnKinds[id];
  const { store, filters } = view;
  const isFiltered = filters.ranges?.[id] !== undefined;
  const others = () => sortedValues({ store, mask: view.maskWith(withoutColumn(filters, id)) }, id);
  const all = isFiltered ? others() : passing;
  const edges = barEdges(kind, all[0] ?? NaN, all.at(-1) ?? NaN, formats.zone);
  const inside = barCounts(kind, passing, edges);
  const counts = barCounts(kind, all, edges);
  const highest = Math.max(...counts);
  const part = (count: number) => (count === 0 ? 0 : Math.max(lowest, count / highest));
  return counts.map((count, bar) => {
    // A day ends before the next one begins.
    const values = [edges[bar] ?? NaN, (edges[bar + 1] ?? NaN) - (kind === 'time' ? 1 : 0)] as const;
    const ends = values.map((edge) => edgeText(kind, edge, formats)) as [string, string];
    const name = ends[0] === ends[1] ? ends[0] : t('{0}–{1}', ...ends);
    const words = `${name}: ${formats.charges(count)}`;
    return { words, all: part(count), passing: part(inside[bar] ?? 0), ends };
  });
}

function Histogram({ bars }: { readonly bars: readonly Bar[] }) {
  return (
    <>
      <ul class="histogram" aria-label={t('Distribution')}>
        {bars.map(({ words, all, passing }) => (
          <li title={words} style={{ '--all': all, '--passing': passing }}>
            <span class="unseen">{words}</span>
          </li>
        ))}
      </ul>
      {/* The bars have accessible names that include this. */}
      <div class="ends" aria-hidden="true">
        <span>{bars[0]?.ends[0]}</span>
        <span>{bars.at(-1)?.ends[1]}</span>
      </div>
    </>
  );
}
