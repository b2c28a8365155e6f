import { unlessAborted } from '../../../common/abort-with.ts';
import { log } from '../../../common/logger.ts';
import { LimitReached, within } from '../../../common/scheduler.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { TokenPair } from '../../../service/oauth/token-endpoint.ts';
import { classifyFailure, resendDelay, resendsUntil, sendPatience, type RefreshFailure } from './refresh-policy.ts';
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

/** What came of one send. */
interface Answer {
  /** Counted from 1. */
  readonly send: number;
  /** Milliseconds since the send. */
  readonly since: () => number;
  readonly tokens?: TokenPair;
  readonly error?: unknown;
}

/**
 * One refresh, with all the sends it takes. The same refresh token is sent again as long as a lost response can still
 * be recovered (specification: valid until 1 minute after use). A send without an answer goes on beside the next one,
 * because it may bring the only pair: the first pair counts, and nothing is given up while one may come. Rejects only
 * when the signal aborts.
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
  const over = new AbortController();
  const underWay = new Map<number, Promise<Answer>>();
  let sinceFirst = alreadyElapsedMs === undefined ? undefined : stopwatch(elapsed, alreadyElapsedMs);
  let sinceLast = stopwatch(elapsed);
  let sends = 0;
  let resends = resendsUntil(alreadyElapsedMs ?? 0, timing);
  let refusals = 0;
  let error: unknown;
  /** What is next: to send, or to find that the last send has no answer yet. Undefined: only to wait for answers. */
  let due: { readonly at: number; readonly isSend: boolean } | undefined;
  const next = (delayMs: number | undefined, isSend = true) =>
    (due = delayMs === undefined ? undefined : { at: elapsed() + delayMs, isSend });
  const sendNow = () => {
    const [since, number] = [stopwatch(elapsed), ++sends];
    const answer = send(session.tokens.refreshToken, AbortSignal.any([signal, over.signal])).then(
      (tokens) => ({ send: number, since, tokens }),
      (reason: unknown) => ({ send: number, since, error: reason }),
    );
    underWay.set(number, answer);
    sinceLast = since;
    next(sendPatience(number, timing), false);
  };
  const sendAgain = (first: () => number, failure?: unknown) =>
    next(resendDelay(resends++, first(), timing, retryAfter(failure)));

  try {
    sendNow();
    while (due || underWay.size > 0) {
      const first = Promise.race(underWay.values());
      const answer = await unlessAborted(due ? inTime(first, due.at - elapsed(), scheduler) : first, signal);
      if (answer?.tokens) return { kind: 'renewed', tokens: answer.tokens };
      if (!answer) {
        if (due?.isSend) sendNow();
        else sendAgain((sinceFirst ??= sinceLast));
        continue;
      }
      signal.throwIfAborted();
      underWay.delete(answer.send);
      const failure = classifyFailure(answer.error);
      log.warn(`Refresh of session ${session.id}: ${describe(failure, answer.error)}`);
      if (failure === 'ambiguous') sinceFirst ??= answer.since;
      if (failure === 'refused') {
        const stored = await reread();
        if (stored && stored.generation > session.generation) return { kind: 'superseded' };
        refusals += 1;
        if (refusals >= 2) next(undefined);
        // A send that has no answer yet confirms it as well.
        else if (underWay.size === 0) next(timing.confirmDelayMs);
        continue;
      }
      if (due || error === undefined) ({ error } = answer);
      if (failure === 'configuration' || !sinceFirst) next(undefined);
      else if (due?.isSend === false && answer.send === sends) sendAgain(sinceFirst, error);
    }
    return refusals >= 2 ? { kind: 'dead' } : { kind: 'failed', error, isMaybeSpent: sinceFirst !== undefined };
  } finally {
    over.abort();
  }
}

/** Undefined if the work takes longer. */
async function inTime<T>(work: Promise<T>, ms: number, scheduler: RefreshTools['scheduler']): Promise<T | undefined> {
  return within(work, Math.max(0, ms), scheduler).catch((reason: unknown) => {
    if (reason instanceof LimitReached) return undefined;
    throw reason;
  });
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
