import { t } from '../../common/translate.ts';
import type { FailureText } from '../messages/to-page.ts';
import { spreadText, totalTexts } from '../results/summary-texts.ts';
import type { ImpliedCapacity, VehicleSummary } from '../results/summary.ts';
import { Swatch } from '../plot/swatch.ts';
import { element, setAttribute, setText } from '../base/dom.ts';
import type { Formats } from '../formats/formats.ts';
import { Countdown, type RemedyMessage, remedyButton, waitsUntil } from '../base/remedy-button.ts';
import { displayText } from '../base/text.ts';

const measures = ['charges', 'energy', 'time', 'public', 'implied', 'nominal'] as const;
type Measure = (typeof measures)[number];

/** One vehicle's row: totals of its records, the progress of its load, and what to do if that failed. */
export class VehicleRow {
  readonly element: HTMLElement;
  readonly #formats: Formats;
  readonly #cells = new Map(measures.map((id) => [id, element('td', { class: id })]));
  readonly #status = element('span', { class: 'vehicle-status' });
  /** Shown in place of the numbers of a vehicle whose records could not be loaded. */
  readonly #failure = element('td', { class: 'vehicle-failure', colspan: String(measures.length), hidden: '' });
  /** Undefined for the row of all vehicles. */
  readonly #vehicle: number | undefined;
  readonly #send: (message: RemedyMessage) => void;
  #failed: FailureText | undefined;
  #countdown: Countdown | undefined;

  constructor(formats: Formats, name: string, vehicle: number | undefined, send: (message: RemedyMessage) => void) {
    this.#formats = formats;
    this.#vehicle = vehicle;
    this.#send = send;
    const mark = vehicle === undefined ? undefined : new Swatch(`vehicle-${vehicle}`, true).element;
    const head = element('th', { scope: 'row' }, ...(mark ? [mark] : []), element('span', {}, name), this.#status);
    this.element = element('tr', {}, head, ...this.#cells.values(), this.#failure);
  }

  /** Why its records could not be loaded. */
  get failed(): FailureText | undefined {
    return this.#failed;
  }

  loading(soFar: number): void {
    const loading = t('Loading charge records…');
    this.#fail(undefined);
    setText(this.#status, soFar > 0 ? `${loading} ${t('{0} so far', this.#formats.count(soFar))}` : loading);
  }

  ended(failure: FailureText | undefined): void {
    setText(this.#status, '');
    this.#fail(failure);
  }

  /**
   * @param again repeats the request once the service accepts it; absent if the page itself does so for all vehicles
   */
  wait(again?: () => void): void {
    const retryAt = this.#failed && waitsUntil(this.#failed);
    if (retryAt === undefined) return;
    // Nothing is sent until the service accepts requests again.
    for (const button of this.#failure.querySelectorAll('button')) button.disabled = true;
    if (!again) return;
    this.#countdown = new Countdown('span', retryAt, again);
    this.#failure.append(' ', this.#countdown.element);
  }

  show({ totals, capacity }: VehicleSummary, nominal: number | undefined): void {
    const formats = this.#formats;
    const texts: Readonly<Record<Measure, string>> = {
      ...totalTexts(formats, totals),
      implied: capacity ? this.#implied(capacity) : t('unknown'),
      nominal: nominal === undefined ? t('unknown') : formats.energyWithUnit(nominal),
    };
    for (const [id, cell] of this.#cells) setText(cell, texts[id]);
    const cell = this.#cells.get('implied');
    if (cell) setAttribute(cell, 'title', capacity && spreadText(formats, capacity));
  }

  /** The median with the range of the middle half. */
  #implied({ median, quartiles }: ImpliedCapacity): string {
    const formats = this.#formats;
    const ends = quartiles.map((value) => formats.energy(value));
    return t('{0} ({1}–{2})', formats.energyWithUnit(median), ...ends);
  }

  /** Clears the battery's cells, because the row of all vehicles has no battery. */
  clearBattery(): void {
    for (const id of ['implied', 'nominal'] as const) {
      this.#cells.get(id)?.replaceChildren();
      this.#cells.get(id)?.removeAttribute('title');
    }
  }

  #fail(failure: FailureText | undefined): void {
    this.#countdown?.stop();
    this.#failed = failure;
    for (const cell of this.#cells.values()) cell.hidden = failure !== undefined;
    this.#failure.hidden = failure === undefined;
    if (!failure) return;
    const { message, nextStep, remedy, isCalm = false } = failure;
    this.#failure.classList.toggle('calm', isCalm);
    this.#failure.replaceChildren(`${displayText(message)} ${displayText(nextStep)}`);
    if (!remedy) return;
    const button = remedyButton(remedy, this.#vehicle, this.#send);
    button.className = 'link';
    this.#failure.append(' ', button);
  }
}
