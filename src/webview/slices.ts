/** Work that yields wherever it may pause, and returns its result. */
export type Sliced<T> = Generator<void, T, void>;

/** A slice ends after this many milliseconds: half a frame, so that scrolling and typing go on beside it. */
const sliceTime = 8;

/** Rows that work may go through between two places to pause. */
export const rowsPerStep = 8192;

/** Does all of it at once. */
export function atOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does one piece of work at a time, in slices between which the page lives on. Newer work replaces older. */
export class Slices {
  #turn = 0;

  /** @param done gets the result, unless other work has begun by then */
  run<T>(work: Sliced<T>, done: (result: T) => void): void {
    this.#turn += 1;
    const turn = this.#turn;
    const slice = () => {
      if (turn !== this.#turn) return;
      const end = performance.now() + sliceTime;
      while (performance.now() < end) {
        const step = work.next();
        if (!step.done) continue;
        done(step.value);
        return;
      }
      setTimeout(slice);
    };
    setTimeout(slice);
  }

  /** The work under way will not be finished. */
  cancel(): void {
    this.#turn += 1;
  }
}
