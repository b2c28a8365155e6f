import { signal } from '@preact/signals';
import { createRef } from 'preact';
import { now } from '../../common/clock.ts';
import { type DateRange, type RangeProblem, rangeProblem } from '../../common/date-range.ts';
import { t } from '../../common/translate.ts';
import { Popup } from '../base/popup.tsx';
import { isSameRange, lastDays, presets, rangeExplained, rangeText } from './date-range.ts';
import type { LoadState } from './load-state.ts';

const problems = (): Readonly<Record<RangeProblem['reason'], string>> => ({
  rangeNotADay: t('Enter a date as YYYY-MM-DD.'),
  rangeReversed: t('“To” must not be before “From”.'),
});

/** The date range of the records, and the menu that selects another one. */
export class RangeMenu {
  readonly #load: LoadState;
  readonly #language: string;
  readonly #onRange: (range: DateRange) => void;
  readonly #popup = new Popup();
  readonly #button = createRef<HTMLButtonElement>();
  /** The days in the form: those that were requested last, until the user types others. */
  readonly #typed = signal<DateRange>({});
  readonly #problem = signal<RangeProblem | undefined>(undefined);

  constructor(load: LoadState, language: string, onRange: (range: DateRange) => void) {
    this.#load = load;
    this.#language = language;
    this.#onRange = onRange;
    load.asked.subscribe((range) => this.#reset(range));
  }

  open(): void {
    const Form = this.#form;
    const custom = { text: t('Custom range…'), choose: () => this.#show(<Form />) };
    const offered = [...presets.map((days) => lastDays(days, now())), {}].map((range) => ({
      text: rangeText(range, now(), this.#language),
      choose: () => this.#choose(range),
      active: isSameRange(range, this.#load.range.value),
    }));
    const items = [...offered, { ...custom, active: !offered.some(({ active }) => active) }];
    this.#show(
      <div class="choices">
        {items.map(({ text, choose, active }) => (
          <button type="button" class="choice" aria-pressed={active} onClick={choose}>
            {text}
          </button>
        ))}
      </div>,
    );
    this.#popup.element.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
  }

  /** Shows the days of the records, and opens the menu. */
  readonly Button = () => {
    void this.#load.renewals.value;
    const text = rangeText(this.#load.range.value, now(), this.#language);
    return (
      <span class="range-menu" ref={this.#holdPopup}>
        <button
          type="button"
          id="range"
          class="quiet range-button"
          aria-haspopup="dialog"
          title={`${text}\n${rangeExplained()}`}
          ref={this.#button}
          onClick={() => this.open()}
        >
          <span class="text">{text}</span>
        </button>
      </span>
    );
  };

  readonly #holdPopup = (at: Element | null) => at?.append(this.#popup.element);

  /** The days that the user types. An empty field means the service's default. */
  readonly #form = () => {
    const problem = this.#problem.value;
    // A text input instead of the browser's date input: it shows exactly what is sent, and is one tab stop instead of four.
    const day = (id: string, end: keyof DateRange) => (
      <input
        id={id}
        size={10}
        placeholder="YYYY-MM-DD"
        autocomplete="off"
        spellcheck={false}
        aria-describedby="range-problem"
        aria-invalid={problem?.ends.includes(end) ?? false}
        value={this.#typed.value[end] ?? ''}
        onInput={({ currentTarget }) => (this.#typed.value = { ...this.#typed.value, [end]: currentTarget.value })}
      />
    );
    return (
      <form class="range" onSubmit={this.#submit}>
        <label>
          {t('From')}
          {day('range-start', 'startDate')}
        </label>
        <label>
          {t('To')}
          {day('range-end', 'endDate')}
        </label>
        <button type="submit" id="range-ask">
          {t('Show')}
        </button>
        <span id="range-problem" class="range-problem" role="alert">
          {problem && problems()[problem.reason]}
        </span>
        <p class="note">{rangeExplained()}</p>
      </form>
    );
  };

  readonly #submit = (event: Event) => {
    event.preventDefault();
    const day = (end: keyof DateRange) => {
      const typed = this.#typed.value[end]?.trim();
      return typed === '' ? undefined : typed;
    };
    const range = { startDate: day('startDate'), endDate: day('endDate') };
    const problem = rangeProblem(range);
    if (!problem) return this.#choose(range);
    this.#problem.value = problem;
    const invalid = problem.ends.includes('startDate') ? '#range-start' : '#range-end';
    this.#popup.element.querySelector<HTMLElement>(invalid)?.focus();
  };

  #show(content: preact.JSX.Element): void {
    if (this.#button.current) this.#popup.show(this.#button.current, t('Date range'), content);
  }

  #choose(range: DateRange): void {
    this.#popup.close();
    this.#button.current?.focus();
    this.#reset(range);
    this.#onRange(range);
  }

  #reset(range: DateRange): void {
    this.#typed.value = range;
    this.#problem.value = undefined;
  }
}
