import { errorName, log } from '../../../common/logger.ts';
import { LimitReached } from '../../../common/scheduler.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { TokenPair } from '../../../service/oauth/token-endpoint.ts';
import { classifyFailure, isUsable } from './refresh-policy.ts';
import type { FailureDetails, RefreshJob, RefreshOutcome, RefreshTools } from './refresher.ts';
import { sendWithResends } from './send-with-resends.ts';
import { readRecord, type SessionRecord } from '../sessions/session-record.ts';
import { openText, readKey, sealSession, type SessionKey } from '../sessions/session-encryption.ts';
import { ageOfIntent, type Intent, type NewPair, type ReplaceOutcome } from '../sessions/session-store.ts';
import { isAllowedOrigin, isDead, type StoredSession } from '../sessions/stored-session.ts';

/**
 * Replaces the tokens of a session: lock, read again, write the intent, send, store. Whatever can
 * fail without the service fails before the refresh token is spent, and a new pair is stored before anyone gets it.
 * Runs the same way in a separate process and in the window. Rejects only when `signal` aborts.
 */
export async function refreshSession(
  job: RefreshJob,
  tools: RefreshTools,
  signal: AbortSignal,
): Promise<RefreshOutcome> {
  const key = readKey(job.key.base64, job.key.id);
  if (!key) return { kind: 'unreadable', reason: 'key' };
  const refresh = new SessionRefresh(job, key, tools, signal);
  // A recovery does not wait for the lock: whoever holds it is already recovering the session.
  const maxWaitMs = job.isRecovery ? 0 : job.timing.lockWaitMs;
  try {
    return await tools.lock.run(job.sessionId, () => refresh.run(), { maxWaitMs, signal });
  } catch (error) {
    if (error instanceof LimitReached) return { kind: 'busy' };
    if (signal.aborted) throw error;
    log.error(`Session ${job.sessionId}: the refresh failed: ${errorName(error)}`);
    return { kind: 'unreadable', reason: 'disk' };
  }
}

class SessionRefresh {
  readonly #job: RefreshJob;
  readonly #key: SessionKey;
  readonly #tools: RefreshTools;
  readonly #signal: AbortSignal;
  readonly #id: string;

  constructor(job: RefreshJob, key: SessionKey, tools: RefreshTools, signal: AbortSignal) {
    this.#job = job;
    this.#key = key;
    this.#tools = tools;
    this.#signal = signal;
    this.#id = job.sessionId;
  }

