import { isRefreshDue } from '../refresh/refresh-policy.ts';
import type { SessionState } from '../sessions/session-info.ts';
import { hasOwnTokens, isDead, type StoredSession } from '../sessions/stored-session.ts';
import type { Timing } from '../sessions/session-durations.ts';

/** What this window knows about a session in addition to what is stored. */
export interface SessionCircumstances {
  readonly isLocked: boolean;
  readonly isRefreshing: boolean;
  /** The last refresh in this window did not reach the service. */
  readonly isOffline: boolean;
}

/** The state that matters most to the user. `now` is in milliseconds since 1970. */
export function stateOf(
  session: StoredSession,
  now: number,
  timing: Timing,
  { isLocked, isRefreshing, isOffline }: SessionCircumstances,
): SessionState {
  if (isDead(session)) return 'needs-owner';
  if (isLocked) return 'locked';
  if (!hasOwnTokens(session)) return 'application';
  if (isRefreshing) return 'refreshing';
  if (isOffline) return 'offline';
  return isRefreshDue(session.tokens, now, 0, timing) ? 'expiring' : 'fresh';
}
