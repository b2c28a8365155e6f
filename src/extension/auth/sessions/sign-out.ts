import type { Clock } from '../../../common/clock.ts';
import type { Logger } from '../../../common/logger.ts';
import type { SessionReplicas } from './session-replicas.ts';
import { nameOf } from './session-files.ts';
import { isAlternateOf, isNextOf, sessionName } from './file-names.ts';
import type { SessionFolder } from './session-folder.ts';
import type { SessionLock } from './session-lock.ts';
import { encodeSignedOut, readRecord } from './session-record.ts';
import type { Timing } from './session-durations.ts';

export interface SignOutsOptions {
  readonly folder: SessionFolder;
  readonly lock: SessionLock;
  readonly replicas: Pick<SessionReplicas, 'delete'>;
  readonly timing: Pick<Timing, 'signOutWaitMs'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The sessions that were signed out in this window, even if the disk has not recorded it. Nothing here rejects. */
export class SignOuts {
  readonly #options: SignOutsOptions;
  readonly #all = new Set<string>();
  /** Not yet recorded on disk, or not under the lock. */
  readonly #unfinished = new Set<string>();

  constructor(options: SignOutsOptions) {
    this.#options = options;
  }

  has(id: string): boolean {
    return this.#all.has(id);
  }

  async signOut(id: string): Promise<void> {
    this.#all.add(id);
    this.#unfinished.add(id);
    await this.#markSignedOut(id, this.#options.timing.signOutWaitMs);
  }

  /** Retries the sign-outs that failed because of the disk or because a refresh held the lock. */
  async retry(): Promise<void> {
    for (const id of [...this.#unfinished]) await this.#markSignedOut(id, 0);
  }

  /** Leaves a mark in place of the session. A refresh that runs meanwhile finds the mark and discards its pair. */
  async #markSignedOut(id: string, maxWaitMs: number): Promise<void> {
    const { lock, replicas, log } = this.#options;
    try {
      // At once, so that it takes effect even if this window closes in a moment.
      await this.#mark(id);
      // And once more under the lock: the refresh that holds it may be storing its pair at this moment.
      await lock.run(id, () => this.#mark(id).then(() => this.#clear(id)), { maxWaitMs });
      this.#unfinished.delete(id);
    } catch (error) {
      log.warn(`Session ${id} is signed out in this window, and finally once its file is free: ${nameOf(error)}`);
    }
    await replicas.delete(id);
  }

  async #mark(id: string): Promise<void> {
    const { folder, clock } = this.#options;
    const present = readRecord((await folder.read(sessionName(id)).catch(() => undefined)) ?? '');
    const last = present?.kind === 'sealed' ? present.header.generation : present?.generation;
    await folder.put(sessionName(id), encodeSignedOut(id, (last ?? 0) + 1, clock.now()));
  }

  /** Removes what refreshes have left behind. */
  async #clear(id: string): Promise<void> {
    const { folder } = this.#options;
    const names = await folder.names();
    const rest = names.filter((name) => isNextOf(id, name) || isAlternateOf(id, name));
    await Promise.all([...rest.map((name) => folder.remove(name)), folder.removeIntent(id)]);
  }
}
