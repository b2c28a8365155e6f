import { t } from '../../../common/translate.ts';
import { countdownText } from '../../../common/countdown.ts';
import type { CachedAnswer } from '../data/cached-request.ts';
import type { IsTold } from '../data/common-failures.ts';
import type { Problem } from '../data/problem.ts';

type Remedied = NonNullable<Problem['remedy']>;

/** A line of the tree, free of VS Code. All texts are plain: the display escapes them. */
export interface TreeLine {
  readonly label: string;
  readonly description: string;
  /** The first line is the heading. */
  readonly tooltip: readonly string[];
  /** Name of a theme icon. */
  readonly icon: string;
  readonly tone?: 'warning' | 'quiet';
  /** What menus decide on. */
  readonly tokens: readonly string[];
  readonly children: 'none' | 'collapsed' | 'expanded';
  /** What a click does, where it does more than select. */
  readonly opens?: 'records' | 'more' | 'cancel' | Remedied;
  /** What "Copy Value" copies, where the line has a value. */
  readonly value?: string;
}

/** How the texts are worded. */
export interface LineContext {
  /** A time of day (milliseconds since 1970) for people, with the date where it isn't today. */
  readonly time: (at: number) => string;
  /** A number for people. */
  readonly number: (value: number) => string;
  /** The unit of an environment's capacities; undefined where none is known. */
  readonly energyUnit: (environment: string) => string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What is told elsewhere is no news on a line. */
  readonly isTold: IsTold;
}

export const warning = { icon: 'warning', tone: 'warning' } as const;
export const unavailable = { icon: 'circle-slash', tone: 'quiet' } as const;

/** `a · b`, without what is empty. */
export function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

export function problemLines(problem: Problem): string[] {
  const requestId = problem.requestId ? [t('Request ID: {0}', problem.requestId)] : [];
  return [problem.message, problem.nextStep, ...requestId];
}

/** `Try again in 0:42`, counted down, while the service has asked for it; else empty. */
export function waiting(problem: Problem | undefined, { now }: LineContext): string {
  return countdownText(problem?.retryAt, now(), t) ?? '';
}

/** `as of 12:04`, where the oldest of the answers shown outlived a failure; else empty. */
export function staleness(answers: readonly CachedAnswer<unknown>[], { time }: LineContext): string {
  const stale = answers.filter(({ error, fetchedAt }) => error !== undefined && fetchedAt !== undefined);
  if (stale.length === 0) return '';
  const oldest = Math.min(...stale.map(({ fetchedAt }) => fetchedAt ?? Infinity));
  return t('as of {0}', time(oldest));
}

/** When the oldest of the answers shown was read, a line for the tooltip; none before anything was. */
export function age(answers: readonly CachedAnswer<unknown>[], { time }: LineContext): string[] {
  const times = answers.map(({ fetchedAt }) => fetchedAt).filter((at) => at !== undefined);
  return times.length === 0 ? [] : [t('Updated {0}', time(Math.min(...times)))];
}
