import type { Translate } from './translate.ts';

/**
 * How long a retry has to wait, counted down: `Try again in 0:42`. Undefined once the time has come, and where there is
 * none. Both in milliseconds since 1970.
 */
export function countdownText(retryAt: number | undefined, now: number, t: Translate): string | undefined {
  const seconds = secondsLeft(retryAt, now);
  return seconds === 0 ? undefined : t('Try again in {0}', clockText(seconds));
}

/** Whole seconds, never less than there are; 0 where there is nothing to wait for. */
export function secondsLeft(retryAt: number | undefined, now: number): number {
  return retryAt === undefined ? 0 : Math.max(0, Math.ceil((retryAt - now) / 1000));
}

/** `3:05` */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
