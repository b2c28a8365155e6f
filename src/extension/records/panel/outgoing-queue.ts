import type { ToPage } from '../../../viewer/messages/to-page.ts';

/** Records that VS Code has and the page may not: some megabytes, so that the page does not wait on a slow connection. */
const mostRowsUnderWay = 50_000;

function rowsOf(message: ToPage): number {
  return message.type === 'batch' ? message.batch.rows : 0;
}

/** What the page is sent of a message: the records to the letter stay with the host. */
function forPage(message: ToPage): ToPage {
  if (message.type !== 'batch') return message;
  const { raw: _raw, ...batch } = message.batch;
  return { ...message, batch };
}

/**
 * The way to the page. VS Code would take any number of messages at once, hold them all, and its window and the page in
 * it would then work them off without a break. So few records are given at a time, in their order.
 *
 * While a page comes up, what is sent waits for it. Of the first page, the first load goes ahead if it is one batch, as
 * most are, or else how it begins: VS Code holds it until the page is loaded. That it was loaded, only the page itself can
 * say; it is told again then.
 */
export class OutgoingQueue {
  readonly #post: (message: ToPage) => PromiseLike<unknown>;
  #page: 'none' | 'coming' | 'ready' = 'none';
  /** What of its first load goes to the first page before it is ready, in this order. */
  #ahead: readonly ToPage['type'][] = ['start', 'batch', 'done'];
  #waiting: ToPage[] = [];
  #rowsUnderWay = 0;
  /** What an earlier page answers late is not about this one. */
  #pages = 0;

  /** @param post settles when the message is with the page, or can't be */
  constructor(post: (message: ToPage) => PromiseLike<unknown>) {
    this.#post = post;
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
    this.#giveSome();
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
  listen(...first: readonly ToPage[]): void {
    this.#page = 'ready';
    this.#ahead = [];
    this.#waiting.unshift(...first);
    this.#giveSome();
  }

  /** There is no page: what waits is not for the next one. */
  hush(): void {
    if (this.#page !== 'none') this.#ahead = [];
    this.#page = 'none';
    this.#pages += 1;
    this.#waiting = [];
    this.#rowsUnderWay = 0;
  }

  #sendAhead(message: ToPage): void {
    if (!('load' in message)) return;
    const isNext = message.type === this.#ahead[0];
    this.#ahead = isNext ? this.#ahead.slice(1) : [];
    if (isNext) void this.#give(message);
  }

  #giveSome(): void {
    while (this.#page === 'ready' && this.#hasRoom()) {
      const next = this.#waiting.shift();
      if (!next) return;
      void this.#give(next);
    }
  }

  #hasRoom(): boolean {
    const rows = this.#waiting[0] ? rowsOf(this.#waiting[0]) : 0;
    return rows === 0 || this.#rowsUnderWay === 0 || this.#rowsUnderWay + rows <= mostRowsUnderWay;
  }

  async #give(message: ToPage): Promise<void> {
    const rows = rowsOf(message);
    const pages = this.#pages;
    this.#rowsUnderWay += rows;
    try {
      await this.#post(forPage(message));
    } catch {
      // What could not be delivered takes up no room either.
    }
    if (pages !== this.#pages) return;
    this.#rowsUnderWay -= rows;
    this.#giveSome();
  }
}
