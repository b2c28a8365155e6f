import { watch } from 'node:fs';
import type { Clock } from '../../../common/clock.ts';
import type { Disposable } from '../../../common/event.ts';
import { errorName, log } from '../../../common/logger.ts';
import type { Scheduler } from '../../../common/scheduler.ts';
import { databaseName } from './session-database.ts';
import { ageOfIntent, type Intent, type SessionStore } from './session-store.ts';
import type { Timing } from './session-durations.ts';

export interface SessionWatchOptions {
  readonly store: SessionStore;
  /** The folder of the database. */
  readonly folder: string;
  /** A session, or what an agent may read, has changed since the last look. */
  readonly onChange: () => void;
  /** A process sent this session's refresh token within the last minute, and ended before it had a result. */
  readonly onIntent: (sessionId: string) => Promise<void>;
  readonly timing: Timing;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

/**
 * Looks at the sessions that all windows share: when the file system reports a change, every few seconds in case it
 * does not, and when the user returns to the window.
 */
export class SessionWatch implements Disposable {
  readonly #options: SessionWatchOptions;
  readonly #timer: Disposable;
  #watcher: Disposable | undefined;
  #seen: string | undefined;
  #running: Promise<void> | undefined;
  #isAgainDue = false;
  #isDisposed = false;

  constructor(options: SessionWatchOptions) {
    this.#options = options;
    this.#timer = options.scheduler.every(options.timing.watchEveryMs, () => void this.look());
  }

  /** Never rejects. Calls during a look cause one more. */
  look(): Promise<void> {
    this.#isAgainDue = true;
    this.#running ??= this.#lookUntilQuiet().finally(() => (this.#running = undefined));
    return this.#running;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer.dispose();
    this.#watcher?.dispose();
  }

  async #lookUntilQuiet(): Promise<void> {
    while (this.#isAgainDue && !this.#isDisposed) {
      this.#isAgainDue = false;
      this.#watcher ??= this.#tryWatch();
      try {
        await this.#lookOnce();
      } catch (error) {
        log.debug(`The stored sessions can't be read: ${errorName(error)}`);
      }
    }
  }

  async #lookOnce(): Promise<void> {
    const { store, onChange, onIntent } = this.#options;
    const { sessions, intents, agents } = await store.all();
    const before = this.#seen;
    this.#seen = JSON.stringify([...sessions, ...agents]);
    if (before !== undefined && before !== this.#seen) onChange();
    for (const [id, intent] of intents) {
      if (!this.#isFresh(intent)) continue;
      // Not awaited: a refresh may take a minute, and other changes have to be noticed meanwhile.
      onIntent(id).catch((error: unknown) => {
        log.debug(`What another window left can't be dealt with: ${errorName(error)}`);
      });
    }
  }

  /** An older intent, or one that its process gave up, is left to the background refresh. */
  #isFresh(intent: Intent): boolean {
    const { timing, clock } = this.#options;
    return !intent.isGivenUp && ageOfIntent(intent, clock.now()) < timing.resendWindowMs;
  }

  #tryWatch(): Disposable | undefined {
    try {
      // Fails until the folder exists, and when the system has no watchers left; the timer then suffices.
      const watcher = watch(this.#options.folder, { persistent: false }, (_, name) => {
        // Root's SQLite touches the journal when it reads, so a look at that would be followed by another.
        if (name === databaseName) void this.look();
      });
      watcher.on('error', () => {
        watcher.close();
        this.#watcher = undefined;
      });
      return { dispose: () => watcher.close() };
    } catch {
      return undefined;
    }
  }
}