  async run(): Promise<RefreshOutcome> {
    const { probe } = this.#tools;
    await probe('lock-taken');
    const session = await this.#newest();
    await probe('adopted');
    if ('kind' in session) return session;
    const intent = await this.#tools.store.intent(this.#id);
    const interrupted = intent?.generation === session.generation ? intent : undefined;
    const now = this.#tools.clock.now();
    // The newest pair can't be read here, and was sent a moment ago: whoever can read it has to find the intent.
    if (intent && intent.generation > session.generation && ageOfIntent(intent, now) < this.#job.timing.graceMs)
      return { kind: 'unreadable', reason: 'disk' };
    if (intent && !interrupted) await this.#end();
    // If another process has begun to replace this pair, it may be spent, and can then be replaced for a minute only.
    const isUrgent = interrupted !== undefined && ageOfIntent(interrupted, now) < this.#job.timing.graceMs;
    if (this.#suffices(session) && !isUrgent) return { kind: 'adopted', generation: session.generation };
    if (isDead(session)) return { kind: 'dead' };
    if (session.clientId !== this.#job.credentials.clientId) return { kind: 'other-client' };
    const { authUrl: url } = this.#job;
    if (!isAllowedOrigin(session, url)) return { kind: 'other-address', origins: session.origins, url };
    if (this.#job.isRecovery && (!interrupted || interrupted.isGivenUp))
      return { kind: 'adopted', generation: session.generation };
    return this.#replace(session, interrupted);
  }

  /**
   * Finds the newest pair, wherever it is, and moves it into place; otherwise returns why there is none. Rejects if
   * nothing can be read.
   */
  async #newest(): Promise<StoredSession | RefreshOutcome> {
    const { store, clock } = this.#tools;
    const { replica = '' } = this.#job;
    const text = await store.session(this.#id);
    const record = readRecord(text ?? '');
    if (record?.kind === 'signed-out') return { kind: 'signed-out' };
    const [stored, copy] = [this.#open(text), this.#open(replica)];
    const isCopyNewer = copy !== undefined && copy.generation > (stored?.generation ?? -1);
    const best = isCopyNewer ? copy : stored;
    // A session under another key comes from a new sign-in, and wins even if a killed refresh got to the same generation.
    if (this.#isOutranked(best, record)) return { kind: 'unreadable', reason: 'key' };
    if (!best) return { kind: 'unreadable', reason: 'broken' };
    if (isCopyNewer) {
      log.info(`Session ${this.#id}: generation ${best.generation} is taken over from a copy`);
      try {
        await store.putIfNewer(replica, clock.now());
      } catch {
        return this.#suffices(best) ? { kind: 'unsaved', text: replica } : { kind: 'unwritable' };
      }
    }
    return best;
  }

  #isOutranked(best: StoredSession | undefined, record: SessionRecord | undefined): boolean {
    if (record?.kind !== 'sealed') return false;
    const { generation, keyId } = record.header;
    if (best && generation < best.generation) return false;
    return keyId !== this.#key.id || (best !== undefined && generation > best.generation);
  }

  /** Whether the session is newer than what is to be replaced, and usable. */
  #suffices({ generation, tokens }: StoredSession): boolean {
    const { generation: known, timing } = this.#job;
    return generation > known && isUsable(tokens, this.#tools.clock.now(), timing);
  }

  #open(text: string | undefined): StoredSession | undefined {
    const session = openText(text, this.#key);
    return session?.id === this.#id ? session : undefined;
  }

  /** @param earlier the refresh that another process has begun and not finished */
  async #replace(session: StoredSession, earlier: Intent | undefined): Promise<RefreshOutcome> {
    const { store, clock, probe } = this.#tools;
    const { timing } = this.#job;
    const sinceLast = earlier ? ageOfIntent(earlier, clock.now()) : Infinity;
    const isUrgent = sinceLast < timing.graceMs;

    try {
      // Never in the future: every refresh would count as urgent until the clock has caught up.
      const sentAt = isUrgent ? clock.now() - sinceLast : clock.now();
      await store.begin(this.#id, { generation: session.generation, pid: process.pid, sentAt });
    } catch (error) {
      log.error(`Session ${this.#id}: the disk takes no new pair, so none is asked for: ${errorName(error)}`);
      if (!isUrgent) await this.#end();
      return { kind: 'unwritable' };
    }
    await probe('intent-written');
    try {
      // After an interrupted refresh, the check would waste part of the minute, and the token may already be spent.
      if (!isUrgent) {
        try {
          await this.#tools.reach();
        } catch (error) {
          await this.#end();
          return { kind: 'unreachable', ...plainFailure(error) };
        }
      }
      await probe('preflight-done');
      return await this.#send(session, isUrgent ? sinceLast : undefined);
    } catch (error) {
      // Aborted in the middle of a refresh: the token may be spent.
      await this.#giveUp();
      throw error;
    }
  }

  async #send(session: StoredSession, alreadyElapsedMs: number | undefined): Promise<RefreshOutcome> {
    const reread = async () => this.#open(await this.#tools.store.session(this.#id).catch(() => undefined));
    const { timing } = this.#job;
    let isAgain = alreadyElapsedMs !== undefined;
    const send: RefreshTools['send'] = async (...sent) => {
      const noted = isAgain ? this.#noteSend() : undefined;
      isAgain = true;
      try {
        return await this.#tools.send(...sent);
      } finally {
        await noted;
      }
    };
    const tools = { ...this.#tools, send };
    const sent = await sendWithResends(session, reread, alreadyElapsedMs, timing, tools, this.#signal);
    switch (sent.kind) {
      case 'renewed':
        return this.#persist(session, sent.tokens);
      case 'superseded':
        return this.run();
      case 'dead':
        return this.#tryAlternates(session);
      case 'failed':
        await (sent.isMaybeSpent ? this.#giveUp() : this.#end());
        return { kind: 'failed', ...plainFailure(sent.error) };
    }
  }

  /**
   * Moves the time of the intent. If that fails, the earlier time stands. The send does not wait for it: a slow disk
   * may take longer than what is left of the minute.
   */
  async #noteSend(): Promise<void> {
    const { store, clock } = this.#tools;
    await store.noteIntent(this.#id, { sentAt: clock.now() }).catch(() => undefined);
  }

  async #persist(spent: StoredSession, tokens: TokenPair): Promise<RefreshOutcome> {
    const { probe } = this.#tools;
    const { deadGeneration: _, ...rest } = spent;
    const generation = spent.generation + 1;
    const renewed: StoredSession = { ...rest, tokens: withTrueExpiry(tokens, spent.tokens), generation };
    await probe('parsed');
    const text = sealSession(renewed, this.#key);
    const outcome = await this.#store({ id: this.#id, spent: spent.generation, generation, text });
    switch (outcome) {
      case 'stored':
        log.info(`Session ${this.#id} refreshed, generation ${generation}`);
        return { kind: 'renewed', generation };
      case 'unsaved':
        return { kind: 'unsaved', text };
      case 'superseded':
        return { kind: 'adopted', generation };
      case 'signed-out':
        return { kind: 'signed-out' };
    }
  }

  /** Stores a pair that exists nowhere else, and reads it back, trying more than once. Never rejects. */
  async #store(pair: NewPair): Promise<ReplaceOutcome | 'unsaved'> {
    const { store, scheduler, probe } = this.#tools;
    for (const delay of [...this.#job.timing.storeDelaysMs, undefined]) {
      try {
        const outcome = await store.replace(pair);
        await probe('stored');
        if (outcome !== 'stored') return outcome;
        if ((await store.session(this.#id)) !== pair.text) throw new Error('What was stored reads differently');
        await probe('read-back');
        return outcome;
      } catch (error) {
        log.error(`Session ${this.#id}: generation ${pair.generation} is not stored yet: ${errorName(error)}`);
      }
      if (delay !== undefined) await scheduler.sleep(delay);
    }
    return 'unsaved';
  }

  /**
   * The stored token was refused. Before the session counts as dead, tries the pairs that never replaced it, and the
   * copy if that is another pair: two windows can get one each within a minute.
   */
  async #tryAlternates(session: StoredSession): Promise<RefreshOutcome> {
    const { store } = this.#tools;
    for (const text of [this.#job.replica, ...(await store.alternates(this.#id))]) {
      const alternate = this.#open(text);
      if (!alternate || alternate.tokens.refreshToken === session.tokens.refreshToken) continue;
      let pair: TokenPair;
      try {
        pair = await this.#tools.send(alternate.tokens.refreshToken, this.#signal);
      } catch (error) {
        if (classifyFailure(error) === 'refused') continue;
        // It may still be valid: the next refresh tries it again.
        await this.#end();
        return { kind: 'failed', ...plainFailure(error) };
      }
      return this.#persist({ ...alternate, generation: session.generation }, pair);
    }
    log.warn(`Session ${this.#id}: the refresh token of generation ${session.generation} is dead`);
    // Marks only the pair that was refused, and ends the refresh with that.
    const text = sealSession({ ...session, deadGeneration: session.generation }, this.#key);
    const { generation } = session;
    await store.replace({ id: this.#id, spent: generation, generation, text }).catch(() => undefined);
    return { kind: 'dead' };
  }

  /**
   * Ends without a new pair although the token may be spent. Without this mark, windows would take the refresh over
   * from each other, and send without end while the service is down.
   */
  async #giveUp(): Promise<void> {
    await this.#tools.store.noteIntent(this.#id, { isGivenUp: true }).catch(() => undefined);
  }

  /** Failures are ignored: an intent that is left does no harm. */
  async #end(): Promise<void> {
    await this.#tools.store.end(this.#id).catch(() => undefined);
  }
}

/** A response without a refresh token keeps the old one in use, whose expiry does not change. */
function withTrueExpiry(tokens: TokenPair, spent: TokenPair): TokenPair {
  if (tokens.refreshToken !== spent.refreshToken) return tokens;
  return { ...tokens, refreshTokenExpiresAt: spent.refreshTokenExpiresAt };
}

function plainFailure(error: unknown): { readonly message: string; readonly details: FailureDetails } {
  if (!(error instanceof ServiceError)) {
    return { message: errorName(error), details: { kind: 'network', turn: 'retry', nextStep: '', sent: true } };
  }
  const { message, kind, turn, nextStep, status, type, code, requestId, sent } = error;
  const { retryAfterSeconds, retryAt, remedy } = error;
  const details = { kind, turn, nextStep, status, type, code, requestId, retryAfterSeconds, retryAt, remedy, sent };
  return { message, details };
}
