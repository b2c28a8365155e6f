/** How long a piece goes on, in milliseconds, once it has done one thing. */
export const pieceMs = 1;
/** How long a piece lets requests go first, in milliseconds. */
const longestHoldMs = 5;

/** Work in pieces of about a millisecond, one in each turn of the event loop: requests go first, and between them. */
export class Turns {
  readonly #waiting = new Set<() => void>();
  /** When the next piece could have begun. */
  #readyAt = 0;
  #requests = 0;
  readonly #now: () => number;

  /** @param now milliseconds from any moment on */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Once, however often it is added before its turn comes. */
  add(piece: () => void): void {
    this.#waiting.add(piece);
    if (this.#waiting.size === 1) this.#schedule();
  }

  remove(piece: () => void): void {
    this.#waiting.delete(piece);
  }

  /** A request has come. Call the result when it is answered. */
  request(): () => void {
    this.#requests += 1;
    return () => (this.#requests -= 1);
  }

  #schedule(): void {
    this.#readyAt = this.#now();
    setImmediate(() => this.#run());
  }

  #run(): void {
    const [piece] = this.#waiting;
    if (!piece) return;
    if (this.#requests > 0 && this.#now() - this.#readyAt < longestHoldMs) {
      setImmediate(() => this.#run());
      return;
    }
    this.#waiting.delete(piece);
    if (this.#waiting.size > 0) this.#schedule();
    piece();
  }
}
