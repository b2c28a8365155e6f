/** How far a plan is. Its work is counted in runs that fall one after the other; one side by side with n counts 1/n. */
export class Progress {
  readonly #total: number;
  readonly #now: () => number;
  readonly #startedAt: number;
  #done = 0;

  /** @param now milliseconds of a steady clock */
  constructor(total: number, now: () => number = () => performance.now()) {
    this.#total = total;
    this.#now = now;
    this.#startedAt = now();
  }

  advance(amount: number): void {
    this.#done += amount;
  }

  /** `34 % done, about 12 min left`, as if what is to come took as long as what has been. */
  toString(): string {
    if (this.#done === 0) return 'nothing done yet';
    const share = Math.min(1, this.#done / this.#total);
    const minutes = ((this.#now() - this.#startedAt) * (1 / share - 1)) / 60_000;
    return `${Math.floor(share * 100)} % done, about ${Math.ceil(minutes)} min left`;
  }
}
