import { Emitter, type Disposable } from '../../../common/event.ts';
import { withResolvers } from '../../../common/missing-in-node-20.ts';
import type { ConnectedSessions } from './connected-sessions.ts';
import type { SessionDiff } from './session-diff.ts';
import type { SessionInfo, Sessions } from '../sessions/session-info.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import type { StoredSession } from '../sessions/stored-session.ts';

/** The sessions, whose code is loaded on first use. Events are forwarded from then on. */
export class LazySessions implements Sessions, Disposable {
  readonly #load: () => Promise<ConnectedSessions>;
  readonly #use = withResolvers<void>();
  readonly #changed = new Emitter<void>();
  readonly #sessionsChanged = new Emitter<SessionDiff>();
  /** Resolves once a room of this window uses sessions; what only stores or watches them does not count. */
  readonly inUse = this.#use.promise;
  readonly onDidChange = this.#changed.event;
  readonly onDidChangeSessions = this.#sessionsChanged.event;

  constructor(load: () => Promise<ConnectedSessions>) {
    this.#load = load;
  }

  /** To be called once they are loaded. */
  follow({ onDidChange, onDidChangeSessions }: ConnectedSessions): void {
    onDidChange(() => this.#changed.fire());
    onDidChangeSessions((diff) => this.#sessionsChanged.fire(diff));
  }

  async list(): Promise<readonly SessionInfo[]> {
    this.#use.resolve();
    return (await this.#load()).list();
  }

  async stored(): Promise<readonly StoredSession[]> {
    return (await this.#load()).stored();
  }

  async accessToken(sessionId: string, rejected?: string, version?: ApiVersion): Promise<string> {
    this.#use.resolve();
    return (await this.#load()).accessToken(sessionId, rejected, version);
  }

  async ofToken(accessToken: string) {
    this.#use.resolve();
    return (await this.#load()).ofToken(accessToken);
  }

  noteLack(...lack: Parameters<Sessions['noteLack']>): void {
    void this.#load().then((sessions) => sessions.noteLack(...lack));
  }

  async adoptOwner(...owner: Parameters<Sessions['adoptOwner']>): Promise<void> {
    return (await this.#load()).adoptOwner(...owner);
  }

  async remove(sessionId: string): Promise<void> {
    return (await this.#load()).remove(sessionId);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#sessionsChanged.dispose();
  }
}
