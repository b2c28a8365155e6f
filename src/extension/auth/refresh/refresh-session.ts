import { LimitReached } from '../../../common/scheduler.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { TokenPair } from '../../../service/oauth/token-endpoint.ts';
import { adoptNewest, suffices, type CurrentSession } from './adopt-newest.ts';
import { persistPair } from './persist-pair.ts';
import { alternateGeneration, isAlternateOf, isNextOf, randomName, sessionName } from '../sessions/file-names.ts';
import { classifyFailure } from './refresh-policy.ts';
import type { FailureDetails, RefreshJob, RefreshOutcome, RefreshTools } from './refresher.ts';
import { sendWithResends } from './send-with-resends.ts';
import { nameOf } from '../sessions/session-files.ts';
import { ageOfIntent, type Intent } from '../sessions/session-folder.ts';
import { readRecord } from '../sessions/session-record.ts';
import { openSession, openText, readKey, sealSession, type SessionKey } from '../sessions/session-encryption.ts';
import { isDead, type StoredSession } from '../sessions/stored-session.ts';
import { isAllowedOrigin } from '../sessions/token-origins.ts';

/**
 * Replaces the tokens of a session: lock, read again, write the intent, send, store, remove the intent. Whatever can
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
    tools.log.error(`Session ${job.sessionId}: the refresh failed: ${nameOf(error)}`);
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
    const present = await adoptNewest(this.#job, this.#key, this.#tools);
    await probe('adopted');
    if ('kind' in present) return present;
    const { session } = present;
    const intent = await this.#tools.folder.readIntent(this.#id);
    const interrupted = intent?.generation === session.generation ? intent : undefined;
    if (intent && !interrupted) await this.#tools.folder.removeIntent(this.#id).catch(() => undefined);
    const now = this.#tools.clock.now();
    // If another process has begun to replace this pair, it may be spent, and can then be replaced for a minute only.
    const isUrgent = interrupted !== undefined && ageOfIntent(interrupted, now) < this.#job.timing.graceMs;
    if (suffices(this.#job, session, now) && !isUrgent) return { kind: 'adopted', generation: session.generation };
    if (isDead(session)) return { kind: 'dead' };
    if (session.clientId !== this.#job.credentials.clientId) return { kind: 'other-client' };
    const { authUrl: url } = this.#job;
    if (!isAllowedOrigin(session, url)) return { kind: 'other-address', origins: session.origins ?? [], url };
    if (this.#job.isRecovery && (!interrupted || interrupted.isGivenUp))
      return { kind: 'adopted', generation: session.generation };
    return this.#replace(present, interrupted);
  }

  /** @param earlier the refresh that another process has begun and not finished */
  async #replace(present: CurrentSession, earlier: Intent | undefined): Promise<RefreshOutcome> {
    const { folder, clock, probe, log } = this.#tools;
    const { timing } = this.#job;
    const { session } = present;
    const sinceLast = earlier ? ageOfIntent(earlier, clock.now()) : Infinity;
    const isUrgent = sinceLast < timing.graceMs;

    const attempt = randomName();
    let next: string;
    let intent: Intent;
    try {
      next = await folder.reserve(this.#id, attempt, present.text);
      // Never in the future: every refresh would count as urgent until the clock has caught up.
      const sentAt = isUrgent ? clock.now() - sinceLast : clock.now();
      intent = { generation: session.generation, attempt, pid: process.pid, sentAt };
      await folder.writeIntent(this.#id, intent);
    } catch (error) {
      log.error(`Session ${this.#id}: the disk takes no new pair, so none is asked for: ${nameOf(error)}`);
      await this.#clear(isUrgent);
      return { kind: 'unwritable' };
    }
    await probe('intent-written');
    try {
      // After an interrupted refresh, the check would waste part of the minute, and the token may already be spent.
      if (!isUrgent) {
        try {
          await this.#tools.reach();
        } catch (error) {
          await this.#clear(false);
          return { kind: 'unreachable', ...plainFailure(error) };
        }
      }
      await probe('preflight-done');
      return await this.#send(present, next, intent, isUrgent ? sinceLast : undefined);
    } catch (error) {
      // Aborted in the middle of a refresh: the token may be spent.
      await this.#giveUp();
      throw error;
    }
  }

  async #send(
    present: CurrentSession,
    next: string,
    intent: Intent,
    alreadyElapsedMs: number | undefined,
  ): Promise<RefreshOutcome> {
    const { session } = present;
    const reread = () => this.#reread();
    const { timing } = this.#job;
    let isAgain = alreadyElapsedMs !== undefined;
    const send: RefreshTools['send'] = async (...sent) => {
      const noted = isAgain ? this.#noteSend(intent) : undefined;
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
        return this.#persist(session, sent.tokens, next);
      case 'superseded':
        return this.run();
      case 'dead':
        return this.#tryAlternates(present, next);
      case 'failed':
        await (sent.isMaybeSpent ? this.#giveUp() : this.#clear(false));
        return { kind: 'failed', ...plainFailure(sent.error) };
    }
  }

  /**
   * Moves the time of the intent. If that fails, the earlier time stands. The send does not wait for it: a slow disk
   * may take longer than what is left of the minute.
   */
  async #noteSend(intent: Intent): Promise<void> {
    const { folder, clock } = this.#tools;
    await folder.writeIntent(this.#id, { ...intent, sentAt: clock.now() }).catch(() => undefined);
  }

  async #persist(spent: StoredSession, tokens: TokenPair, next: string): Promise<RefreshOutcome> {
    const { deadGeneration: _, ...rest } = spent;
    const generation = spent.generation + 1;
    const renewed: StoredSession = { ...rest, tokens: withTrueExpiry(tokens, spent.tokens), generation };
    await this.#tools.probe('parsed');
    const { storeDelaysMs } = this.#job.timing;
    const pair = { id: this.#id, spent: spent.generation, next, text: sealSession(renewed, this.#key), generation };
    const outcome = await persistPair(pair, storeDelaysMs, this.#tools);
    switch (outcome) {
      case 'stored':
        await this.#clear(false);
        await this.#tools.probe('intent-removed');
        this.#tools.log.info(`Session ${this.#id} refreshed, generation ${generation}`);
        return { kind: 'renewed', generation };
      case 'unsaved':
        return { kind: 'unsaved', text: pair.text };
      case 'superseded':
        await this.#clear(false);
        return { kind: 'adopted', generation };
      case 'signed-out':
        await this.#clear(false);
        return { kind: 'signed-out' };
    }
  }

  /**
   * The stored token was refused. Before the session counts as dead, tries the pairs that never replaced it, and the
   * copy if that is another pair: two windows can get one each within a minute.
   */
  async #tryAlternates({ session }: CurrentSession, next: string): Promise<RefreshOutcome> {
    const { folder, log } = this.#tools;
    const copy = openText(this.#job.replica?.trim(), this.#key);
    const names = await this.#alternates();
    for (const name of copy ? [undefined, ...names] : names) {
      const alternate = name === undefined ? copy : openText(await folder.read(name), this.#key);
      const isSame = alternate?.tokens.refreshToken === session.tokens.refreshToken;
      if (alternate?.id !== this.#id || isSame) continue;
      let pair: TokenPair;
      try {
        pair = await this.#tools.send(alternate.tokens.refreshToken, this.#job.timing.attemptMs, this.#signal);
      } catch (error) {
        if (classifyFailure(error) === 'refused') continue;
        // It may still be valid: the next refresh tries it again.
        await this.#clear(false);
        return { kind: 'failed', ...plainFailure(error) };
      }
      return this.#persist({ ...alternate, generation: session.generation }, pair, next);
    }
    log.warn(`Session ${this.#id}: the refresh token of generation ${session.generation} is dead`);
    // Mark only the pair that was refused.
    const now = readRecord((await folder.read(sessionName(this.#id))) ?? '');
    if (now?.kind === 'sealed' && now.header.generation === session.generation) {
      const marked = sealSession({ ...session, deadGeneration: session.generation }, this.#key);
      await folder.put(sessionName(this.#id), marked).catch(() => undefined);
    }
    await this.#clear(false);
    return { kind: 'dead' };
  }

  async #alternates(): Promise<readonly string[]> {
    const names = (await this.#tools.folder.names()).filter((name) => isAlternateOf(this.#id, name));
    return names.sort((a, b) => alternateGeneration(this.#id, b) - alternateGeneration(this.#id, a));
  }

  async #reread(): Promise<StoredSession | undefined> {
    const text = await this.#tools.folder.read(sessionName(this.#id)).catch(() => undefined);
    return openSession(readRecord(text ?? ''), this.#key);
  }

  /**
   * Ends without a new pair although the token may be spent. Without this mark, windows would take the refresh over
   * from each other, and send without end while the service is down.
   */
  async #giveUp(): Promise<void> {
    const { folder } = this.#tools;
    await this.#clear(true);
    const intent = await folder.readIntent(this.#id).catch(() => undefined);
    if (intent) await folder.writeIntent(this.#id, { ...intent, isGivenUp: true }).catch(() => undefined);
  }

  /** Removes what a refresh leaves behind. Failures are ignored: leftovers do no harm. */
  async #clear(keepsIntent: boolean): Promise<void> {
    const { folder } = this.#tools;
    const names = await folder.names().catch(() => undefined);
    const rest = names?.filter((name) => isNextOf(this.#id, name));
    if (rest) await Promise.all(rest.map((name) => folder.remove(name).catch(() => undefined)));
    if (!keepsIntent) await folder.removeIntent(this.#id).catch(() => undefined);
  }
}

/** A response without a refresh token keeps the old one in use, whose expiry does not change. */
function withTrueExpiry(tokens: TokenPair, spent: TokenPair): TokenPair {
  if (tokens.refreshToken !== spent.refreshToken) return tokens;
  return { ...tokens, refreshTokenExpiresAt: spent.refreshTokenExpiresAt };
}

function plainFailure(error: unknown): { readonly message: string; readonly details: FailureDetails } {
  if (!(error instanceof ServiceError)) {
    return { message: nameOf(error), details: { kind: 'network', turn: 'retry', nextStep: '', sent: true } };
  }
  const { message, kind, turn, nextStep, status, type, code, requestId, sent } = error;
  const { retryAfterSeconds, retryAt, remedy } = error;
  const details = { kind, turn, nextStep, status, type, code, requestId, retryAfterSeconds, retryAt, remedy, sent };
  return { message, details };
}
