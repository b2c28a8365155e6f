import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process of this folder that answers each task with one message. */
export class TaskProcess<Task, Answer> {
  readonly #child: ChildProcess;

  constructor(script: string) {
    this.#child = fork(join(import.meta.dirname, script));
  }

  /** One task at a time. */
  async ask(task: Task): Promise<Answer> {
    this.#child.send(task as object);
    const ended = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`the process ended with ${String(code)}`);
    });
    const [answer] = (await Promise.race([once(this.#child, 'message'), ended])) as [Answer];
    return answer;
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}
