import { t } from '../../common/translate.ts';
import { systemClock } from '../../common/clock.ts';
import type { HostMessage } from '../messages/to-host.ts';
import type { PageMessage } from '../messages/to-page.ts';
import type { LoadBuffer } from './load-buffer.ts';
import type { DateRange } from '../../common/date-range.ts';
import { isSameRange, rangeText } from '../header/date-range.ts';
import type { Formats } from '../formats/formats.ts';
import type { Header } from '../header/header.ts';
import { EmptyState, type EmptyStateParts, FileNotes, Notice } from './notice.ts';
import { Progress } from './progress.ts';
import type { RemedyMessage } from '../base/remedy-button.ts';

/** `loading` is also the state before anything is requested. */
type PageState = 'loading' | 'ready' | 'empty' | 'error';

export interface LoadStoryParts extends EmptyStateParts {
  readonly formats: Formats;
  readonly header: Header;
  /** The element that contains the records. */
  readonly grid: HTMLElement;
  readonly send: (message: RemedyMessage | HostMessage<'simulateCharge'>) => void;
}

/** Shows the state of a load: in the header, in the bar above it, and in place of records that could not be loaded. */
export class LoadStatus {
  readonly progress = new Progress();
  readonly notice: Notice;
  readonly empty: EmptyState;
  readonly notes = new FileNotes();
  readonly #parts: LoadStoryParts;
  #state: PageState = 'loading';
  /** The days that were requested last. */
  #asked: DateRange | undefined;

  constructor(parts: LoadStoryParts) {
    this.#parts = parts;
    this.notice = new Notice(parts.send);
    this.empty = new EmptyState(parts);
    this.#show('loading');
  }

  /** The page's state, which the style sheet uses as well. */
  get state(): PageState {
    return this.#state;
  }

  /** How long the service has asked to wait, as text; undefined if it has not. */
  get wait(): string | undefined {
    return this.notice.wait;
  }

  /** @param earlier whether earlier records stay on screen, so that the header still shows their days */
  begin(asked: DateRange, earlier: boolean): void {
    const { header } = this.#parts;
    // A load of the same days may begin by itself while the user types others.
    if (!this.#asked || !isSameRange(asked, this.#asked)) header.showAsked(asked);
    this.#asked = asked;
    if (!earlier) header.showRange(asked);
    // The notice disappears, along with the button that was pressed.
    if (this.notice.element.contains(document.activeElement)) header.focus();
    this.notice.hide();
    header.showOutdated(false);
    header.showLoading(0);
    this.progress.wait();
    this.#show('loading');
  }

  /** @param rows number of records that have arrived so far */
  goOn(rows: number): void {
    this.#parts.header.showLoading(rows);
    this.progress.step();
  }

  /** @param rows number of records that have arrived: all of them */
  complete(done: PageMessage<'done'>, asked: DateRange, rows: number): void {
    const { header, formats } = this.#parts;
    header.showRange(asked);
    this.empty.show(rangeText(asked, systemClock.now(), formats.language));
    header.showCount(rows);
    header.showTimes(done);
    this.notes.show(done.notes);
    this.#show(rows === 0 ? 'empty' : 'ready');
  }

  /** @param shown the records that stay on screen: earlier ones, or those that arrived before the failure */
  fail(failed: PageMessage<'failed'>, { shown, done }: Pick<LoadBuffer, 'shown' | 'done'>): void {
    const { formats, header } = this.#parts;
    const { rows } = shown.store;
    const count = formats.records(rows);
    const age = done && formats.age(done.receivedAt, systemClock.now(), t('just now'));
    const said =
      age === undefined ? t('Showing the records loaded before: {0}.', count) : t('Showing records from {0}.', age);
    this.notice.show(failed, rows > 0 ? said : '');
    // The notice says how old they are.
    header.showTimes(undefined);
    // If earlier records stay on screen, their notes stay as well.
    if (!done) this.notes.show(failed.notes);
    this.#show('error');
  }

  #show(state: PageState): void {
    this.#state = state;
    document.body.dataset.state = state;
    if (state !== 'loading') this.progress.end();
    this.empty.element.hidden = state !== 'empty';
    this.#parts.grid.setAttribute('aria-busy', String(state === 'loading'));
  }
}
