import type { Clock } from '../common/clock.ts';
import type { Logger } from '../common/logger.ts';
import type { ServiceEnvironment } from '../service/environment.ts';
import type { ClientCredentials, TokenEndpoint, TokenPair } from '../service/token-endpoint.ts';
import { isAlive, isRefreshDue, isUsable, judgeFailure } from './refresh-policy.ts';
import { renew } from './renewal.ts';
import { LimitReached, within } from './scheduler.ts';
import type { Scheduler } from './scheduler.ts';
import {
  lockBusy,
  needsOwner,
  notBearer,
  otherClient,
  sessionBroken,
  signedOut,
  stillTrying,
} from './session-errors.ts';
import type { Localization } from './session-errors.ts';
import type { HeldLock, SessionLock } from './session-lock.ts';
import type { Vault } from './session-vault.ts';
import { storageLocked } from './storage-locked.ts';
import { isDead } from './stored-session.ts';
import type { StoredSession } from './stored-session.ts';

export interface TokenKeeperOptions {
  readonly vault: Vault;
  readonly lock: SessionLock;
  readonly tokenEndpoint: () => Promise<Pick<TokenEndpoint, 'refresh'>>;
  /** Where and as whom to refresh. May start the sandbox. */
  readonly application: (environment: string) => Promise<Application>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly l10n: Localization;
  /** Told after each attempt to refresh: whether the service could be reached, or storage has other data. */
  readonly onOutcome: (sessionId: string, outcome: RefreshOutcome) => void;
}

export interface Application {
  readonly environment: Pick<ServiceEnvironment, 'authUrl'>;
  readonly credentials: ClientCredentials;
}

export type RefreshOutcome = 'renewed' | 'offline' | 'needs-owner' | 'misconfigured';

/** How long one who asks for a token waits for a refresh. The refresh itself goes on. */
const patienceMs = 20_000;

/** A token that is rejected right after a forced refresh is not the reason for the rejection. */
const forcedPauseMs = 5_000;

/** SecretStorage shows another window's write after up to 0.2 s; this is how long a newer pair is waited for. */
const catchUpMs = 2_000;
const catchUpStepMs = 50;

/**
 * Hands out access tokens and keeps them fresh. A refresh token is spent by one window at a time, the new pair is
 * stored before anyone gets it, and a pair that another window has stored is taken over instead of spending twice.
 */
export class TokenKeeper {
  readonly #options: TokenKeeperOptions;
  /** One refresh per session and generation, shared by all who ask. */
  readonly #flights = new Map<string, Promise<StoredSession>>();
  readonly #forcedAt = new Map<string, number>();
  readonly #stops = new Map<string, AbortController>();

  constructor(options: TokenKeeperOptions) {
    this.#options = options;
  }

