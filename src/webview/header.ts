import type { ChargeRecordsTarget, DoneMessage, ViewerStrings } from '../records/protocol.ts';
import { element, setText } from './dom.ts';
import type { Formats } from './formats.ts';
import { displayText, fill } from './text.ts';

/** Which records were asked for, with the service's defaults called so. */
export function rangeText(strings: ViewerStrings, { startDate, endDate }: ChargeRecordsTarget): string {
  if (startDate !== undefined && endDate !== undefined) return fill(strings.rangeBoth, startDate, endDate);
  if (startDate !== undefined) return fill(strings.rangeFrom, startDate);
  if (endDate !== undefined) return fill(strings.rangeUntil, endDate);
  return strings.rangeDefault;
}

/** Whose records these are, which were asked for, how many came, and when. */
export class Header {
  readonly element: HTMLElement;
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;
  readonly #status = element('span', { role: 'status', id: 'status', class: 'status' });
  readonly #progress = element('span', { class: 'so-far' });
  readonly #age = element('span', { id: 'age', class: 'age' });
  readonly #reload: HTMLButtonElement;
  #times: Pick<DoneMessage, 'receivedAt' | 'fetchedAt'> | undefined;

  constructor(strings: ViewerStrings, formats: Formats, target: ChargeRecordsTarget, onReload: () => void) {
    this.#strings = strings;
    this.#formats = formats;
    const { make, model, year } = target.vehicle;
    const range = element('span', { id: 'range', title: strings.rangeExplained }, rangeText(strings, target));
    this.#reload = element('button', { type: 'button', id: 'reload', class: 'secondary' }, strings.reload);
    this.#reload.addEventListener('click', onReload);
    this.element = element(
      'header',
      { class: 'head-line' },
      element(
        'div',
        { class: 'who' },
        element('h1', {}, displayText(`${make} ${model}`), ' ', element('span', { class: 'year' }, String(year))),
        element('p', { class: 'facts' }, this.#status, this.#progress, range, this.#age),
      ),
      this.#reload,
    );
  }

  focus(): void {
    this.#reload.focus();
  }

  showLoading(soFar: number): void {
    setText(this.#status, this.#strings.loading);
    // Beside the live region: a count that changes many times a second is not to be read out.
    setText(this.#progress, soFar > 0 ? fill(this.#strings.soFar, this.#formats.count(soFar)) : '');
  }

  /** @param rows undefined if it isn't known how many there are */
  showCount(rows: number | undefined): void {
    setText(this.#status, rows === undefined ? '' : this.#countText(rows));
    setText(this.#progress, '');
  }

  /** When the records on screen came; undefined while there are none. */
  showTimes(times: Pick<DoneMessage, 'receivedAt' | 'fetchedAt'> | undefined): void {
    this.#times = times;
    this.refreshAge();
  }

  #countText(rows: number): string {
    return rows === 1 ? this.#strings.oneRecord : fill(this.#strings.manyRecords, this.#formats.count(rows));
  }

  /** To be called now and then: records grow older by themselves. */
  refreshAge(): void {
    this.#age.hidden = !this.#times;
    if (!this.#times) return;
    const { receivedAt, fetchedAt } = this.#times;
    const ago = (time: number) => this.#formats.age(time, Date.now());
    const parts = [fill(this.#strings.received, ago(receivedAt))];
    if (fetchedAt !== undefined) parts.push(fill(this.#strings.fetched, ago(fetchedAt)));
    setText(this.#age, parts.join(', '));
    this.#age.title = this.#formats.dateTime(receivedAt);
  }
}
