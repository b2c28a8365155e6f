import type { ViewerStrings } from '../records/protocol.ts';
import { element, setText } from './dom.ts';
import { fill } from './text.ts';

/** Days as YYYY-MM-DD; an absent one is left to the service. */
export interface DateRange {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Lengths of the ranges that one press asks for, in days. */
const presets = [7, 14, 30] as const;

/** A local day as the service writes it. */
function dayText(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The last days up to now: the start is that many days ago, and the end is left to the service. */
export function lastDays(days: number, now: Date): DateRange {
  return { startDate: dayText(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days)) };
}

/** What of a range the service would refuse; undefined if nothing. Days of this form compare as text. */
export function rangeProblem({ startDate, endDate }: DateRange): 'rangeReversed' | undefined {
  return startDate !== undefined && endDate !== undefined && endDate < startDate ? 'rangeReversed' : undefined;
}

/** Asks for records of other days. An empty field is the service's default, and says so. */
export class RangeBar {
  readonly element: HTMLElement;
  readonly #strings: ViewerStrings;
  readonly #start = element('input', {
    type: 'date',
    id: 'range-start',
    'aria-describedby': 'range-defaults range-problem',
  });
  readonly #end = element('input', {
    type: 'date',
    id: 'range-end',
    'aria-describedby': 'range-defaults range-problem',
  });
  readonly #problem = element('span', { id: 'range-problem', class: 'range-problem', role: 'alert' });
  readonly #cancel: HTMLButtonElement;
  readonly #onRange: (range: DateRange) => void;

  constructor(strings: ViewerStrings, onRange: (range: DateRange) => void, onCancel: () => void) {
    this.#strings = strings;
    this.#onRange = onRange;
    const button = (text: string, press: () => void, attributes: Readonly<Record<string, string>> = {}) => {
      const made = element('button', { type: 'button', class: 'secondary', ...attributes }, text);
      made.addEventListener('click', press);
      return made;
    };
    this.#cancel = button(strings.cancel, onCancel, { id: 'cancel', hidden: '' });
    const preset = (range: DateRange, text: string) => button(text, () => this.#ask(range));
    const form = element(
      'form',
      { class: 'range' },
      element('label', {}, strings.rangeStart, this.#start),
      element('label', {}, strings.rangeEnd, this.#end),
      element('button', { type: 'submit', id: 'range-ask' }, strings.rangeAsk),
      ...presets.map((days) =>
        button(fill(strings.rangeLast, String(days)), () => this.#ask(lastDays(days, new Date()))),
      ),
      preset({}, strings.rangeServiceDefault),
      this.#cancel,
      this.#problem,
      element('span', { id: 'range-defaults', class: 'note' }, strings.rangeDefaults),
    );
    // Without this the browser's own bubble would say it, in its own language.
    form.noValidate = true;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.element = form;
  }

  /** The range that is asked for, or whose records are on screen. */
  show({ startDate = '', endDate = '' }: DateRange): void {
    this.#start.value = startDate;
    this.#end.value = endDate;
    this.showProblem('');
  }

  set loading(loading: boolean) {
    if (!loading && document.activeElement === this.#cancel) this.#start.focus();
    this.#cancel.hidden = !loading;
  }

  /** @param text why the range can't be asked for; empty: it can */
  showProblem(text: string): void {
    setText(this.#problem, text);
    for (const input of [this.#start, this.#end]) input.setAttribute('aria-invalid', String(text !== ''));
  }

  #submit(): void {
    // A date that is typed in part, or is none, has no value; that is not the same as an empty field.
    if (!this.#start.validity.valid || !this.#end.validity.valid) {
      this.showProblem(this.#strings['not-a-day']);
      return;
    }
    this.#ask({ startDate: this.#start.value || undefined, endDate: this.#end.value || undefined });
  }

  #ask(range: DateRange): void {
    const problem = rangeProblem(range);
    if (problem) {
      this.showProblem(this.#strings[problem]);
      return;
    }
    this.show(range);
    this.#onRange(range);
  }
}
