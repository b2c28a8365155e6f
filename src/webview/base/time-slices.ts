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

/** Somebody waits for it: most of a frame. */
const asked: Pace = { priority: 'user-visible', sliceTime: 12, delay: 0 };
/** Records that have come: somebody waits for them, and clicks and scrolls in what is there already. */
const arriving: Pace = { priority: 'user-visible', sliceTime: 6, delay: 0 };
/** Goes on beside what people do, such as scrolling and typing, and begins when what they have asked for is on screen. */
const beside: Pace = { priority: 'background', sliceTime: 5, delay: 30 };
export const paces = { asked, arriving, beside } as const;

/** After a scroll, work beside it waits for the next one so long: with frames in between, it would take from each. */
const scrollHold = 100;
let heldUntil = 0;

/** To be called when rows scroll. */
export function holdWorkBeside(): void {
  heldUntil = performance.now() + scrollHold;
}

/** Rows that work may go through between two places to pause, and that are read out of their columns at a time. */
export const rowsPerStep = 2048;

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
  { postTask(task: () => void, options: Pick<Pace, 'priority' | 'delay'>): Promise<void> } | undefined;

/**
 * A task after what waits already, input and frames first; one beside what people do also after the scrolling. A timer
 * would wait some milliseconds more after each slice; Node, where tests run, has nothing else.
 */
function soon(task: () => void, pace: Pace, least = 0): void {
  const delay = pace === beside ? Math.max(least, heldUntil - performance.now()) : least;
  if (typeof scheduler === 'undefined') setTimeout(task, delay);
  else void scheduler.postTask(task, { priority: pace.priority, delay });
}

/** Does a little that goes on beside what people do; see {@link paces}. */
export function doBeside(task: () => void): void {
  soon(task, beside, beside.delay);
}

/** Does one piece of work at a time, in slices between which the page lives on. Newer work replaces older. */
export class Slices {
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
