/** Begins when what the user has asked for is on screen; in milliseconds. */
const delay = 30;
/** Background work waits so long after a scroll: between scrolls, it would take time from each frame. */
const scrollHold = 100;
let heldUntil = 0;

/** To be called when rows scroll. */
export function postponeBackground(): void {
  heldUntil = performance.now() + scrollHold;
}

/** Of browsers. */
declare const scheduler:
  | { postTask(task: () => void, options: { priority: 'user-visible' | 'background'; delay: number }): Promise<void> }
  | undefined;

/** Node, where tests run, has only timers; in a page, a timer would wait some milliseconds more. */
function post(task: () => void, priority: 'user-visible' | 'background', after: number): void {
  if (typeof scheduler === 'undefined') setTimeout(task, after);
  else void scheduler.postTask(task, { priority, delay: after });
}

/** Runs a task after the input and the frames that wait already. */
export function runSoon(task: () => void): void {
  post(task, 'user-visible', 0);
}

/** Runs a task that yields to scrolling and typing. */
export function runInBackground(task: () => void): void {
  const held = heldUntil - performance.now();
  if (held > delay) post(() => runInBackground(task), 'background', held);
  else post(task, 'background', delay);
}

/** Does one piece of work at a time in the background. Newer work replaces older that has not begun. */
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
