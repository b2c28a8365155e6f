import type { Disposable, Event } from '../../../common/event.ts';
import type { Logger } from '../../../common/logger.ts';
import { asServiceError, type ServiceError } from '../../../service/model/errors.ts';
import type { StoredSession } from '../sessions/stored-session.ts';
import type { CodeGrant } from './browser-flow.ts';
import type { Lack } from './sign-in.ts';

export interface PendingExchangesOptions {
  /** The settings or a secret changed. */
  readonly onDidChange: Event<void>;
  /** See `exchangeLater`. */
  readonly exchange: (session: StoredSession, grant: CodeGrant) => Promise<Lack | undefined>;
  readonly isConnected: (sessionId: string) => Promise<boolean>;
  /** Shows what an account lacks on its line; undefined if nothing. */
  readonly show: (sessionId: string, error: ServiceError | undefined) => void;
  readonly log: Logger;
}

/**
 * The codes that could not be exchanged although their owner is connected by version 3. They stay in memory, and are
 * tried again when a setting or a secret has changed, as long as the service accepts them.
 */
export class PendingExchanges implements Disposable {
  readonly #options: PendingExchangesOptions;
  readonly #pending = new Map<string, { readonly session: StoredSession; readonly grant: CodeGrant }>();
  readonly #subscription: Disposable;
  #run: Promise<void> = Promise.resolve();

  constructor(options: PendingExchangesOptions) {
    this.#options = options;
    this.#subscription = options.onDidChange(() => void this.retry());
  }

  /** Notes the outcome of a sign-in. */
  note(session: StoredSession, lack: Lack | undefined): void {
    if (lack?.grant) this.#pending.set(session.id, { session, grant: lack.grant });
    else this.#pending.delete(session.id);
    this.#options.show(session.id, lack?.error);
  }

  /** Exchanges what is left, one after the other. Never rejects. */
  retry(): Promise<void> {
    this.#run = this.#run.then(async () => {
      for (const { session, grant } of [...this.#pending.values()]) await this.#exchange(session, grant);
    });
    return this.#run;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#pending.clear();
  }

  async #exchange(session: StoredSession, grant: CodeGrant): Promise<void> {
    const { exchange, isConnected, log } = this.#options;
    // A newer sign-in has replaced the code.
    if (this.#pending.get(session.id)?.grant !== grant) return;
    try {
      if (!(await isConnected(session.id))) this.#pending.delete(session.id);
      else this.note(session, await exchange(session, grant));
    } catch (error) {
      log.info(`Session ${session.id}: the code is still not exchanged: ${asServiceError(error).kind}`);
    }
  }
}
