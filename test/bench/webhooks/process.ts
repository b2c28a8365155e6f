import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process of this folder that answers each task with one message. */
export class TaskProcess<Task, Answer> {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  constructor(script: string) {
    this.#child = fork(join(import.meta.dirname, script));
    this.#ended = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`the process ended with ${String(code)}`);
    });
    // Ended by `stop`, it is asked for nothing.
    this.#ended.catch(() => undefined);
  }

  /** One task at a time. */
  async ask(task: Task): Promise<Answer> {
    this.#child.send(task as object);
    const [answer] = (await Promise.race([once(this.#child, 'message'), this.#ended])) as [Answer];
    return answer;
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}
