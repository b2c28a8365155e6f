/**
 * A number of places for runs that keep processors busy. Who waits for time to pass gives up its place; who comes back
 * for it goes before those who have not begun.
 */
export class Places {
  #free: number;
  readonly #beginning: (() => void)[] = [];
  readonly #returning: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  take(): Promise<void> {
    return this.#take(this.#beginning);
  }

  give(): void {
    const next = this.#returning.shift() ?? this.#beginning.shift();
    if (next) next();
    else this.#free += 1;
  }

  /** Leaves the place to others while `time` goes by. */
  async leaveFor<T>(time: Promise<T>): Promise<T> {
    this.give();
    try {
      return await time;
    } finally {
      await this.#take(this.#returning);
    }
  }

  async #take(queue: (() => void)[]): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve) => queue.push(resolve));
  }
}
