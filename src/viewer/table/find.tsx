import { signal } from '@preact/signals';
import { createRef } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { t } from '../../common/translate.ts';
import type { ColumnId } from '../data/view-columns.ts';
import type { Formats } from '../formats/formats.ts';
import type { CellTexts } from '../grid/cell-texts.ts';
import type { Columns } from '../grid/columns.ts';
import type { Grid } from '../grid/grid.ts';
import type { ViewModel } from '../rows/view-model.ts';
import { folded } from '../base/text.ts';

/** Rows to search between two checks of the time; and how long a slice may take, in milliseconds. */
const rowsAtOnce = 64;
const slice = 8;

/** No more matches than this are counted, as in VS Code's own find. */
const mostMatches = 20_000;

/** A cell in which a text was found; its row is given as the position in the table. */
interface Match {
  readonly position: number;
  readonly column: ColumnId;
}

interface FindParts {
  readonly formats: Formats;
  readonly cells: CellTexts;
  readonly view: ViewModel;
  readonly columns: Columns;
  readonly grid: Grid;
}

/** Finds a text in what the table shows, and moves through its matches. */
export class Find {
  readonly #parts: FindParts;
  readonly #marks: MatchMarks;
  readonly #input = createRef<HTMLInputElement>();
  readonly #isOpen = signal(false);
  /** Counts the times that it was opened, or asked for again: the focus goes there each time. */
  readonly #calls = signal(0);
  readonly #hasMatches = signal(false);
  /** Where it is among the matches, as text. */
  readonly #count = signal('');
  #searching: ReturnType<typeof setTimeout> | undefined;
  #matches: readonly Match[] = [];
  #complete = true;
  /** True until it has gone to the first match. */
  #seeks = false;
  /** The match that it went to last, … */
  #match: Match | undefined;
  /** … and its index among all matches; -1 if it is no longer one of them. */
  #at = -1;

  constructor(parts: FindParts) {
    this.#parts = parts;
    this.#marks = new MatchMarks(parts.grid.rows);
  }

