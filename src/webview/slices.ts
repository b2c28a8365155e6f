/** Work that yields wherever it may pause, and returns its result. */
export type Sliced<T> = Generator<void, T, void>;

/** A slice ends after this many milliseconds: half a frame, so that scrolling and typing go on beside it. */
const sliceTime = 8;

/** Rows that work may go through between two places to pause. */
export const rowsPerStep = 8192;

/** Does something for all rows, some of them in each step. */
export function* steps(rows: number, work: (from: number, to: number) => void): Sliced<void> {
  for (let from = 0; from < rows; from += rowsPerStep) {
    work(from, Math.min(rows, from + rowsPerStep));
    yield;
  }
}

/** Does all of it at once. */
export function atOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Of browsers. */
declare const scheduler:
  { postTask(task: () => void, options: { readonly priority: 'user-visible' }): Promise<void> } | undefined;

/**
 * A task after what waits already, input and frames first. A timer would wait some milliseconds more after each slice;
 * Node, where tests run, has nothing else.
 */
function soon(task: () => void): void {
  if (typeof scheduler === 'undefined') setTimeout(task);
  else void scheduler.postTask(task, { priority: 'user-visible' });
}

/** Does one piece of work at a time, in slices between which the page lives on. Newer work replaces older. */
export class Slices {
  #turn = 0;

  /** @param done gets the result, unless other work has begun by then */
  run<T>(work: Sliced<T>, done: (result: T) => void): void {
    const slice = this.#begin(work, done);
    soon(slice);
  }

  /** The same, but what a slice is enough for is done when this returns. */
  runAtOnce<T>(work: Sliced<T>, done: (result: T) => void): void {
    this.#begin(work, done)();
  }

  /** The work under way will not be finished. */
  cancel(): void {
    this.#turn += 1;
  }

  #begin<T>(work: Sliced<T>, done: (result: T) => void): () => void {
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
      soon(slice);
    };
    return slice;
  }
}
