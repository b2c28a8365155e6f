import { now } from '../../../common/clock.ts';
import { clockText, secondsLeft } from '../../../common/text/dates.ts';
import { t } from '../../../common/translate.ts';
import type { ViewLine } from '../../window/view-lines.ts';
import type { CachedAnswer } from '../data/cached-request.ts';
import type { IsReported, Problem } from '../data/failures.ts';

/** What a line of the tree shows. All texts are plain: the view escapes them. */
export interface Shown extends Omit<ViewLine, 'id' | 'children' | 'isClosed'> {
  /** What a screen reader reads in place of a description that is too short to be read out. */
  readonly spoken?: string;
  /** Whether there are lines below it. */
  readonly below?: 'closed' | 'open';
  /** What "Copy" copies, if the line has a value. */
  readonly value?: string;
}

/** What the texts depend on. */
export interface Wording {
  /** Formats a time (milliseconds since 1970), with the date if it isn't today. */
  readonly time: (at: number) => string;
  /** Formats a number. */
  readonly number: (value: number) => string;
  /** The unit of an environment's capacities; undefined if none is known. */
  readonly energyUnit: (environment: string) => string | undefined;
  /** When version 2.0 ends: in a few words, and in sentences. */
  readonly end: () => { readonly note: string; readonly text: string };
  /** Whether a failure is shown elsewhere, so that the line need not show it. */
  readonly isReported: IsReported;
}

export const warning = { icon: 'warning', outcome: 'refused' } as const;
export const unavailable = { icon: 'circle-slash', outcome: 'quiet' } as const;

/** The icon and the command of each remedy. */
export const remedies: Readonly<Record<NonNullable<Problem['remedy']>, readonly [icon: string, command: string]>> = {
  retry: ['refresh', 'vehicleData.retry'],
  unlock: ['unlock', 'vehicleData.unlockSessions'],
  reconnect: ['sign-in', 'vehicleData.reconnect'],
  'owner-page': ['link-external', 'vehicleData.openOwnerPage'],
  'edit-environment': ['edit', 'vehicleData.editEnvironment'],
  'set-secret': ['lock', 'vehicleData.setClientSecret'],
  subscribe: ['bell', 'vehicleData.subscribeVehicles'],
  'explain-version': ['info', 'vehicleData.openHelp'],
};

/** The text for screen readers, with everything that the line shows. */
export function spokenText({ label, description, spoken = description, outcome }: Shown): string {
  return [label, spoken, outcome === 'refused' ? t('warning') : ''].filter((part) => part !== '').join(', ');
}

/** `a · b`, without empty parts. */
export function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

export function problemLines(problem: Problem): string[] {
  const requestId = problem.requestId ? [t('Request ID: {0}', problem.requestId)] : [];
  return [problem.message, problem.nextStep, ...requestId];
}

/** `retry 0:42`, counting down, while the service has asked to wait; otherwise empty. */
export function waiting(problem: Problem | undefined): string {
  const seconds = secondsLeft(problem?.retryAt, now());
  return seconds === 0 ? '' : t('retry {0}', clockText(seconds));
}

/** `as of 12:04`, the time of the oldest response that is shown despite a later failure; empty if there is none. */
export function staleness(answers: readonly CachedAnswer<unknown>[], { time }: Pick<Wording, 'time'>): string {
  const stale = answers.filter(({ error, fetchedAt }) => error !== undefined && fetchedAt !== undefined);
  if (stale.length === 0) return '';
  const oldest = Math.min(...stale.map(({ fetchedAt }) => fetchedAt ?? Infinity));
  return t('as of {0}', time(oldest));
}

/** A tooltip line that says when the oldest response shown was read; none before there is one. */
export function age(answers: readonly CachedAnswer<unknown>[], { time }: Pick<Wording, 'time'>): string[] {
  const times = answers.map(({ fetchedAt }) => fetchedAt).filter((at) => at !== undefined);
  return times.length === 0 ? [] : [t('Updated {0}', time(Math.min(...times)))];
}
