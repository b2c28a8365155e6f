import type { Disposable } from '../../../common/event.ts';
import type { Logger } from '../../../common/logger.ts';
import type { Scheduler } from '../../../common/scheduler.ts';
import type { ConnectedSessions } from './connected-sessions.ts';
import { nameOf } from '../sessions/session-errors.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { isDead, type StoredSession } from '../sessions/stored-session.ts';

export interface ReconnectPromptsOptions {
  readonly sessions: Pick<ConnectedSessions, 'stored' | 'onDidChange'>;
  readonly store: Pick<SessionStore, 'noteTold'>;
  /** Whether this window has the focus. */
  readonly isFocused: () => boolean;
  /** Asks the user to have the account connected again. Resolves when the message has been closed. */
  readonly ask: (session: StoredSession) => Promise<void>;
  readonly scheduler: Pick<Scheduler, 'sleep'>;
  readonly log: Logger;
}

/** Delay in milliseconds that lets a command that has just failed for this reason report it first. */
const waitForCommandMs = 1_000;

/**
 * Asks the user to reconnect a session that needs its owner: once each time a session ends, and only in the focused
 * window. A note beside the session tells the other windows that the user was asked.
 */
export class ReconnectPrompts implements Disposable {
  readonly #options: ReconnectPromptsOptions;
  readonly #subscription: Disposable;
  readonly #prompted = new Set<string>();
  /** Sessions whose request is on screen in this window. */
  readonly #open = new Set<string>();

  constructor(options: ReconnectPromptsOptions) {
    this.#options = options;
    this.#subscription = options.sessions.onDidChange(() => void this.check());
  }

  /** Looks for sessions that need their owner; does nothing in a window without focus. Never rejects. */
  async check(): Promise<void> {
    if (!this.#options.isFocused()) return;
    const dead = (await this.#options.sessions.stored()).filter(isDead);
    await Promise.all(dead.map((session) => this.#promptOnce(session)));
  }

  /**
   * Shows a message that replaces the request of this session; undefined if one is already on screen in this window.
   */
  async showOnce<T>(sessionId: string, show: () => PromiseLike<T>): Promise<T | undefined> {
    if (this.#open.has(sessionId)) return undefined;
    this.#open.add(sessionId);
    try {
      return await show();
    } finally {
      this.#open.delete(sessionId);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #promptOnce({ id, generation, ...session }: StoredSession): Promise<void> {
    const name = `${id} ${generation}`;
    if (this.#prompted.has(name)) return;
    this.#prompted.add(name);
    const { scheduler, store, ask, log } = this.#options;
    if (!this.#open.has(id)) await scheduler.sleep(waitForCommandMs);
    const isFirst = await store.noteTold(id, generation).catch((error: unknown) => {
      // Better to ask twice than never.
      log.debug(`Session ${id}: no note of the request to reconnect: ${nameOf(error)}`);
      return true;
    });
    if (isFirst) await this.showOnce(id, () => ask({ id, generation, ...session }));
  }
}
