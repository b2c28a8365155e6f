import type { Clock } from '../../../common/clock.ts';
import { log } from '../../../common/logger.ts';
import { LimitReached, within, type Scheduler } from '../../../common/scheduler.ts';
import type { ServiceEnvironment } from '../../../service/model/environment.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { ClientCredentials } from '../../../service/oauth/token-endpoint.ts';
import { isUnexpired, isRefreshDue, isUsable, classifyFailure } from './refresh-policy.ts';
import type { Refresher, RefreshJob, RefreshOutcome } from './refresher.ts';
import {
  diskFull,
  lockBusy,
  needsOwner,
  notBearer,
  otherAddress,
  otherClient,
  sessionBroken,
  signedOut,
  stillTrying,
  storageLocked,
} from '../sessions/session-errors.ts';
import { hasOwnTokens, isAllowedOrigin, isDead, type StoredSession } from '../sessions/stored-session.ts';
import type { Timing } from '../sessions/session-durations.ts';
import type { SessionVault } from '../sessions/session-vault.ts';

export interface TokenManagerOptions {
  readonly vault: Pick<SessionVault, 'read' | 'absorb' | 'tools'>;
  readonly refresher: Refresher;
  /** The folder of the database. */
  readonly folder: string;
  /** The address and the credentials for a refresh. May start the sandbox. */
  readonly application: (environment: string) => Promise<Application>;
  /** The token of a session that has none of its own. Rejects with ServiceError. */
  readonly applicationToken: (session: StoredSession, rejected: string | undefined) => Promise<string>;
  readonly timing: Timing;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Called for each refresh, when it begins and when it ends. */
  readonly onRefresh: (sessionId: string, event: RefreshEvent) => void;
}

export interface Application {
  readonly environment: Pick<ServiceEnvironment, 'authUrl' | 'applicationId'>;
  readonly credentials: ClientCredentials;
}

/** `ended` is neither success nor failure: there was nothing to recover. */
export type RefreshEvent = 'begun' | 'renewed' | 'offline' | 'needs-owner' | 'misconfigured' | 'ended';

/** If a token is rejected within this time after a forced refresh, another refresh would not help. */
const forcedPauseMs = 5_000;

/**
 * Hands out access tokens and keeps them fresh. One refresh serves all callers in this window; the refresher ensures
 * that only one window refreshes at a time, and that new tokens are stored before anyone gets them.
 */
export class TokenManager {
  readonly #options: TokenManagerOptions;
  /** One refresh per session and generation, shared by all callers. */
  readonly #flights = new Map<string, Promise<StoredSession>>();
  readonly #forcedAt = new Map<string, number>();
  readonly #stops = new Map<string, AbortController>();

  constructor(options: TokenManagerOptions) {
    this.#options = options;
  }

  /** See `Sessions.accessToken`. */
  async accessToken(sessionId: string, rejected?: string): Promise<string> {
    const known = await this.#read(sessionId);
    if (!hasOwnTokens(known)) return this.#options.applicationToken(known, rejected);
    const session = await this.#upToDate(known, rejected);
    if (session.tokens.deviations?.includes('token_type')) throw notBearer();
    return session.tokens.accessToken;
  }

  /** Gets a new pair now, however fresh the present one is. Rejects with ServiceError. */
  async refresh(sessionId: string): Promise<void> {
    const session = await this.#read(sessionId);
    if (hasOwnTokens(session)) await this.#newerThan(session);
  }

