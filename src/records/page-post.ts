import type { ColumnBatch } from '../service/columns.ts';
import { joinBatches } from './batch-join.ts';
import { packBatch } from './pack-batch.ts';
import type { BatchMessage, Posted, ToWebview } from './protocol.ts';

/** Records of a message that is made of several: the page takes them in a millisecond or two. */
const mostRows = 6000;
/** The host works on messages without a break for about so long, in milliseconds. */
const longestTurn = 5;
/** Records that VS Code has and the page may not: about a megabyte, so that the page does not wait on a slow connection. */
const mostRowsUnderWay = 150_000;

function follows(message: ToWebview | undefined, first: BatchMessage): message is BatchMessage {
  return message?.type === 'batch' && message.load === first.load && message.vehicle === first.vehicle;
}

function rowsOf(message: Posted): number {
  return message.type === 'batch' ? message.batch.rows : 0;
}

/**
 * The way to the page. VS Code would take any number of messages at once, hold them all, and its window and the page in
 * it would then work them off without a break. So few records are given at a time, in their order, and batches that wait
 * meanwhile become larger ones.
 *
 * What is sent before there is a page, VS Code holds until the first one is loaded: records arrive while it comes up. A
 * later page is told nothing until it says that it is ready, and then has heard nothing of what was sent before.
 */
export class PagePost {
  readonly #post: (message: Posted) => PromiseLike<unknown>;
  readonly #now: () => number;
  #listens = true;
  /** No page has been there yet. */
  #ahead = true;
  #waiting: ToWebview[] = [];
  #rowsUnderWay = 0;
  #page = 0;
  /** It goes on in the host's next turn. */
  #resting = false;

  /**
   * @param post settles when the message is with the page, or can't be
   * @param now milliseconds of a clock
   */
  constructor(post: (message: Posted) => PromiseLike<unknown>, now = () => performance.now()) {
    this.#post = post;
    this.#now = now;
  }

  send(...messages: readonly ToWebview[]): void {
    if (!this.#listens) return;
    this.#waiting.push(...messages);
    if (!this.#resting) this.#go();
  }

  /**
   * A page is ready.
   *
   * @param begun whether it makes use of what it hears already
   * @returns whether what was sent so far is for this page; if not, it has heard nothing
   */
  listen(begun: boolean): boolean {
    const heard = this.#ahead && begun;
    if (!heard) this.hush();
    this.#ahead = false;
    this.#listens = true;
    if (!this.#resting) this.#go();
    return heard;
  }

  /** There is no page: what waits is not for the next one. */
  hush(): void {
    this.#listens = false;
    this.#ahead = false;
    this.#page += 1;
    this.#waiting = [];
    this.#rowsUnderWay = 0;
  }

  #go(): void {
    const end = this.#now() + longestTurn;
    for (let [next] = this.#waiting; next && this.#mayGo(next); [next] = this.#waiting) {
      if (this.#now() > end) {
        this.#rest();
        return;
      }
      void this.#give(this.#take(next));
    }
  }

  /** What is given already is on its way meanwhile. */
  #rest(): void {
    this.#resting = true;
    setImmediate(() => {
      this.#resting = false;
      this.#go();
    });
  }

  #mayGo(message: ToWebview): boolean {
    if (message.type !== 'batch') return true;
    if (this.#ahead && this.#gathers(message)) return false;
    return this.#rowsUnderWay === 0 || this.#rowsUnderWay + message.batch.rows <= mostRowsUnderWay;
  }

  /** While there is no page, only a full message goes: each has its price on the way, and nobody waits for it. */
  #gathers(first: BatchMessage): boolean {
    const rows = this.#waiting.reduce(
      (sum, message) => sum + (follows(message, first) ? message.batch.rows : mostRows),
      0,
    );
    return first.batch.firstRow > 0 && rows < mostRows;
  }

  async #give(message: Posted): Promise<void> {
    const rows = rowsOf(message);
    const page = this.#page;
    this.#rowsUnderWay += rows;
    try {
      await this.#post(message);
    } catch {
      // What could not be delivered takes up no room either.
    }
    if (page !== this.#page) return;
    this.#rowsUnderWay -= rows;
    if (!this.#resting) this.#go();
  }

  /** The first message that waits, with the batches that follow it, in few bytes; the first of a load goes by itself. */
  #take(first: ToWebview): Posted {
    this.#waiting.shift();
    if (first.type !== 'batch') return first;
    const batches: [ColumnBatch, ...ColumnBatch[]] = [first.batch];
    let { rows } = first.batch;
    for (
      let [next] = this.#waiting;
      first.batch.firstRow > 0 && follows(next, first) && rows + next.batch.rows <= mostRows;
      [next] = this.#waiting
    ) {
      this.#waiting.shift();
      rows += next.batch.rows;
      batches.push(next.batch);
    }
    return { ...first, batch: packBatch(joinBatches(batches)) };
  }
}
