/** When to refresh, and what a failed refresh means. Times are milliseconds since 1970, by this machine's clock. */
import { ServiceError } from '../service/errors.ts';
import type { TokenPair } from '../service/token-endpoint.ts';

/** An access token with less left is refreshed before it is handed out: a request may take long to arrive. */
const marginMs = 120_000;

/** Share of a short lifetime that the margin may take, so that no token is born due. */
const marginShare = 0.25;

/** Share of the lifetime after which a token is refreshed although nobody asks. A quarter is left to try again. */
const proactiveShare = 0.75;

/** Windows differ by up to this much, so that they seldom meet at the lock. */
export const maxJitterMs = 120_000;

/**
 * The document lets a refresh token live for 1 minute after its first use. The last resend starts with 10 seconds left:
 * the service's minute begins no earlier than the first send, but the answer has to come back as well.
 */
const resendWindowMs = 50_000;
const resendDelaysMs = [500, 1000, 2000, 4000, 8000, 15_000, 25_000];

/** A refusal is asked for twice, with this pause: another window may be storing the newer pair. */
export const confirmDelayMs = 2000;

const backgroundDelaysMs = [60_000, 120_000, 300_000, 900_000];

/** Good enough to hand out without a refresh. */
export function isUsable(tokens: TokenPair, now: number): boolean {
  const lifetime = tokens.accessTokenExpiresAt - tokens.issuedAt;
  return now < tokens.accessTokenExpiresAt - Math.min(marginMs, lifetime * marginShare);
}

/** Still worth sending where a refresh fails. */
export function isAlive(tokens: TokenPair, now: number): boolean {
  return now < tokens.accessTokenExpiresAt;
}

/** Whether to refresh in the background. `jitterMs` is the window's own, within ±{@link maxJitterMs}. */
export function isRefreshDue(tokens: TokenPair, now: number, jitterMs: number): boolean {
  const lifetime = tokens.accessTokenExpiresAt - tokens.issuedAt;
  return now >= tokens.issuedAt + lifetime * proactiveShare + jitterMs || !isUsable(tokens, now);
}

export type RefreshFailure =
  /** The service refuses this refresh token. */
  | 'refused'
  /** Settings or credentials are wrong; the refresh token is as good as before. */
  | 'configuration'
  /** The service asks to come later (429); not spent. */
  | 'later'
  /** Certain that nothing reached the service. */
  | 'not-sent'
  /** The refresh token may be spent, and the new pair lost on its way. */
  | 'ambiguous';

/** What a failed refresh says about the refresh token. Whatever is not proven is ambiguous. */
export function judgeFailure(error: unknown): RefreshFailure {
  if (!(error instanceof ServiceError)) return 'ambiguous';
  if (!error.sent) return error.kind === 'input' ? 'configuration' : 'not-sent';
  if (error.status === 429) return 'later';
  if (error.kind !== 'oauth' || error.turn === 'retry') return 'ambiguous';
  return error.turn === 'reconnect' ? 'refused' : 'configuration';
}

/**
 * Milliseconds until the same refresh token is sent again, or undefined to give up for now.
 * @param resends how often it was sent again so far
 * @param firstSentAt when a send that may have spent it began
 */
export function resendDelay(
  resends: number,
  firstSentAt: number,
  now: number,
  retryAfterSeconds = 0,
): number | undefined {
  const planned = resendDelaysMs[resends];
  if (planned === undefined) return undefined;
  const delay = Math.max(planned, retryAfterSeconds * 1000);
  return now + delay <= firstSentAt + resendWindowMs ? delay : undefined;
}

/** Pause of the background refresh after `failures` (at least 1) in a row, in milliseconds. */
export function backgroundDelay(failures: number, retryAfterSeconds = 0): number {
  const planned = backgroundDelaysMs[Math.min(failures, backgroundDelaysMs.length) - 1] ?? 0;
  return Math.max(planned, Math.min(retryAfterSeconds, 900) * 1000);
}
