import { t } from '../../common/translate.ts';
import { element, setText } from '../base/dom.ts';
import { icon } from '../base/icons.tsx';
import type { ActiveFilter } from './filter-values.ts';
import type { FilterSet } from '../rows/filters.ts';
import { replaceKeepingFocus } from '../base/replace-list.ts';
import { type Zone, readZone } from '../formats/zone.ts';

export interface ToolbarEvents {
  readonly onText: (text: string) => void;
  readonly onRemove: (change: FilterSet) => void;
  readonly onClear: () => void;
  readonly onMarked: () => void;
  readonly onColumns: () => void;
  readonly onZone: (zone: Zone) => void;
}

/** The controls in the line of the totals: a text filter, columns and zone; also the filters that are set. */
export class Toolbar {
  readonly element: HTMLElement;
  /** The filters that are set, if any: above the table, so that a chart does not move while it is brushed. */
  readonly filters: HTMLElement;
  readonly columns: HTMLButtonElement;
  readonly #events: ToolbarEvents;
  readonly #text: HTMLInputElement;
  readonly #chips: HTMLElement;
  readonly #clear: HTMLButtonElement;
  readonly #marked: HTMLButtonElement;
  readonly #zone: HTMLSelectElement;
  /** Read out when it changes. */
  readonly #said = element('span', { role: 'status', class: 'said' });

  constructor(events: ToolbarEvents) {
    this.#events = events;
    this.#text = element('input', { type: 'search', class: 'filter-text' });
    this.showExtraFields(false);
    this.#text.addEventListener('input', () => events.onText(this.#text.value));
    this.#chips = element('div', { class: 'chips', role: 'group', 'aria-label': t('Filters') });
    this.#clear = element('button', { type: 'button', class: 'link', id: 'clear-filters' });
    setText(this.#clear, t('Clear all'));
    this.#clear.addEventListener('click', () => {
      this.#text.focus();
      events.onClear();
    });
    const pressable = {
      type: 'button',
      class: 'quiet icon-button toggle',
      id: 'marked-only',
      title: t('Issues only'),
      'aria-label': t('Issues only'),
      'aria-pressed': 'false',
      hidden: '',
    };
    this.#marked = element('button', pressable, icon('warning'));
    this.#marked.addEventListener('click', events.onMarked);
    const named = { title: t('Columns'), 'aria-label': t('Columns') };
    const opens = { type: 'button', class: 'quiet icon-button', id: 'columns', 'aria-haspopup': 'dialog', ...named };
    this.columns = element('button', opens, icon('columns'));
    this.columns.addEventListener('click', events.onColumns);
    this.#zone = element(
      'select',
      {
        'aria-label': t('Time zone'),
        title: t('The API sends times in UTC, without the vehicle’s time zone.'),
        id: 'zone',
      },
      element('option', { value: 'local' }, t('Local time')),
      element('option', { value: 'utc' }, t('UTC')),
    );
    this.#zone.addEventListener('change', () => events.onZone(readZone(this.#zone.value) ?? 'local'));
    this.element = element(
      'div',
      { class: 'tools', role: 'group', 'aria-label': t('Filters, columns and time zone') },
      this.#text,
      this.#marked,
      this.#zone,
      this.columns,
      this.#said,
    );
    this.filters = element('div', { class: 'filters', hidden: '' }, this.#chips, this.#clear);
  }

  focusText(): void {
    this.#text.focus();
    this.#text.select();
  }

  say(text: string): void {
    setText(this.#said, text);
  }

  /** Clears the message if it is this one. */
  unsay(text: string): void {
    if (this.#said.textContent === text) setText(this.#said, '');
  }

  /** @param hasExtraFields whether records have an ID to search for, too */
  showExtraFields(hasExtraFields: boolean): void {
    this.#text.placeholder = hasExtraFields ? t('Filter by location, type or ID') : t('Filter by location or type');
    this.#text.setAttribute('aria-label', this.#text.placeholder);
  }

  showZone(zone: Zone): void {
    this.#zone.value = zone;
  }

  /**
   * @param any whether to offer the button that shows only marked records, or all again. If not and the button has the
   *   focus, the focus moves to the text filter
   */
  showMarked(any: boolean): void {
    if (!any && document.activeElement === this.#marked) this.#text.focus();
    this.#marked.hidden = !any;
  }

  /** @param marked whether only marked records are shown */
  showFilters(text: string, active: readonly ActiveFilter[], marked: boolean): void {
    this.#marked.setAttribute('aria-pressed', String(marked));
    if (this.#text.value !== text) this.#text.value = text;
    const chips = active.map((filter) => this.#chip(filter));
    replaceKeepingFocus(this.#chips, chips, 'button', () => this.#text);
    this.filters.hidden = active.length === 0;
  }

  #chip({ text, without }: ActiveFilter): HTMLElement {
    const label = t('Remove the filter {0}', text);
    const chip = element('button', { type: 'button', class: 'chip', 'aria-label': label, title: label });
    chip.append(element('span', { class: 'text' }, text), element('span', { 'aria-hidden': 'true' }, '×'));
    chip.addEventListener('click', () => this.#events.onRemove(without));
    return chip;
  }
}
