import type { ViewerStrings } from '../messages/viewer-strings.ts';
import { type DateRange, type RangeProblem, rangeProblem } from '../../common/date-range.ts';
import { element, setText } from '../base/dom.ts';

/**
 * A text input instead of the browser's date input: it shows exactly what is sent, and is one tab stop instead of four.
 */
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

/** The days that the user types. An empty field means the service's default. */
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

  /** Shows the range that is being requested, or that of the records on screen. */
  show({ startDate = '', endDate = '' }: DateRange): void {
    this.#start.value = startDate;
    this.#end.value = endDate;
    setText(this.#problem, '');
    this.#mark([]);
  }

  /** Shows why the range cannot be requested, and focuses the invalid field. */
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
