import { t } from '../../common/translate.ts';
import { systemClock } from '../../common/clock.ts';
import type { DateRange } from '../../common/date-range.ts';
import { element, setText } from '../base/dom.ts';
import { Popup } from '../base/popup.ts';
import { isSameRange, lastDays, presets, rangeText } from './date-range.ts';
import { RangeForm } from './range-form.ts';

/** The date range of the records, and the menu that selects another one. */
export class RangeMenu {
  readonly element: HTMLElement;
  readonly #language: string;
  readonly #button = element('button', {
    type: 'button',
    id: 'range',
    class: 'quiet range-button',
    'aria-haspopup': 'dialog',
  });
  readonly #text = element('span', { class: 'text' });
  readonly #popup = new Popup();
  readonly #form: RangeForm;
  readonly #onRange: (range: DateRange) => void;
  #shown: DateRange = {};

  constructor(language: string, onRange: (range: DateRange) => void) {
    this.#language = language;
    this.#onRange = onRange;
    this.#form = new RangeForm((range) => this.#choose(range));
    this.#button.append(this.#text);
    this.#button.addEventListener('click', () => this.open());
    this.element = element('span', { class: 'range-menu' }, this.#button, this.#popup.element);
  }

  open(): void {
    const offered = [
      ...presets.map((days) => ({ text: t('Last {0} days', days), range: lastDays(days, systemClock.now()) })),
      { text: t('Last 30 days (default)'), range: {} },
    ];
    const items = offered.map(({ text, range }) =>
      this.#item(text, isSameRange(range, this.#shown), () => this.#choose(range)),
    );
    const custom = !offered.some(({ range }) => isSameRange(range, this.#shown));
    items.push(this.#item(t('Custom range…'), custom, () => this.#openForm()));
    this.#popup.open(this.#button, t('Date range'), element('div', { class: 'choices' }, ...items));
    items.find((item) => item.getAttribute('aria-pressed') === 'true')?.focus();
  }

  /** Shows the days of the records on screen. */
  show(range: DateRange): void {
    this.#shown = range;
    setText(this.#text, rangeText(range, systemClock.now(), this.#language));
    this.#button.title = `${this.#text.textContent}\n${t('Days are in UTC. Without dates, the last 30 days are shown. Version 2.0 then leaves out charges from before access was granted.')}`;
  }

  /** Shows the days that are being requested. */
  showAsked(range: DateRange): void {
    this.#form.show(range);
  }

  #item(text: string, active: boolean, choose: () => void): HTMLElement {
    const pressed = { type: 'button', class: 'choice', 'aria-pressed': String(active) };
    const item = element('button', pressed, text);
    item.addEventListener('click', choose);
    return item;
  }

  #openForm(): void {
    this.#popup.open(this.#button, t('Date range'), this.#form.element);
  }

  #choose(range: DateRange): void {
    this.#popup.close();
    this.#button.focus();
    this.#form.show(range);
    this.#onRange(range);
  }
}
