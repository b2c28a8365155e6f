import type { Disposable } from '../../../common/event.ts';
import type { Logger } from '../../../common/logger.ts';
import type { Scheduler } from '../../../common/scheduler.ts';
import type { LazySessions } from './lazy-sessions.ts';
import { isTaken, nameOf, realFiles } from '../sessions/session-files.ts';
import { reconnectNoteName } from '../sessions/file-names.ts';
import { SessionFolder } from '../sessions/session-folder.ts';
import { isDead, type StoredSession } from '../sessions/stored-session.ts';

export interface ReconnectPromptsOptions {
  readonly sessions: Pick<LazySessions, 'stored' | 'onDidChange'>;
  /** Where sessions lie. */
  readonly folder: string;
  /** Whether a person looks at this window now. */
  readonly isFocused: () => boolean;
  /** Asks the person to have the account connected again. Resolves when the request is gone from the screen. */
  readonly ask: (session: StoredSession) => Promise<void>;
  readonly scheduler: Pick<Scheduler, 'sleep'>;
  readonly log: Logger;
}

/** Given to a window in which a command has just failed for it, and says so itself; milliseconds. */
const waitForCommandMs = 1_000;

/**
 * Asks for the owner where a session needs one: once for each end of a session, in one window, the one that a person
 * looks at. A note beside the session tells the other windows that somebody was asked; the cleanup removes it.
 */
export class ReconnectPrompts implements Disposable {
  readonly #options: ReconnectPromptsOptions;
  readonly #folder: SessionFolder;
  readonly #subscription: Disposable;
  readonly #prompted = new Set<string>();
  /** Whose request is on screen here. */
  readonly #open = new Set<string>();

  constructor(options: ReconnectPromptsOptions) {
    this.#options = options;
    this.#folder = new SessionFolder(options.folder, realFiles);
    this.#subscription = options.sessions.onDidChange(() => void this.check());
  }

  /** Looks for sessions that need their owner; does nothing in a window that nobody looks at. Never rejects. */
  async check(): Promise<void> {
    if (!this.#options.isFocused()) return;
    const dead = (await this.#options.sessions.stored()).filter(isDead);
    await Promise.all(dead.map((session) => this.#promptOnce(session)));
  }

  /** Shows a message that stands for the request of this session; undefined where one is on screen in this window. */
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

  async #promptOnce(session: StoredSession): Promise<void> {
    const name = reconnectNoteName(session.id, session.generation);
    if (this.#prompted.has(name)) return;
    this.#prompted.add(name);
    if (!this.#open.has(session.id)) await this.#options.scheduler.sleep(waitForCommandMs);
    if (await this.#isFirst(session, name)) await this.showOnce(session.id, () => this.#options.ask(session));
  }

  async #isFirst({ id }: StoredSession, name: string): Promise<boolean> {
    const { log } = this.#options;
    try {
      await this.#folder.write(name, '', 'wx');
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      // Better asked twice than never.
      log.debug(`Session ${id}: no note of the request to reconnect: ${nameOf(error)}`);
      return true;
    }
  }
}
