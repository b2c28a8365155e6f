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
 * A page that is not there, or not ready, is told nothing, but for the first one: how its first load begins, VS Code holds
 * until the page is loaded. That it was loaded, only the page itself can say; it is told again then.
 */
export class PagePost {
  readonly #post: (message: Posted) => PromiseLike<unknown>;
  readonly #now: () => number;
  #listens = false;
  /** What goes to the first page before it is ready, in this order. */
  #ahead: readonly ToWebview['type'][] = ['start', 'batch'];
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
    this.#waiting.push(...messages.filter(({ type }) => this.#listens || this.#goesAhead(type)));
    if (!this.#resting) this.#go();
  }

  /** A page is ready, which has heard nothing of what was sent to another. */
  listen(): void {
    this.hush();
    this.#listens = true;
  }

  /** There is no page: what waits is not for the next one. */
  hush(): void {
    this.#listens = false;
    this.#ahead = [];
    this.#page += 1;
    this.#waiting = [];
    this.#rowsUnderWay = 0;
  }

  #goesAhead(type: ToWebview['type']): boolean {
    if (type !== this.#ahead[0]) return false;
    this.#ahead = this.#ahead.slice(1);
    return true;
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
    return this.#rowsUnderWay === 0 || this.#rowsUnderWay + message.batch.rows <= mostRowsUnderWay;
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
