import { t } from '../../common/translate.ts';
import { element, setText } from '../base/dom.ts';
import {
  type SetValue,
  highestCount,
  publicValues,
  textValues,
  withoutColumn,
  fromInput,
  toInput,
} from './filter-values.ts';
import type { FilterSet, Range } from '../rows/filters.ts';
import type { Formats } from '../formats/formats.ts';
import { ColumnSummaryView } from './column-summary-view.ts';
import { type ColumnId, type NumberColumn, isNumberColumn, textLists, columnKinds } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';
import type { Zone } from '../formats/zone.ts';

/** The inputs for one end of a range. */
interface EndFields {
  readonly label: HTMLElement;
  readonly inputs: readonly HTMLInputElement[];
  readonly text: () => string;
}

/**
 * Inputs for a day and an optional time of day. A combined field would have no value until each part of it is filled
 * in.
 */
function momentFields(name: string, typed: string): EndFields {
  const [day = '', time = ''] = typed.split('T');
  const date = element('input', { type: 'date', value: day });
  const clock = element('input', { type: 'time', value: time, 'aria-label': t('{0}: time of day', name) });
  const label = element('label', {}, element('span', {}, name), date, clock);
  const text = () => (clock.value === '' ? date.value : `${date.value}T${clock.value}`);
  return { label, inputs: [date, clock], text };
}

function numberField(name: string, typed: string, unit: string): EndFields {
  const input = element('input', { type: 'number', step: 'any', value: typed });
  const label = element('label', {}, element('span', {}, name), input, unit);
  return { label, inputs: [input], text: () => input.value };
}

/** The fields that filter a column of numbers or times by a range. */
function rangeFields(id: NumberColumn, zone: Zone, view: ViewModel): HTMLElement[] {
  const kind = columnKinds[id];
  const unit = kind === 'duration' ? t('minutes') : kind === 'fraction' ? t('%') : '';
  const fieldsOf = (end: keyof Range) => {
    const typed = toInput(id, view.filters.ranges?.[id]?.[end], end, zone);
    const name = end === 'from' ? t('From') : t('To');
    return kind === 'time' ? momentFields(name, typed) : numberField(name, typed, unit);
  };
  const ends = { from: fieldsOf('from'), to: fieldsOf('to') };
  const problem = element('p', { class: 'reversed', role: 'status' });
  const valueOf = (end: keyof Range) => fromInput(id, ends[end].text(), end, zone);
  const apply = () => {
    const range = { from: valueOf('from'), to: valueOf('to') };
    const { from = -Infinity, to = Infinity } = range;
    setText(problem, from > to ? t('“To” must not be less than “From”.') : '');
    const others = withoutColumn(view.filters, id).ranges;
    const empty = range.from === undefined && range.to === undefined;
    view.changeFilters({ ranges: empty ? others : { ...others, [id]: range } });
  };
  /** Incomplete input does not filter anything: tells the user so when they leave the field. */
  const check = ({ inputs, text }: EndFields, end: keyof Range) => {
    const begun = inputs.some(({ validity }) => validity.badInput) || (text() !== '' && valueOf(end) === undefined);
    if (begun) setText(problem, t('Incomplete value.'));
  };
  for (const end of ['from', 'to'] as const) {
    for (const input of ends[end].inputs) {
      input.addEventListener('input', apply);
      input.addEventListener('blur', () => check(ends[end], end));
    }
  }
  return [ends.from.label, ends.to.label, problem];
}

/** Maximum number of values to list. */
const mostValues = 100;

/** Builds the fields that filter a column, below its summary. Each change takes effect at once. */
export class FilterEditor {
  readonly #formats: Formats;
  readonly #view: ViewModel;
  readonly #summary: ColumnSummaryView;

  constructor(formats: Formats, view: ViewModel) {
    this.#formats = formats;
    this.#view = view;
    this.#summary = new ColumnSummaryView(formats, view);
  }

  fields(id: ColumnId, label: string): HTMLElement[] {
    const title = element('strong', {}, label);
    const clear = element('button', { type: 'button', class: 'link' }, t('Clear'));
    const content = element('div', { class: 'fields' });
    const build = () =>
      content.replaceChildren(
        ...(isNumberColumn(id) ? rangeFields(id, this.#formats.zone, this.#view) : this.#set(id)),
      );
    clear.addEventListener('click', () => {
      this.#view.changeFilters(withoutColumn(this.#view.filters, id));
      build();
    });
    build();
    this.#summary.show(id);
    return [element('p', { class: 'title' }, title, clear), this.#summary.element, content];
  }

  #set(id: Exclude<ColumnId, NumberColumn>): HTMLElement[] {
    const { store, filters } = this.#view;
    // The number beside each value is the number of rows that choosing it would leave.
    const others = (own: keyof FilterSet) => this.#view.maskWithout(own);
    if (id === 'isPublic') {
      const values = publicValues(store.isPublic, others('isPublic'));
      return this.#boxes(values, filters.isPublic, (isPublic) => ({ isPublic }));
    }
    const list = textLists[id];
    const values = textValues(store[id], store[list], others(list));
    return this.#boxes(values, filters[list], (chosen) => ({ [list]: chosen }));
  }

  /** A checkbox for each value. If none is checked, there is no filter: an empty table would be useless. */
  #boxes<T>(
    values: readonly SetValue<T>[],
    chosen: readonly T[] | undefined,
    filter: (chosen: readonly T[] | undefined) => FilterSet,
  ): HTMLElement[] {
    const ticked = new Set(chosen);
    const highest = highestCount(values);
    const rows = values.slice(0, mostValues).map(({ value, text, count }) => {
      const box = element('input', { type: 'checkbox' });
      box.checked = ticked.has(value);
      box.addEventListener('change', () => {
        if (box.checked) ticked.add(value);
        else ticked.delete(value);
        this.#view.changeFilters(filter(ticked.size > 0 ? [...ticked] : undefined));
      });
      const label = element('label', { class: 'value' }, box, element('span', { class: 'text' }, text));
      label.append(this.#formats.count(count));
      label.style.setProperty('--part', String(count / highest));
      return label;
    });
    const left = values.length - rows.length;
    if (left > 0) rows.push(element('label', {}, t('{0} more. Use the text filter.', this.#formats.count(left))));
    return rows;
  }
}
