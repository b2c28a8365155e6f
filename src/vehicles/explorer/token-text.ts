import type { SessionInfo } from '../../auth/sessions/session-info.ts';
import { t } from '../../common/translate.ts';
import { clockText } from '../../common/countdown.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Below it, seconds are counted. */
const closing = 5 * minute;

/** How long a token lasts yet, for people; `ms` milliseconds remain. */
export function remainingText(ms: number): string {
  if (ms <= 0) return t('expired');
  if (ms < closing) return clockText(Math.ceil(ms / second));
  if (ms < hour) return t('{0} min', Math.floor(ms / minute));
  if (ms < 2 * day) return t('{0} h {1} min', Math.floor(ms / hour), Math.floor((ms % hour) / minute));
  return t('{0} days', Math.floor(ms / day));
}

/** Both expiries of a session at `now`, as one line; empty where its tokens can't be read. */
export function expiriesText(session: SessionInfo, now: number): string {
  const { accessTokenExpiresAt, refreshTokenExpiresAt, state } = session;
  if (state === 'needs-owner') return t('no longer valid');
  if (refreshTokenExpiresAt === 0) return t('unreadable');
  const access = remainingText(accessTokenExpiresAt - now);
  return t('access {0} · refresh {1}', access, remainingText(refreshTokenExpiresAt - now));
}

/**
 * In how many milliseconds a text of {@link expiriesText} may read otherwise: each second while a token closes, else
 * within a minute.
 */
export function nextChange(sessions: readonly SessionInfo[], now: number): number {
  const remaining = sessions
    .flatMap(({ accessTokenExpiresAt, refreshTokenExpiresAt }) => [accessTokenExpiresAt, refreshTokenExpiresAt])
    .map((expiresAt) => expiresAt - now)
    .filter((ms) => ms > 0);
  if (remaining.some((ms) => ms < closing)) return second;
  return Math.min(minute, ...remaining.map((ms) => (ms % minute) + 1));
}
