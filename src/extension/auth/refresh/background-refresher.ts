import type { Clock } from '../../../common/clock.ts';
import type { Disposable } from '../../../common/event.ts';
import { log } from '../../../common/logger.ts';
import type { Scheduler } from '../../../common/scheduler.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import { backgroundDelay, isRefreshDue } from './refresh-policy.ts';
import { hasOwnTokens, isDead, type StoredSession } from '../sessions/stored-session.ts';
import type { SessionVault } from '../sessions/session-vault.ts';
import type { TokenManager } from './token-manager.ts';
import type { Timing } from '../sessions/session-durations.ts';

/** Longer than any pause. */
const longestPauseMs = 20 * 60_000;

export interface BackgroundRefresherOptions {
  readonly stored: () => Promise<readonly StoredSession[]>;
  readonly tokenManager: Pick<TokenManager, 'keepFresh'>;
  readonly vault: Pick<SessionVault, 'repair' | 'tidy'>;
  /** Whether this window is in use. Otherwise it only repairs: refreshing is left to the window in use. */
  readonly isActive: () => boolean;
  readonly timing: Timing;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Between 0 and 1. */
  readonly random: () => number;
}

/**
 * Refreshes ahead of expiry, in the window that is in use. A window that is not in use still repairs what it alone
 * knows about: a sign-out or a pair that could not be written to disk, a key that SecretStorage lost. It checks the
 * clock every half minute: one long timer would be late by as long as the machine sleeps.
 */
export class BackgroundRefresher implements Disposable {
  readonly #options: BackgroundRefresherOptions;
  readonly #timer: Disposable;
  readonly #jitterMs: number;
  readonly #pauses = new Map<string, { readonly failures: number; readonly until: number }>();
  #check: Promise<void> | undefined;

  constructor(options: BackgroundRefresherOptions) {
    this.#options = options;
    this.#jitterMs = (options.random() * 2 - 1) * options.timing.maxJitterMs;
    this.#timer = options.scheduler.every(options.timing.backgroundEveryMs, () => void this.check());
  }

  /** Checks now, unless a check is under way. Never rejects. */
  check(): Promise<void> {
    this.#check ??= this.#look().finally(() => (this.#check = undefined));
    return this.#check;
  }

  dispose(): void {
    this.#timer.dispose();
  }

  async #look(): Promise<void> {
    const { vault, isActive } = this.#options;
    await vault.repair();
    if (!isActive()) return;
    await vault.tidy();
    await this.#refreshDue();
  }

  async #refreshDue(): Promise<void> {
    const now = this.#options.clock.now();
    const due = (await this.#options.stored()).filter(
      (session) =>
        hasOwnTokens(session) &&
        !isDead(session) &&
        isRefreshDue(session.tokens, now, this.#jitterMs, this.#options.timing) &&
        isOver(this.#pauses.get(session.id)?.until ?? 0, now),
    );
    await Promise.all(due.map((session) => this.#refresh(session.id)));
  }

  async #refresh(sessionId: string): Promise<void> {
    const { tokenManager, timing, clock } = this.#options;
    try {
      await tokenManager.keepFresh(sessionId, this.#jitterMs);
      this.#pauses.delete(sessionId);
    } catch (error) {
      const failures = (this.#pauses.get(sessionId)?.failures ?? 0) + 1;
      const retryAfter = error instanceof ServiceError ? error.retryAfterSeconds : undefined;
      const pause = backgroundDelay(failures, timing, retryAfter);
      this.#pauses.set(sessionId, { failures, until: clock.now() + pause });
      log.info(`Session ${sessionId}: next refresh in the background in ${Math.round(pause / 1000)} s`);
    }
  }
}

/** What is left of a pause is longer than any where the clock was set back. */
function isOver(until: number, now: number): boolean {
  return now >= until || until - now > longestPauseMs;
}
