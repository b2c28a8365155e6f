import type { ViewerStrings } from '../../records/protocol.ts';
import { element, setText } from '../base/dom.ts';
import {
  type CodedRows,
  type SetValue,
  fromInput,
  publicValues,
  textValues,
  toInput,
  withoutColumn,
} from './filter-values.ts';
import type { FilterSet, Range } from '../data/filters.ts';
import type { Formats } from '../formats/formats.ts';
import { atOnce } from '../base/slices.ts';
import { fill } from '../base/text.ts';
import { type ColumnId, type NumberColumn, columnKinds, isNumberColumn } from '../data/view-columns.ts';
import type { ViewModel } from '../data/view-model.ts';

/** Values of a set that are listed. */
const mostValues = 100;

/** Builds the fields that filter by one column. Each change shows at once. */
export class FilterEditor {
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;
  readonly #view: ViewModel;

  constructor(strings: ViewerStrings, formats: Formats, view: ViewModel) {
    this.#strings = strings;
    this.#formats = formats;
    this.#view = view;
  }

  fields(id: ColumnId, label: string): HTMLElement[] {
    const title = element('strong', {}, label);
    const clear = element('button', { type: 'button', class: 'link' }, this.#strings.clearColumn);
    const content = element('div', { class: 'fields' });
    const build = () => content.replaceChildren(...(isNumberColumn(id) ? this.#range(id) : this.#set(id)));
    clear.addEventListener('click', () => {
      this.#view.changeFilters(withoutColumn(this.#view.filters, id));
      build();
    });
    build();
    return [element('p', { class: 'title' }, title, clear), content];
  }

  #range(id: NumberColumn): HTMLElement[] {
    const kind = columnKinds[id];
    const { zone } = this.#formats;
    const input = (end: keyof Range) => {
      const type = kind === 'time' ? 'datetime-local' : 'number';
      const value = toInput(id, this.#view.filters.ranges?.[id]?.[end], zone);
      return element('input', { type, value, step: kind === 'time' ? '60' : 'any' });
    };
    const from = input('from');
    const to = input('to');
    const problem = element('p', { class: 'reversed', role: 'status' });
    const apply = () => {
      const range = { from: fromInput(id, from.value, 'from', zone), to: fromInput(id, to.value, 'to', zone) };
      const empty = range.from === undefined && range.to === undefined;
      const reversed = range.from !== undefined && range.to !== undefined && range.to < range.from;
      setText(problem, reversed ? this.#strings.filterReversed : '');
      const others = withoutColumn(this.#view.filters, id).ranges;
      this.#view.changeFilters({ ranges: empty ? others : { ...others, [id]: range } });
    };
    for (const each of [from, to]) each.addEventListener('input', apply);
    const unit = kind === 'duration' ? this.#strings.minutes : kind === 'fraction' ? this.#strings.percent : '';
    const named = (name: string, of: HTMLElement) => element('label', {}, element('span', {}, name), of, unit);
    return [named(this.#strings.from, from), named(this.#strings.to, to), problem];
  }

  #set(id: Exclude<ColumnId, NumberColumn>): HTMLElement[] {
    const { store, filters } = this.#view;
    // Beside each value stands what choosing it would leave.
    const others = (own: keyof FilterSet) => atOnce(this.#view.maskWithout(own));
    const texts = (own: 'vehicles' | 'locations' | 'chargingTypes', codes: CodedRows) =>
      textValues(codes, store[own], this.#strings, others(own));
    switch (id) {
      case 'vehicle':
        return this.#boxes(texts('vehicles', store.vehicle), filters.vehicles, (chosen) => ({
          vehicles: chosen?.filter((name) => name !== null),
        }));
      case 'location':
        return this.#boxes(texts('locations', store.location), filters.locations, (locations) => ({ locations }));
      case 'chargingType':
        return this.#boxes(texts('chargingTypes', store.chargingType), filters.chargingTypes, (chargingTypes) => ({
          chargingTypes,
        }));
      case 'isPublic': {
        const values = publicValues(store.isPublic, this.#strings, others('isPublic'));
        return this.#boxes(values, filters.isPublic, (isPublic) => ({ isPublic }));
      }
    }
  }

  /** A box for each value. None ticked is no filter: an empty table would answer nothing. */
  #boxes<T>(
    values: readonly SetValue<T>[],
    chosen: readonly T[] | undefined,
    filter: (chosen: readonly T[] | undefined) => FilterSet,
  ): HTMLElement[] {
    const ticked = new Set(chosen);
    const rows = values.slice(0, mostValues).map(({ value, text, count }) => {
      const box = element('input', { type: 'checkbox' });
      box.checked = ticked.has(value);
      box.addEventListener('change', () => {
        if (box.checked) ticked.add(value);
        else ticked.delete(value);
        this.#view.changeFilters(filter(ticked.size > 0 ? [...ticked] : undefined));
      });
      return element('label', {}, box, element('span', { class: 'text' }, text), this.#formats.count(count));
    });
    const left = values.length - rows.length;
    if (left > 0) rows.push(element('label', {}, fill(this.#strings.moreValues, this.#formats.count(left))));
    return rows;
  }
}
