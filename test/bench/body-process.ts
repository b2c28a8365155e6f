import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BodyKind } from './record-body.ts';

/** A body that is to be made. */
export interface BodyOrder {
  readonly count: number;
  readonly kind: BodyKind;
}

/**
 * A {@link BodyServer} in a process of its own. Whoever starts the processes that are measured must not hold the bodies:
 * the most memory that the kernel has seen a new process have is, at first, what its parent has.
 */
export class BodyProcess {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'body-server.ts'));

  /** Makes a body in place of the last one, and resolves to its address. One at a time. */
  async add(order: BodyOrder): Promise<string> {
    this.#child.send(order);
    const [address] = (await once(this.#child, 'message')) as [string];
    return address;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
