import type { ColumnBatch } from '../service/columns.ts';
import { joinBatches } from './batch-join.ts';
import { packBatch } from './pack-batch.ts';
import type { BatchMessage, Posted, ToWebview } from './protocol.ts';

/** Records of a message that is made of several: the page takes them in a millisecond or two. */
const mostRows = 6000;
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
 */
export class PagePost {
  readonly #post: (message: Posted) => PromiseLike<unknown>;
  #waiting: ToWebview[] = [];
  #rowsUnderWay = 0;
  #page = 0;

  /** @param post settles when the message is with the page, or can't be */
  constructor(post: (message: Posted) => PromiseLike<unknown>) {
    this.#post = post;
  }

  send(message: ToWebview): void {
    this.#waiting.push(message);
    this.#go();
  }

  /** The page is another one, or none: what waits is not for it. */
  forget(): void {
    this.#page += 1;
    this.#waiting = [];
    this.#rowsUnderWay = 0;
  }

  #go(): void {
    for (let [next] = this.#waiting; next && this.#mayGo(next); [next] = this.#waiting) {
      void this.#give(this.#take(next));
    }
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
    this.#go();
  }

  /** The first message that waits, with the batches that follow it, in few bytes. */
  #take(first: ToWebview): Posted {
    this.#waiting.shift();
    if (first.type !== 'batch') return first;
    const batches: [ColumnBatch, ...ColumnBatch[]] = [first.batch];
    let { rows } = first.batch;
    for (
      let [next] = this.#waiting;
      follows(next, first) && rows + next.batch.rows <= mostRows;
      [next] = this.#waiting
    ) {
      this.#waiting.shift();
      rows += next.batch.rows;
      batches.push(next.batch);
    }
    return { ...first, batch: packBatch(joinBatches(batches)) };
  }
}
