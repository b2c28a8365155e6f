import type { ToPage } from '../messages/to-page.ts';
import { runSoon } from '../base/background.ts';

/** Taking messages pauses for the page's life after so many milliseconds. */
const sliceTime = 6;

/**
 * What the host sends, one message after another. The first records of a load are painted before more of them are
 * taken; these have gathered by then, and are taken in slices between which the page lives on.
 */
export class Inbox<Message> {
  readonly #take: (message: Message) => ToPage['type'] | undefined;
  readonly #painted: () => Promise<void>;
  /** Unread: to read one takes a good part of the time. */
  readonly #waiting: Message[] = [];
  /** What comes has to wait: for a frame, or for what came before it. */
  #held = false;
  #firstToCome = false;

  /**
   * @param take takes a message, and returns what it was; undefined if there was nothing to do
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

  /** Ends at the first records of another load, and goes on after they are painted. */
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
