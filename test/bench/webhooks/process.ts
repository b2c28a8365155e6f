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
    const ended = new AbortController();
    const onExit = (code: number | null) => ended.abort(new Error(`the process ended with ${String(code)}`));
    this.#child.once('exit', onExit);
    try {
      this.#child.send(task as object);
      const [answer] = (await once(this.#child, 'message', { signal: ended.signal })) as [Answer];
      return answer;
    } finally {
      this.#child.off('exit', onExit);
    }
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}
