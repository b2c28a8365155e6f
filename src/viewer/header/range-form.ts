import type { ViewerStrings } from '../messages/viewer-strings.ts';
import { type DateRange, type RangeProblem, rangeProblem } from '../../common/date-range.ts';
import { element, setText } from '../base/dom.ts';

/** Text, not a date of the browser's: it shows to the letter what is sent, and is one stop for Tab instead of four. */
function dayInput(id: string): HTMLInputElement {
  return element('input', {
    id,
    size: '10',
    placeholder: 'YYYY-MM-DD',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'range-problem',
  });
}

/** The days that somebody types. An empty field is the service's default. */
export class RangeForm {
  readonly element: HTMLElement;
  readonly #strings: ViewerStrings;
  readonly #start = dayInput('range-start');
  readonly #end = dayInput('range-end');
  readonly #problem = element('span', { id: 'range-problem', class: 'range-problem', role: 'alert' });
  readonly #onRange: (range: DateRange) => void;

  constructor(strings: ViewerStrings, onRange: (range: DateRange) => void) {
    this.#strings = strings;
    this.#onRange = onRange;
    const form = element(
      'form',
      { class: 'range' },
      element('label', {}, strings.rangeStart, this.#start),
      element('label', {}, strings.rangeEnd, this.#end),
      element('button', { type: 'submit', id: 'range-ask' }, strings.rangeAsk),
      this.#problem,
      element('p', { class: 'note' }, strings.rangeExplained),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.element = form;
  }

  focus(): void {
    this.#start.focus();
  }

  /** The range that is asked for, or whose records are on screen. */
  show({ startDate = '', endDate = '' }: DateRange): void {
    this.#start.value = startDate;
    this.#end.value = endDate;
    setText(this.#problem, '');
    this.#mark([]);
  }

  /** Says why the range can't be asked for, and leads to what is wrong. */
  #showProblem({ reason, ends }: RangeProblem): void {
    setText(this.#problem, this.#strings[reason]);
    this.#mark(ends);
    (ends.includes('startDate') ? this.#start : this.#end).focus();
  }

  #mark(wrong: readonly (keyof DateRange)[]): void {
    this.#start.setAttribute('aria-invalid', String(wrong.includes('startDate')));
    this.#end.setAttribute('aria-invalid', String(wrong.includes('endDate')));
  }

  #submit(): void {
    const day = ({ value }: HTMLInputElement) => (value.trim() === '' ? undefined : value.trim());
    const range = { startDate: day(this.#start), endDate: day(this.#end) };
    const problem = rangeProblem(range);
    if (problem) {
      this.#showProblem(problem);
      return;
    }
    this.show(range);
    this.#onRange(range);
  }
}
