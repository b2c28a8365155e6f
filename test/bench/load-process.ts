import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Load, Measured } from './load.ts';

/** The process that the load comes from. It stays, so that its own code is warm when the first server is measured. */
export class LoadProcess {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'load.ts'));

  /** One load at a time. Rejects where a connection breaks. */
  async run(load: Load): Promise<Measured> {
    this.#child.send(load);
    const [answer] = (await once(this.#child, 'message')) as [{ measured?: Measured; error?: string }];
    if (answer.measured === undefined) throw new Error(`${load.origin}: ${answer.error ?? 'no answer'}`);
    return answer.measured;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
