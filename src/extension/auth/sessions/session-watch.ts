import { watch } from 'node:fs';
import type { Clock } from '../../../common/clock.ts';
import type { Disposable } from '../../../common/event.ts';
import type { Logger } from '../../../common/logger.ts';
import type { Scheduler } from '../../../common/scheduler.ts';
import { isExchangeFile } from './key-exchange.ts';
import { nameOf } from './session-files.ts';
import { intentStem, sessionStem } from './file-names.ts';
import { ageOfIntent, type SessionFolder } from './session-folder.ts';
import type { Timing } from './session-durations.ts';

export interface SessionWatchOptions {
  readonly folder: SessionFolder;
  /** A session's file has changed since the last look. */
  readonly onChange: () => void;
  /** A process sent this session's refresh token within the last minute, and ended before it had a result. */
  readonly onIntent: (stem: string) => Promise<void>;
  /** A window asks for a key. */
  readonly onAsk: (file: string) => Promise<void>;
  readonly timing: Timing;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Logger;
}

/**
 * Looks at the folder that all windows share: when the file system reports a change, every few seconds in case it does
 * not, and when the user returns to the window.
 */
export class SessionWatch implements Disposable {
  readonly #options: SessionWatchOptions;
  readonly #timer: Disposable;
  #watcher: Disposable | undefined;
  #seen: ReadonlyMap<string, string> | undefined;
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
        this.#options.log.debug(`The folder of the sessions can't be read: ${nameOf(error)}`);
      }
    }
  }

  async #lookOnce(): Promise<void> {
    const { folder, onChange, onIntent, onAsk, log } = this.#options;
    const names = await folder.names();
    const sessions = names.filter((name) => sessionStem(name) !== undefined);
    const stamps = await Promise.all(sessions.map(async (name) => [name, (await folder.stamp(name)) ?? ''] as const));
    const before = this.#seen;
    this.#seen = new Map(stamps);
    const isChanged = before?.size !== stamps.length || stamps.some(([name, stamp]) => before.get(name) !== stamp);
    if (before && isChanged) onChange();
    // Not awaited: a refresh may take a minute, and other changes have to be noticed meanwhile.
    const ignore = (error: unknown) => log.debug(`What another window left can't be dealt with: ${nameOf(error)}`);
    for (const name of names) {
      if (isExchangeFile(name)) onAsk(name).catch(ignore);
      const stem = intentStem(name);
      if (stem !== undefined && (await this.#isFresh(stem))) onIntent(stem).catch(ignore);
    }
  }

  /** An older intent, or one that its process gave up, is left to the background refresh. */
  async #isFresh(stem: string): Promise<boolean> {
    const { folder, timing, clock } = this.#options;
    const intent = await folder.readIntent(stem);
    return intent !== undefined && !intent.isGivenUp && ageOfIntent(intent, clock.now()) < timing.resendWindowMs;
  }

  #tryWatch(): Disposable | undefined {
    try {
      // Fails until the folder exists, and when the system has no watchers left; the timer then suffices.
      const watcher = watch(this.#options.folder.path, { persistent: false }, () => void this.look());
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
