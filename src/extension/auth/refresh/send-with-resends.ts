import { log } from '../../../common/logger.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { TokenPair } from '../../../service/oauth/token-endpoint.ts';
import { classifyFailure, resendDelay, resendsUntil, sendDeadline, type RefreshFailure } from './refresh-policy.ts';
import type { RefreshTools } from './refresher.ts';
import type { StoredSession } from '../sessions/stored-session.ts';
import type { Timing } from '../sessions/session-durations.ts';

export type SendOutcome =
  | { readonly kind: 'renewed'; readonly tokens: TokenPair }
  /** Refused, because another window has stored a newer pair. */
  | { readonly kind: 'superseded' }
  /** Refused twice, and nothing newer is stored. */
  | { readonly kind: 'dead' }
  /** Given up for now. The token may still be valid, unless it was spent and the response was lost. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly isMaybeSpent: boolean };

/**
 * One refresh, with all the sends it takes. The same refresh token is sent again as long as a lost response can still
 * be recovered (specification: valid until 1 minute after use). Rejects only when the signal aborts.
 *
 * @param reread what is stored now; undefined if nothing can be read
 * @param alreadyElapsedMs how long ago another process sent the same refresh token; undefined if none did recently
 */
export async function sendWithResends(
  session: StoredSession,
  reread: () => Promise<StoredSession | undefined>,
  alreadyElapsedMs: number | undefined,
  timing: Timing,
  { send, elapsed, scheduler }: Pick<RefreshTools, 'send' | 'elapsed' | 'scheduler'>,
  signal: AbortSignal,
): Promise<SendOutcome> {
  let sinceFirst = alreadyElapsedMs === undefined ? undefined : stopwatch(elapsed, alreadyElapsedMs);
  let sends = 0;
  let resends = resendsUntil(alreadyElapsedMs ?? 0, timing);
  let refusals = 0;
  for (;;) {
    const sinceThis = stopwatch(elapsed);
    try {
      sends += 1;
      const tokens = await send(session.tokens.refreshToken, sendDeadline(sends, timing), signal);
      return { kind: 'renewed', tokens };
    } catch (error) {
      signal.throwIfAborted();
      const failure = classifyFailure(error);
      log.warn(`Refresh of session ${session.id}: ${describe(failure, error)}`);
      if (failure === 'ambiguous') sinceFirst ??= sinceThis;
      let delay: number | undefined;
      if (failure === 'refused') {
        const stored = await reread();
        if (stored && stored.generation > session.generation) return { kind: 'superseded' };
        refusals += 1;
        if (refusals === 2) return { kind: 'dead' };
        delay = timing.confirmDelayMs;
      } else if (failure !== 'configuration' && sinceFirst) {
        delay = resendDelay(resends, sinceFirst(), timing, retryAfter(error));
        resends += 1;
      }
      if (delay === undefined) return { kind: 'failed', error, isMaybeSpent: sinceFirst !== undefined };
      await scheduler.sleep(delay, signal);
    }
  }
}

/** Measures the time from now on, plus `ahead`. */
function stopwatch(elapsed: () => number, ahead = 0): () => number {
  const start = elapsed();
  return () => ahead + elapsed() - start;
}

function retryAfter(error: unknown): number | undefined {
  return error instanceof ServiceError ? error.retryAfterSeconds : undefined;
}

/** Without the message: the service may echo the token in it. */
function describe(failure: RefreshFailure, error: unknown): string {
  if (!(error instanceof ServiceError)) return failure;
  return [failure, error.kind, error.status, error.type].filter((part) => part !== undefined).join(', ');
}
