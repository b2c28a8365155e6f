/** Work that yields wherever it may pause, and returns its result. */
export type Sliced<T> = Generator<void, T, void>;

/** How work goes on; times in milliseconds. */
interface Pace {
  /** Which tasks of the page come before it. */
  readonly priority: 'user-visible' | 'background';
  /** A slice ends after this time. */
  readonly sliceTime: number;
  /** The first slice begins after this time. */
  readonly delay: number;
}

/** The user waits for it: most of a frame. */
const asked: Pace = { priority: 'user-visible', sliceTime: 12, delay: 0 };
/** Records that arrive: the user waits for them, and works with those that are there already. */
const arriving: Pace = { priority: 'user-visible', sliceTime: 6, delay: 0 };
/** Yields to scrolling and typing, and begins when what the user has asked for is on screen. */
const background: Pace = { priority: 'background', sliceTime: 5, delay: 30 };
export const paces = { asked, arriving, background } as const;

/** Background work waits so long after a scroll: between scrolls, it would take time from each frame. */
const scrollHold = 100;
let heldUntil = 0;

/** To be called when rows scroll. */
export function postponeBackground(): void {
  heldUntil = performance.now() + scrollHold;
}

/** Rows that work may go through between two places to pause, and that are read out of their columns at a time. */
export const rowsPerChunk = 2048;

/** Does something for all rows, some of them in each step. */
export function* steps(rows: number, work: (from: number, to: number) => void): Sliced<void> {
  for (let from = 0; from < rows; from += rowsPerChunk) {
    work(from, Math.min(rows, from + rowsPerChunk));
    yield;
  }
}

/** Does all of it at once. */
export function runToEnd<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Of browsers. */
declare const scheduler:
  { postTask(task: () => void, options: Pick<Pace, 'priority' | 'delay'>): Promise<void> } | undefined;

/**
 * A task after what waits already, input and frames first; background work also after the scrolling. A timer
 * would wait some milliseconds more after each slice; Node, where tests run, has nothing else.
 */
function soon(task: () => void, pace: Pace, least = 0): void {
  const delay = pace === background ? Math.max(least, heldUntil - performance.now()) : least;
  if (typeof scheduler === 'undefined') setTimeout(task, delay);
  else void scheduler.postTask(task, { priority: pace.priority, delay });
}

/** Runs a short task in the background; see {@link paces}. */
export function runInBackground(task: () => void): void {
  soon(task, background, background.delay);
}

/** Does one piece of work at a time, in slices between which the page lives on. Newer work replaces older. */
export class SlicedTask {
  readonly #pace: Pace;
  #turn = 0;

  constructor(pace: Pace = paces.asked) {
    this.#pace = pace;
  }

  /** @param done gets the result, unless other work has begun by then */
  run<T>(work: Sliced<T>, done: (result: T) => void): void {
    soon(this.#begin(work, done), this.#pace, this.#pace.delay);
  }

  /** The same, but what a slice is enough for is done when this returns. */
  runNow<T>(work: Sliced<T>, done: (result: T) => void): void {
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
      const end = performance.now() + this.#pace.sliceTime;
      while (performance.now() < end) {
        const step = work.next();
        if (!step.done) continue;
        done(step.value);
        return;
      }
      soon(slice, this.#pace);
    };
    return slice;
  }
}
