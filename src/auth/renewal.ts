import type { Clock } from '../common/clock.ts';
import type { Logger } from '../common/logger.ts';
import { ServiceError } from '../service/errors.ts';
import type { TokenPair } from '../service/token-endpoint.ts';
import { confirmDelayMs, judgeFailure, resendDelay } from './refresh-policy.ts';
import type { RefreshFailure } from './refresh-policy.ts';
import type { Scheduler } from './scheduler.ts';
import type { StoredSession } from './stored-session.ts';

export interface RenewalTools {
  /** Sends the refresh token of the session once. */
  send(): Promise<TokenPair>;
  /** What is stored now, undefined where nothing can be read. */
  reread(): Promise<StoredSession | undefined>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export type Renewal =
  | { readonly kind: 'renewed'; readonly tokens: TokenPair }
  /** Refused, because another window has stored a newer pair. */
  | { readonly kind: 'superseded'; readonly session: StoredSession }
  /** Refused twice, and nothing newer is stored. */
  | { readonly kind: 'dead'; readonly error: unknown };

/**
 * One refresh, with all the sends it takes. The same refresh token is sent again while a lost answer can still be had
 * (document: valid until 1 minute after use). Rejects with the last failure where the token may still be good.
 */
export async function renew(session: StoredSession, tools: RenewalTools): Promise<Renewal> {
  const { clock, scheduler, log, signal } = tools;
  let firstSentAt: number | undefined;
  let resends = 0;
  let refusals = 0;
  for (;;) {
    const startedAt = clock.now();
    try {
      return { kind: 'renewed', tokens: await tools.send() };
    } catch (error) {
      signal.throwIfAborted();
      const failure = judgeFailure(error);
      log.warn(`Refresh of session ${session.id}: ${describe(failure, error)}`);
      if (failure === 'ambiguous') firstSentAt ??= startedAt;
      let delay: number | undefined;
      if (failure === 'refused') {
        const stored = await tools.reread();
        if (stored && stored.generation > session.generation) return { kind: 'superseded', session: stored };
        refusals += 1;
        if (refusals === 2) return { kind: 'dead', error };
        delay = confirmDelayMs;
      } else if (failure !== 'configuration' && firstSentAt !== undefined) {
        delay = resendDelay(resends, firstSentAt, clock.now(), retryAfter(error));
        resends += 1;
      }
      if (delay === undefined) throw error;
      await scheduler.sleep(delay, signal);
    }
  }
}

function retryAfter(error: unknown): number | undefined {
  return error instanceof ServiceError ? error.retryAfterSeconds : undefined;
}

/** Without the message: the service's may echo the token. */
function describe(failure: RefreshFailure, error: unknown): string {
  if (!(error instanceof ServiceError)) return failure;
  return [failure, error.kind, error.status, error.type].filter((part) => part !== undefined).join(', ');
}
