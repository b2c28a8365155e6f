import { t } from '../../common/translate.ts';
import { element, setText } from '../base/dom.ts';
import { type Finder, type Match, mostMatches } from './finder.ts';
import type { Formats } from '../formats/formats.ts';
import type { MatchMarks } from './match-marks.ts';
import type { ColumnId } from '../data/view-columns.ts';

export interface FindEvents {
  /** True if there are no records. */
  readonly isEmpty: () => boolean;
  readonly columns: () => readonly ColumnId[];
  /** Where the search starts: the position of the active cell. */
  readonly from: () => number;
  readonly onMatch: (match: Match) => void;
  readonly onClose: () => void;
}

/** The box that finds a text in the table and moves through its matches. */
export class FindBox {
  readonly element: HTMLElement;
  readonly #formats: Formats;
  readonly #finder: Finder;
  readonly #marks: MatchMarks;
  readonly #events: FindEvents;
  readonly #input = element('input', { type: 'text' });
  readonly #count = element('span', { role: 'status', class: 'find-count' });
  #matches: readonly Match[] = [];
  #complete = true;
  /** True until it has gone to the first match. */
  #seeks = false;
  /** The match that it went to last, … */
  #match: Match | undefined;
  /** … and its index among all matches; -1 if it is no longer one of them. */
  #at = -1;

  constructor(formats: Formats, finder: Finder, marks: MatchMarks, events: FindEvents) {
    this.#formats = formats;
    this.#finder = finder;
    this.#marks = marks;
    this.#events = events;
    this.#input.setAttribute('aria-label', t('Find in table'));
    this.#input.placeholder = t('Find in table');
    this.#input.addEventListener('input', () => this.search());
    const button = (text: string, label: string, onClick: () => void) => {
      const made = element('button', { type: 'button', class: 'secondary', 'aria-label': label, title: label }, text);
      made.addEventListener('click', onClick);
      return made;
    };
    this.element = element(
      'div',
      { class: 'find', role: 'search', hidden: '' },
      this.#input,
      this.#count,
      button('↑', t('Previous match'), () => this.#step(-1)),
      button('↓', t('Next match'), () => this.#step(1)),
      button('×', t('Close'), () => this.close()),
    );
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Does nothing if there are no records, because the table is hidden then. */
  open(): void {
    if (this.#events.isEmpty()) return;
    this.element.hidden = false;
    this.#input.focus();
    this.#input.select();
    this.search();
  }

  close(): void {
    if (!this.isOpen) return;
    this.#finder.stop();
    this.#marks.show('');
    this.element.hidden = true;
    this.#events.onClose();
  }

  /** Call this when other rows are shown, from the top. */
  search(): void {
    if (!this.isOpen) return;
    this.#seeks = true;
    this.#match = undefined;
    this.#find();
  }

  /** Call this when there are other rows, or the same rows have other texts. The table does not scroll. */
  recount(): void {
    if (this.isOpen) this.#find();
  }

  /** Goes to the next or previous match; opens the box if it is closed. */
  next(by: -1 | 1): void {
    if (this.isOpen) this.#step(by);
    else this.open();
  }

  #find(): void {
    this.#marks.show(this.#input.value);
    this.#finder.find(this.#input.value, this.#events.columns(), (matches, complete) => {
      this.#matches = matches;
      this.#complete = complete;
      this.#at = matches.findIndex(
        (each) => each.position === this.#match?.position && each.column === this.#match.column,
      );
      if (this.#seeks) this.#goToFirst();
      this.#showCount();
    });
  }

  #step(by: -1 | 1): void {
    if (this.#matches.length === 0) return;
    if (this.#at !== -1) this.#go(this.#at + by);
    else this.#go(by === 1 ? this.#following : this.#following - 1);
  }

  #goToFirst(): void {
    const { length } = this.#matches;
    if (this.#following === length && !this.#complete) return;
    this.#seeks = false;
    if (length > 0) this.#go(this.#following);
  }

  /** The first match at or after the table's current position. */
  get #following(): number {
    const from = this.#events.from();
    const index = this.#matches.findIndex(({ position }) => position >= from);
    return index === -1 ? this.#matches.length : index;
  }

  /** @param at may be one beyond either end */
  #go(at: number): void {
    const { length } = this.#matches;
    this.#seeks = false;
    this.#at = (at + length) % length;
    this.#match = this.#matches[this.#at];
    if (this.#match) this.#events.onMatch(this.#match);
    this.#showCount();
  }

  #showCount(): void {
    const { length } = this.#matches;
    this.element.classList.toggle('found', length > 0);
    const number = (value: number) => this.#formats.count(value);
    const text = (at: string, all: string) =>
      this.#complete && length < mostMatches ? t('{0} of {1}', at, all) : t('{0} of more than {1}', at, all);
    if (this.#input.value === '') setText(this.#count, '');
    else if (length === 0) setText(this.#count, this.#complete ? t('No results') : '');
    else setText(this.#count, text(this.#at === -1 ? '?' : number(this.#at + 1), number(length)));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter' && event.target === this.#input) this.#step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
