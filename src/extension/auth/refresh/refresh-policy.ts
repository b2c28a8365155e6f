/** When to refresh, and what a failed refresh means. Times are milliseconds since 1970, by this machine's clock. */
import { ServiceError } from '../../../service/model/errors.ts';
import type { TokenPair } from '../../../service/oauth/token-endpoint.ts';
import type { Timing } from '../sessions/session-durations.ts';

/** Share of a short lifetime that the margin may take, so that no new token is due for refresh at once. */
const marginShare = 0.25;

/** Share of the lifetime after which a token is refreshed in the background. A quarter is left for retries. */
const proactiveShare = 0.75;

type Times = Pick<TokenPair, 'issuedAt' | 'accessTokenExpiresAt'>;

/**
 * Whether to hand out the token without a refresh. Not if it was issued in the future: the clock is wrong now, or was
 * wrong when the token was issued, and one refresh settles that.
 */
export function isUsable(times: Times, now: number, timing: Timing): boolean {
  const lifetime = times.accessTokenExpiresAt - times.issuedAt;
  const until = times.accessTokenExpiresAt - Math.min(timing.marginMs, lifetime * marginShare);
  return times.issuedAt - timing.clockToleranceMs <= now && now < until;
}

/** Whether the token is still worth sending when a refresh fails. */
export function isUnexpired(times: Times, now: number): boolean {
  return now < times.accessTokenExpiresAt;
}

/** Whether to refresh in the background. `jitterMs` is the window's own, within ±{@link Timing.maxJitterMs}. */
export function isRefreshDue(times: Times, now: number, jitterMs: number, timing: Timing): boolean {
  const lifetime = times.accessTokenExpiresAt - times.issuedAt;
  return now >= times.issuedAt + lifetime * proactiveShare + jitterMs || !isUsable(times, now, timing);
}

export type RefreshFailure =
  /** The service refuses this refresh token. */
  | 'refused'
  /** Settings or credentials are wrong; the refresh token is as good as before. */
  | 'configuration'
  /** The service asks to retry later (429); not spent. */
  | 'later'
  /** It is certain that nothing reached the service. */
  | 'not-sent'
  /** The refresh token may be spent, and the new pair lost in transit. */
  | 'ambiguous';

/** What a failed refresh says about the refresh token. Whatever is not certain is ambiguous. */
export function classifyFailure(error: unknown): RefreshFailure {
  if (!(error instanceof ServiceError)) return 'ambiguous';
  if (!error.sent) return error.kind === 'input' ? 'configuration' : 'not-sent';
  if (error.status === 429) return 'later';
  if (error.kind !== 'oauth' || error.turn === 'retry') return 'ambiguous';
  return error.turn === 'reconnect' ? 'refused' : 'configuration';
}

/**
 * Milliseconds until the same refresh token is sent again, or undefined to give up for now. If the planned delay, or
 * the one that the service asks for, is longer than what is left of the resend window, the delay is half of what is
 * left: a pair that has not arrived by the end of the window is lost.
 * @param resends how often it was sent again so far
 * @param sinceFirstMs since the start of the first send that may have spent it
 */
export function resendDelay(
  resends: number,
  sinceFirstMs: number,
  { resendDelaysMs, resendWindowMs }: Timing,
  retryAfterSeconds = 0,
): number | undefined {
  const leftMs = resendWindowMs - sinceFirstMs;
  const plannedMs = Math.max(resendDelaysMs[resends] ?? Infinity, retryAfterSeconds * 1000);
  const delayMs = plannedMs <= leftMs ? plannedMs : leftMs / 2;
  return delayMs >= (resendDelaysMs[0] ?? 0) ? delayMs : undefined;
}

/**
 * How long a send, counted from 1, has no answer before another one goes out beside it. With the pauses before them, at
 * most four are under way within the resend window.
 */
export function sendPatience(sends: number, { attemptMs }: Timing): number {
  return attemptMs * Math.max(1, sends - 2);
}

/** How many resends an uninterrupted refresh has made by then, so that a process that takes over keeps its pace. */
export function resendsUntil(sinceFirstMs: number, { resendDelaysMs }: Timing): number {
  let planned = 0;
  const next = resendDelaysMs.findIndex((delay) => (planned += delay) > sinceFirstMs);
  return next < 0 ? resendDelaysMs.length : next;
}

/** Pause of the background refresh after `failures` (at least 1) in a row, in milliseconds. */
export function backgroundDelay(failures: number, { backgroundDelaysMs }: Timing, retryAfterSeconds = 0): number {
  const planned = backgroundDelaysMs[Math.min(failures, backgroundDelaysMs.length) - 1] ?? 0;
  return Math.max(planned, Math.min(retryAfterSeconds, 900) * 1000);
}
