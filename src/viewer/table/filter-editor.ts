import { t } from '../../common/translate.ts';
import { element } from '../base/dom.ts';
import { type SetValue, highestCount, publicValues, textValues, withoutColumn } from './filter-values.ts';
import type { FilterSet } from '../rows/filters.ts';
import type { Formats } from '../formats/formats.ts';
import { ColumnSummaryView } from './column-summary-view.ts';
import { rangeFields } from './range-fields.ts';
import { type ColumnId, type NumberColumn, isNumberColumn, textLists } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';

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
