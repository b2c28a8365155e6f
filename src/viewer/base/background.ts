/** Delay until background work begins, so that what the user has asked for is on screen first; in milliseconds. */
const delay = 30;
/**
 * Background work waits this long after a scroll, in milliseconds: between scrolls, it would take time from each frame.
 */
const scrollHold = 100;
let heldUntil = 0;

/** Call this when rows scroll. */
export function postponeBackground(): void {
  heldUntil = performance.now() + scrollHold;
}

/** Exists in browsers only. */
declare const scheduler:
  | { postTask(task: () => void, options: { priority: 'user-visible' | 'background'; delay: number }): Promise<void> }
  | undefined;

/**
 * Uses timers in Node, where tests run and there is no scheduler; in a page, a timer would wait some milliseconds
 * longer.
 */
function post(task: () => void, priority: 'user-visible' | 'background', after: number): void {
  if (typeof scheduler === 'undefined') setTimeout(task, after);
  else void scheduler.postTask(task, { priority, delay: after });
}

/** Runs a task after the input events and frames that are already waiting. */
export function runSoon(task: () => void): void {
  post(task, 'user-visible', 0);
}

/** Runs a task that yields to scrolling and typing. */
export function runInBackground(task: () => void): void {
  const held = heldUntil - performance.now();
  if (held > delay) post(() => runInBackground(task), 'background', held);
  else post(task, 'background', delay);
}

/** Runs one piece of work at a time in the background. Newer work replaces older work that has not begun. */
export class BackgroundTask {
  #turn = 0;

  run(work: () => void): void {
    this.#turn += 1;
    const turn = this.#turn;
    runInBackground(() => {
      if (turn === this.#turn) work();
    });
  }

  cancel(): void {
    this.#turn += 1;
  }
}