  /** See `Sessions.accessToken`. */
  async accessToken(sessionId: string, rejected?: string): Promise<string> {
    const session = await this.#upToDate(sessionId, rejected);
    if (session.tokens.deviations?.includes('token_type')) throw notBearer(this.#options.l10n);
    return session.tokens.accessToken;
  }

  /** A new pair now, however fresh the present one is. Rejects with ServiceError. */
  async refresh(sessionId: string): Promise<void> {
    await this.#newerThan(await this.#read(sessionId));
  }

  /** Refreshes where the time has come; `jitterMs` as in `isRefreshDue`. */
  async keepFresh(sessionId: string, jitterMs: number): Promise<void> {
    const session = await this.#read(sessionId);
    if (!isDead(session) && isRefreshDue(session.tokens, this.#now(), jitterMs)) await this.#newerThan(session);
  }

  /** Stops refreshing a session that is signed out. */
  forget(sessionId: string): void {
    this.#stops.get(sessionId)?.abort(signedOut(this.#options.l10n));
    this.#stops.delete(sessionId);
    this.#forcedAt.delete(sessionId);
  }

  async #upToDate(sessionId: string, rejected: string | undefined): Promise<StoredSession> {
    const session = await this.#read(sessionId);
    const isRejected = session.tokens.accessToken === rejected;
    if (!isRejected && isUsable(session.tokens, this.#now())) return session;
    const forcedAt = this.#forcedAt.get(sessionId) ?? -Infinity;
    if (isRejected && this.#now() - forcedAt < forcedPauseMs) return session;
    try {
      const renewed = await this.#patiently(this.#newerThan(session));
      if (isRejected) this.#forcedAt.set(sessionId, this.#now());
      return renewed;
    } catch (error) {
      // The document keeps an access token valid until it expires, whatever becomes of the refresh token.
      if (!isRejected && isAlive(session.tokens, this.#now())) return session;
      throw error;
    }
  }

  #now(): number {
    return this.#options.clock.now();
  }

  #newerThan(known: StoredSession): Promise<StoredSession> {
    const key = `${known.id} ${known.generation}`;
    let flight = this.#flights.get(key);
    if (!flight) {
      flight = this.#refreshOnce(known).finally(() => this.#flights.delete(key));
      this.#flights.set(key, flight);
    }
    return flight;
  }

  async #refreshOnce(known: StoredSession): Promise<StoredSession> {
    const { lock, l10n, onOutcome } = this.#options;
    const signal = this.#signalOf(known.id);
    try {
      const session = await lock.run(known.id, (held) => this.#refreshLocked(known, held, signal), { signal });
      onOutcome(known.id, 'renewed');
      return session;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LimitReached) throw lockBusy(l10n);
      onOutcome(known.id, outcomeOf(error));
      throw error;
    }
  }

  async #refreshLocked(known: StoredSession, held: HeldLock, signal: AbortSignal): Promise<StoredSession> {
    const { l10n, log, clock, scheduler } = this.#options;
    const current = await this.#readAtLeast(known.id, held.generation);
    if (current.generation > known.generation && isUsable(current.tokens, this.#now())) {
      log.debug(`Session ${known.id}: another window has refreshed it`);
      return current;
    }
    if (isDead(current)) throw needsOwner(l10n, current.account.label);

    const { environment, credentials } = await this.#options.application(current.environment);
    if (credentials.clientId !== current.clientId) throw otherClient(l10n, current.environment);
    const endpoint = await this.#options.tokenEndpoint();
    const renewal = await renew(current, {
      send: () => endpoint.refresh(environment, credentials, current.tokens.refreshToken, signal),
      reread: () => this.#readAtLeast(current.id, held.generation).catch(() => undefined),
      clock,
      scheduler,
      log,
      signal,
    });
    switch (renewal.kind) {
      case 'renewed':
        return this.#persist(current, renewal.tokens, held);
      case 'superseded':
        if (isUsable(renewal.session.tokens, this.#now())) return renewal.session;
        return this.#refreshLocked(renewal.session, held, signal);
      case 'dead':
        await this.#markDead(current, held);
        throw needsOwner(l10n, current.account.label, renewal.error);
    }
  }

  /** Stored first, handed out afterwards: a pair that nobody stored is lost with this process. */
  async #persist(spent: StoredSession, tokens: TokenPair, held: HeldLock): Promise<StoredSession> {
    const { vault, l10n, log } = this.#options;
    const now = await vault.read(spent.id);
    if (now.kind === 'absent') throw signedOut(l10n);
    // The account was connected again meanwhile, which does not wait for this lock for long.
    if (now.kind === 'session' && now.session.generation > spent.generation) return now.session;
    const generation = Math.max(spent.generation, held.generation) + 1;
    const { deadGeneration: _, ...rest } = spent;
    const renewed: StoredSession = { ...rest, tokens: withTrueExpiry(tokens, spent.tokens), generation };
    if (await vault.write(renewed)) held.publish(generation);
    log.info(`Session ${spent.id} refreshed, generation ${generation}`);
    return renewed;
  }

  /** Only the pair that was refused is marked, and nothing is written where a newer one exists out of sight. */
  async #markDead(refused: StoredSession, held: HeldLock): Promise<void> {
    const { vault, log } = this.#options;
    log.warn(`Session ${refused.id}: the refresh token of generation ${refused.generation} is dead`);
    const now = await vault.read(refused.id);
    if (now.kind !== 'session' || now.session.generation !== refused.generation) return;
    if (held.generation > refused.generation) return;
    await vault.write({ ...refused, deadGeneration: refused.generation });
  }

  /** The stored session, waiting a little for the generation that is known to exist. */
  async #readAtLeast(sessionId: string, generation: number): Promise<StoredSession> {
    for (let waited = 0; ; waited += catchUpStepMs) {
      const session = await this.#read(sessionId);
      if (session.generation >= generation || waited >= catchUpMs) return session;
      await this.#options.scheduler.sleep(catchUpStepMs);
    }
  }

  async #read(sessionId: string): Promise<StoredSession> {
    const { vault, l10n } = this.#options;
    const entry = await vault.read(sessionId);
    switch (entry.kind) {
      case 'session':
        return entry.session;
      case 'absent':
        throw signedOut(l10n);
      case 'broken':
        throw sessionBroken(l10n);
      case 'locked':
        throw storageLocked(l10n);
    }
  }

  async #patiently<T>(work: Promise<T>): Promise<T> {
    try {
      return await within(work, patienceMs, this.#options.scheduler);
    } catch (error) {
      throw error instanceof LimitReached ? stillTrying(this.#options.l10n, error) : error;
    }
  }

  #signalOf(sessionId: string): AbortSignal {
    let stop = this.#stops.get(sessionId);
    if (!stop) this.#stops.set(sessionId, (stop = new AbortController()));
    return stop.signal;
  }
}

/** An answer without a refresh token leaves the old one, which is no younger for that. */
function withTrueExpiry(tokens: TokenPair, spent: TokenPair): TokenPair {
  if (tokens.refreshToken !== spent.refreshToken) return tokens;
  return { ...tokens, refreshTokenExpiresAt: spent.refreshTokenExpiresAt };
}

function outcomeOf(error: unknown): RefreshOutcome {
  const failure = judgeFailure(error);
  if (failure === 'refused') return 'needs-owner';
  return failure === 'configuration' ? 'misconfigured' : 'offline';
}
