import { joinable, joined } from '../load/message-join.ts';
import type { Posted, ToPage } from '../protocol/to-page.ts';

/** The host works on messages without a break for about so long, in milliseconds. */
const longestTurn = 5;
/** Records that VS Code has and the page may not: about a megabyte, so that the page does not wait on a slow connection. */
const mostRowsUnderWay = 150_000;

function rowsOf(message: ToPage | Posted): number {
  return message.type === 'batch' ? message.batch.rows : 0;
}

/**
 * The way to the page. VS Code would take any number of messages at once, hold them all, and its window and the page in
 * it would then work them off without a break. So few records are given at a time, in their order, and batches that wait
 * meanwhile become larger ones.
 *
 * While a page comes up, what is sent waits for it, and is made ready to go meanwhile. Of the first page, the first load
 * goes ahead if it is one batch, as most are, or else how it begins: VS Code holds it until the page is loaded. That it
 * was loaded, only the page itself can say; it is told again then.
 */
export class PagePost {
  readonly #post: (message: Posted) => PromiseLike<unknown>;
  readonly #now: () => number;
  #page: 'none' | 'coming' | 'ready' = 'none';
  /** What of its first load goes to the first page before it is ready, in this order. */
  #ahead: readonly ToPage['type'][] = ['start', 'batch', 'done'];
  #waiting: ToPage[] = [];
  /** What waits in front of that and can be given as it is. */
  #packed: Posted[] = [];
  #rowsUnderWay = 0;
  /** What an earlier page answers late is not about this one. */
  #pages = 0;
  /** It goes on then: the host has its next turn first. */
  #turn: NodeJS.Immediate | undefined;

  /**
   * @param post settles when the message is with the page, or can't be
   * @param now milliseconds of a clock
   */
  constructor(post: (message: Posted) => PromiseLike<unknown>, now = () => performance.now()) {
    this.#post = post;
    this.#now = now;
  }

  /** True from when a page comes up until it is ready. */
  get expects(): boolean {
    return this.#page === 'coming';
  }

  /** True from when a page comes up until it is gone. */
  get hasPage(): boolean {
    return this.#page !== 'none';
  }

  send(...messages: readonly ToPage[]): void {
    if (this.#page === 'none') return;
    for (const message of messages) this.#sendAhead(message);
    this.#waiting.push(...messages);
    // Nothing depends on how soon something is made ready; who reads records goes on.
    if (this.#page === 'coming') this.#rest();
    else if (!this.#turn) this.#go();
  }

  /**
   * A page comes up, which has heard nothing of what was sent to another.
   *
   * @param story all that there is to tell
   */
  expect(story: readonly ToPage[]): void {
    this.hush();
    this.#page = 'coming';
    this.send(...story);
  }

  /**
   * The page that was expected is ready.
   *
   * @param first what it is to hear before all that waits
   */
  listen(...first: readonly Posted[]): void {
    this.#page = 'ready';
    this.#ahead = [];
    this.#packed.unshift(...first);
    clearImmediate(this.#turn);
    this.#go();
  }

  /** There is no page: what waits is not for the next one. */
  hush(): void {
    if (this.#page !== 'none') this.#ahead = [];
    this.#page = 'none';
    this.#pages += 1;
    this.#waiting = [];
    this.#packed = [];
    this.#rowsUnderWay = 0;
  }

  #sendAhead(message: ToPage): void {
    if (!('load' in message)) return;
    const isNext = message.type === this.#ahead[0];
    this.#ahead = isNext ? this.#ahead.slice(1) : [];
    const packed = isNext && joined([message]);
    if (packed) void this.#give(packed);
  }

  #go(): void {
    this.#turn = undefined;
    const end = this.#now() + longestTurn;
    while (this.#hasWork()) {
      if (this.#now() > end) {
        this.#rest();
        return;
      }
      this.#work();
    }
  }

  /** Other work of the host comes first, and what is given already is on its way meanwhile. */
  #rest(): void {
    this.#turn ??= setImmediate(() => this.#go());
  }

  /** Whether there is something that can be given now, or made ready. */
  #hasWork(): boolean {
    if (this.#page !== 'ready') return joinable(this.#waiting).closed;
    const next = this.#packed[0] ?? this.#waiting[0];
    if (!next) return false;
    return next.type !== 'batch' || this.#rowsUnderWay === 0 || this.#rowsUnderWay + rowsOf(next) <= mostRowsUnderWay;
  }

  #work(): void {
    const isReady = this.#page === 'ready';
    const packed = isReady ? this.#packed.shift() : undefined;
    const next = packed ?? joined(this.#waiting.splice(0, joinable(this.#waiting).count));
    if (!next) return;
    if (isReady) void this.#give(next);
    else this.#packed.push(next);
  }

  async #give(message: Posted): Promise<void> {
    const rows = rowsOf(message);
    const pages = this.#pages;
    this.#rowsUnderWay += rows;
    try {
      await this.#post(message);
    } catch {
      // What could not be delivered takes up no room either.
    }
    if (pages !== this.#pages) return;
    this.#rowsUnderWay -= rows;
    if (!this.#turn) this.#go();
  }
}
