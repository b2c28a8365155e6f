import type { ToPage } from '../../../viewer/messages/to-page.ts';

/** The most rows sent but not yet acknowledged: a few megabytes, so that the page is not idle on a slow connection. */
const mostRowsUnderWay = 50_000;

function rowsOf(message: ToPage): number {
  return message.type === 'batch' ? message.batch.rows : 0;
}

/** The message as the page receives it: the raw records stay in the host. */
function forPage(message: ToPage): ToPage {
  if (message.type !== 'batch') return message;
  const { raw: _raw, ...batch } = message.batch;
  return { ...message, batch };
}

/**
 * The queue of messages to the page. VS Code would accept any number of messages at once and hold them all, and its
 * window and the page would then process them without a pause. So only a few rows are sent at a time, in order.
 *
 * While a page is loading, messages wait. The exception is the first page's first load: it is sent ahead if it is a
 * single batch, as most are; otherwise only its beginning is. VS Code holds these messages until the page has loaded.
 * Only the page itself can confirm that it has received them; they are sent again when it is ready.
 */
export class OutgoingQueue {
  readonly #post: (message: ToPage) => PromiseLike<unknown>;
  #page: 'none' | 'coming' | 'ready' = 'none';
  /** Which messages of the first load are sent to the first page before it is ready, in this order. */
  #ahead: readonly ToPage['type'][] = ['start', 'batch', 'done'];
  #waiting: ToPage[] = [];
  #rowsUnderWay = 0;
  /** Identifies the current page, so that a late acknowledgement from an earlier page is ignored. */
  #pages = 0;

  /** @param post settles when the message has been delivered, or cannot be */
  constructor(post: (message: ToPage) => PromiseLike<unknown>) {
    this.#post = post;
  }

  /** True while a page is loading. */
  get expects(): boolean {
    return this.#page === 'coming';
  }

  send(...messages: readonly ToPage[]): void {
    if (this.#page === 'none') return;
    for (const message of messages) this.#sendAhead(message);
    this.#waiting.push(...messages);
    this.#giveSome();
  }

  /**
   * A new page starts to load. It has received nothing of what was sent to earlier pages.
   *
   * @param story every message that it needs
   */
  expect(story: readonly ToPage[]): void {
    this.hush();
    this.#page = 'coming';
    this.send(...story);
  }

  /**
   * The expected page is ready.
   *
   * @param first messages to send before all that are waiting
   */
  listen(...first: readonly ToPage[]): void {
    this.#page = 'ready';
    this.#ahead = [];
    this.#waiting.unshift(...first);
    this.#giveSome();
  }

  /** There is no page any more: waiting messages are dropped, not kept for the next page. */
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
      // A message that could not be delivered frees its rows too.
    }
    if (pages !== this.#pages) return;
    this.#rowsUnderWay -= rows;
    this.#giveSome();
  }
}
