import type { Translate } from './translate.ts';

/**
 * How long to wait before a retry, counted down: `Try again in 0:42`. Undefined once that time is over, and if there is
 * none. Both times are in milliseconds since 1970.
 */
export function countdownText(retryAt: number | undefined, now: number, t: Translate): string | undefined {
  const seconds = secondsLeft(retryAt, now);
  return seconds === 0 ? undefined : t('Try again in {0}', clockText(seconds));
}

/** Whole seconds, rounded up; 0 if there is nothing to wait for. */
export function secondsLeft(retryAt: number | undefined, now: number): number {
  return retryAt === undefined ? 0 : Math.max(0, Math.ceil((retryAt - now) / 1000));
}

/** `3:05` */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
