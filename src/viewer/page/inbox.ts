import type { ToPage } from '../messages/to-page.ts';
import { runSoon } from '../base/background.ts';

/** Processing messages pauses after this many milliseconds, so that the page stays responsive. */
const sliceTime = 6;

/**
 * Processes the host's messages one after another. The first records of a load are painted before more are processed.
 * Those that have queued up by then are processed in time slices, between which the page can respond.
 */
export class Inbox<Message> {
  readonly #take: (message: Message) => ToPage['type'] | undefined;
  readonly #painted: () => Promise<void>;
  /** Not deserialized yet, because that takes a good part of the time. */
  readonly #waiting: Message[] = [];
  /** New messages have to wait: for a frame, or for earlier messages. */
  #held = false;
  #firstToCome = false;

  /**
   * @param take processes a message and returns its type; undefined if there was nothing to do
   * @param painted resolves when the next frame is painted
   */
  constructor(take: (message: Message) => ToPage['type'] | undefined, painted: () => Promise<void>) {
    this.#take = take;
    this.#painted = painted;
  }

  receive(message: Message): void {
    if (this.#held || this.#waiting.length > 0) this.#waiting.push(message);
    else this.#open(message);
  }

  #open(message: Message): void {
    const type = this.#take(message);
    if (type === 'start') this.#firstToCome = true;
    this.#held = type === 'batch' && this.#firstToCome;
    if (!this.#held) return;
    this.#firstToCome = false;
    void this.#painted().then(() => runSoon(() => this.#catchUp()));
  }

  /** Stops at the first records of another load, and continues after they are painted. */
  #catchUp(): void {
    this.#held = false;
    const end = performance.now() + sliceTime;
    while (!this.#held && performance.now() < end) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#open(next);
    }
    if (!this.#held) runSoon(() => this.#catchUp());
  }
}