  /** Refreshes if that is due; `jitterMs` as in `isRefreshDue`. */
  async keepFresh(sessionId: string, jitterMs: number): Promise<void> {
    const session = await this.#read(sessionId);
    if (!hasOwnTokens(session) || isDead(session)) return;
    if (isRefreshDue(session.tokens, this.#now(), jitterMs, this.#options.timing)) await this.#newerThan(session);
  }

  /** Finishes a refresh that another process left unfinished, unless one is already doing so. Never rejects. */
  async recover(sessionId: string): Promise<void> {
    try {
      const session = await this.#read(sessionId);
      if (hasOwnTokens(session)) await this.#newerThan(session, true);
    } catch (error) {
      log.debug(`Session ${sessionId}: nothing recovered: ${String(error)}`);
    }
  }

  /** Whether this window is refreshing the session. */
  isRefreshing(sessionId: string): boolean {
    return [...this.#flights.keys()].some((key) => key.startsWith(`${sessionId} `));
  }

  /** Stops refreshing a session that is signed out. */
  forget(sessionId: string): void {
    this.#stops.get(sessionId)?.abort(signedOut());
    this.#stops.delete(sessionId);
    this.#forcedAt.delete(sessionId);
  }

  async #upToDate(session: StoredSession, rejected: string | undefined): Promise<StoredSession> {
    const isRejected = session.tokens.accessToken === rejected;
    if (!isRejected && isUsable(session.tokens, this.#now(), this.#options.timing)) return session;
    const forcedAt = this.#forcedAt.get(session.id) ?? -Infinity;
    if (isRejected && Math.abs(this.#now() - forcedAt) < forcedPauseMs) return session;
    try {
      const renewed = await this.#patiently(this.#newerThan(session));
      if (isRejected) this.#forcedAt.set(session.id, this.#now());
      return renewed;
    } catch (error) {
      // By the specification, an access token is valid until it expires, whatever happens to the refresh token.
      if (!isRejected && isUnexpired(session.tokens, this.#now())) return session;
      throw error;
    }
  }

  #now(): number {
    return this.#options.clock.now();
  }

  #newerThan(known: StoredSession, isRecovery = false): Promise<StoredSession> {
    const key = `${known.id} ${known.generation} ${isRecovery}`;
    let flight = this.#flights.get(key);
    if (!flight) {
      flight = this.#refreshOnce(known, isRecovery).finally(() => this.#flights.delete(key));
      this.#flights.set(key, flight);
    }
    return flight;
  }

  async #refreshOnce(known: StoredSession, isRecovery: boolean): Promise<StoredSession> {
    const { onRefresh } = this.#options;
    const signal = this.#signalOf(known.id);
    if (!isRecovery) onRefresh(known.id, 'begun');
    try {
      const outcome = await this.#options.refresher.refresh(await this.#jobFor(known, isRecovery), signal);
      const session = await this.#conclude(known, outcome);
      onRefresh(known.id, 'renewed');
      return session;
    } catch (error) {
      if (signal.aborted) throw signedOut();
      onRefresh(known.id, isRecovery ? 'ended' : endOf(error));
      throw error;
    }
  }

  async #jobFor(known: StoredSession, isRecovery: boolean): Promise<RefreshJob> {
    const { vault, folder, timing } = this.#options;
    if (isDead(known)) throw needsOwner(known.account.label);
    const { environment, credentials } = await this.#options.application(known.environment);
    if (credentials.clientId !== known.clientId) throw otherClient(known.environment);
    if (!isAllowedOrigin(known, environment.authUrl))
      throw otherAddress(known.environment, known.origins, environment.authUrl);
    const tools = await vault.tools(known);
    if (!tools) throw storageLocked();
    return {
      folder,
      sessionId: known.id,
      generation: known.generation,
      isRecovery,
      key: { id: tools.key.id, base64: Buffer.from(tools.key.bytes).toString('base64') },
      replica: tools.replica,
      authUrl: environment.authUrl,
      credentials,
      timing,
    };
  }

  /** The session after a refresh. Rejects with ServiceError if it has no newer tokens. */
  async #conclude(known: StoredSession, outcome: RefreshOutcome): Promise<StoredSession> {
    const { vault } = this.#options;
    switch (outcome.kind) {
      case 'renewed':
      case 'adopted':
        return this.#read(known.id);
      case 'unsaved':
        await vault.absorb(outcome.text);
        return this.#read(known.id);
      case 'dead':
        throw needsOwner(known.account.label);
      case 'signed-out':
        throw signedOut();
      case 'other-client':
        throw otherClient(known.environment);
      case 'other-address':
        throw otherAddress(known.environment, outcome.origins, outcome.url);
      case 'unreadable':
        throw outcome.reason === 'broken' ? sessionBroken() : storageLocked();
      case 'unwritable':
        throw diskFull();
      case 'busy':
        throw lockBusy();
      case 'unreachable':
      case 'failed':
        throw new ServiceError(outcome.message, outcome.details);
    }
  }

  async #read(sessionId: string): Promise<StoredSession> {
    const { vault } = this.#options;
    const entry = await vault.read(sessionId);
    switch (entry.kind) {
      case 'session':
        return entry.session;
      case 'absent':
        throw signedOut();
      case 'broken':
        throw sessionBroken();
      case 'locked':
        throw storageLocked();
    }
  }

  async #patiently<T>(work: Promise<T>): Promise<T> {
    try {
      return await within(work, this.#options.timing.patienceMs, this.#options.scheduler);
    } catch (error) {
      throw error instanceof LimitReached ? stillTrying(error) : error;
    }
  }

  #signalOf(sessionId: string): AbortSignal {
    let stop = this.#stops.get(sessionId);
    if (!stop) this.#stops.set(sessionId, (stop = new AbortController()));
    return stop.signal;
  }
}

function endOf(error: unknown): RefreshEvent {
  switch (classifyFailure(error)) {
    case 'refused':
      return 'needs-owner';
    case 'configuration':
      return 'misconfigured';
    case 'later':
    case 'not-sent':
    case 'ambiguous':
      return 'offline';
  }
}