  /** Does nothing if there are no records, because the table is hidden then. */
  open(): void {
    if (this.#parts.view.store.rows === 0) return;
    this.#isOpen.value = true;
    this.#calls.value += 1;
    this.search();
  }

  close(): void {
    clearTimeout(this.#searching);
    this.#marks.show('');
    this.#isOpen.value = false;
    this.#parts.grid.focus();
  }

  /** Call this when other rows are shown, from the top. */
  search(): void {
    this.#seeks = true;
    this.#match = undefined;
    this.recount();
  }

  /** Call this when there are other rows, or the same rows have other texts. The table does not scroll. */
  recount(): void {
    clearTimeout(this.#searching);
    if (!this.#isOpen.value) return;
    this.#marks.show(this.#text);
    this.#find(folded(this.#text), 0, []);
  }

  /** Goes to the next or previous match; opens the box if it is closed. */
  next(by: -1 | 1): void {
    if (this.#isOpen.value) this.#step(by);
    else this.open();
  }

  get #text(): string {
    return this.#input.current?.value ?? '';
  }

  /** Searches for a time slice, so that the page stays responsive, shows what was found so far, and goes on. */
  #find(text: string, from: number, matches: Match[]): void {
    const { view } = this.#parts;
    const { ids } = this.#parts.columns;
    const end = performance.now() + slice;
    let position = text === '' ? view.count : from;
    while (position < view.count && matches.length < mostMatches && performance.now() < end) {
      const until = Math.min(view.count, position + rowsAtOnce);
      for (; position < until; position += 1) this.#look(position, text, ids, matches);
    }
    this.#complete = position >= view.count || matches.length >= mostMatches;
    this.#matches = matches;
    this.#at = matches.findIndex(
      (each) => each.position === this.#match?.position && each.column === this.#match.column,
    );
    if (this.#seeks) this.#goToFirst();
    this.#showCount();
    if (!this.#complete) this.#searching = setTimeout(() => this.#find(text, position, matches));
  }

  #look(position: number, text: string, columns: readonly ColumnId[], matches: Match[]): void {
    const { cells, view } = this.#parts;
    const row = view.rowAt(position);
    for (const column of columns) {
      const shown = cells.text(view.store, row, column) ?? cells.unknown;
      if (folded(shown).includes(text)) matches.push({ position, column });
    }
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
    const from = this.#parts.grid.active.position;
    const index = this.#matches.findIndex(({ position }) => position >= from);
    return index === -1 ? this.#matches.length : index;
  }

  /** @param at may be one beyond either end */
  #go(at: number): void {
    const { length } = this.#matches;
    this.#seeks = false;
    this.#at = (at + length) % length;
    this.#match = this.#matches[this.#at];
    if (this.#match) this.#parts.grid.activate(this.#match.position, this.#match.column, false);
    this.#showCount();
  }

  #showCount(): void {
    const { length } = this.#matches;
    this.#hasMatches.value = length > 0;
    const number = (value: number) => this.#parts.formats.count(value);
    const of = (at: string, all: string) =>
      this.#complete && length < mostMatches ? t('{0} of {1}', at, all) : t('{0} of more than {1}', at, all);
    if (this.#text === '') this.#count.value = '';
    else if (length === 0) this.#count.value = this.#complete ? t('No results') : '';
    else this.#count.value = of(this.#at === -1 ? '?' : number(this.#at + 1), number(length));
  }

  readonly #onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter' && event.target === this.#input.current) this.#step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** @param isInert whether there is nothing to search */
  readonly Box = ({ isInert }: { readonly isInert: boolean }) => {
    const button = (text: string, label: string, onClick: () => void) => (
      <button type="button" class="secondary" aria-label={label} title={label} onClick={onClick}>
        {text}
      </button>
    );
    const name = t('Find in table');
    useLayoutEffect(() => {
      if (!this.#isOpen.value) return;
      this.#input.current?.focus();
      this.#input.current?.select();
    }, [this.#calls.value]);
    return (
      <div
        class={`find${this.#hasMatches.value ? ' found' : ''}`}
        role="search"
        hidden={!this.#isOpen.value}
        inert={isInert}
        onKeyDown={this.#onKey}
      >
        <input type="text" aria-label={name} placeholder={name} ref={this.#input} onInput={() => this.search()} />
        <span role="status" class="find-count">
          {this.#count.value}
        </span>
        {button('↑', t('Previous match'), () => this.#step(-1))}
        {button('↓', t('Next match'), () => this.#step(1))}
        {button('×', t('Close'), () => this.close())}
      </div>
    );
  };
}

/** Marks a text wherever the rows on screen show it, while they scroll and change. */
class MatchMarks {
  readonly #rows: HTMLElement;
  readonly #observer = new MutationObserver(() => this.#mark());
  #text = '';

  constructor(rows: HTMLElement) {
    this.#rows = rows;
  }

  /** @param text empty: nothing is marked */
  show(text: string): void {
    this.#observer.disconnect();
    this.#text = folded(text);
    if (this.#text !== '') {
      this.#observer.observe(this.#rows, { characterData: true, childList: true, subtree: true });
    }
    this.#mark();
  }

  /** Highlights change no element, so that rows stay as quick to reuse as before. */
  #mark(): void {
    CSS.highlights.delete('found');
    if (this.#text === '') return;
    const found = new Highlight();
    const texts = document.createTreeWalker(this.#rows, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) this.#markIn(node as Text, found);
    CSS.highlights.set('found', found);
  }

  #markIn(node: Text, found: Highlight): void {
    const shown = folded(node.data);
    for (let at = shown.indexOf(this.#text); at !== -1; at = shown.indexOf(this.#text, at + this.#text.length)) {
      const range = new StaticRange({
        startContainer: node,
        startOffset: at,
        endContainer: node,
        endOffset: at + this.#text.length,
      });
      found.add(range);
    }
  }
}
