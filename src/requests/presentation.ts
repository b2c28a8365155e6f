import { t } from '../common/translate.ts';
import type { JournalEntry, Outcome } from './journal.ts';
import { shownText } from './sent-request.ts';

/** A line of the requests view, free of VS Code. All texts are plain: the display escapes them. */
export interface RequestLine {
  readonly label: string;
  readonly description: string;
  /** The first line is the heading. */
  readonly tooltip: readonly string[];
  /** Name of a theme icon. */
  readonly icon: string;
  readonly outcome: Outcome;
  /** For screen readers: the outcome is a colour to others. */
  readonly spoken: string;
  readonly tokens: readonly string[];
}

const icons: Readonly<Record<Outcome, string>> = { ok: 'pass', refused: 'warning', failed: 'error' };

/** How the texts are worded. */
export interface RequestWording {
  /** A moment (milliseconds since 1970) for people. */
  readonly time: (at: number) => string;
  /** A number for people. */
  readonly number: (value: number) => string;
}

export function presentRequest(entry: JournalEntry, wording: RequestWording): RequestLine {
  const { time } = wording;
  const { method, origin, path, requestId, failure, outcome, repeatable, attempt } = entry;
  const decided = decisionText(entry);
  const label = `${method} ${shortPath(shownText(path))}`;
  const description = [
    measures(entry, wording),
    ...(attempt === 1 ? [] : [t('attempt {0}', attempt)]),
    ...decided.slice(0, 1),
  ].join(' · ');
  return {
    label,
    description,
    icon: icons[outcome],
    outcome,
    spoken: [label, description, outcomeText(outcome)].join(', '),
    tooltip: [
      `${method} ${origin}${shownText(path)}`,
      `${outcomeText(outcome)} · ${description} · ${time(entry.startedAt)}`,
      ...(failure === undefined ? [] : [failure]),
      ...decided.slice(1),
      ...(requestId === undefined ? [] : [t('Request ID: {0}', requestId)]),
    ],
    tokens: [
      'request',
      ...(requestId === undefined ? [] : ['requestId']),
      ...(repeatable === undefined ? [] : ['repeatable']),
    ],
  };
}

/** One line of the log: in English like all logs, whole path, so that it can be searched for. */
export function logLine(entry: JournalEntry): string {
  const { method, origin, path, status, durationMs, bytes, requestId, failure, attempt } = entry;
  const answer = failure ?? String(status);
  const id = requestId === undefined ? '' : `, request id ${requestId}`;
  const again = attempt === 1 ? '' : `, attempt ${attempt}`;
  return `${method} ${origin}${shownText(path)} → ${answer}, ${Math.round(durationMs)} ms, ${bytes} B${again}${id}`;
}

/** What was decided, in a word, and why. Nothing for a request that brought what was asked for. */
export function decisionText({ decision }: JournalEntry): readonly string[] {
  if (!decision) return [];
  return [decision.kind === 'refreshed' ? t('token refreshed') : t('gave up'), decision.why];
}

/** `200 · 43 ms · 312 B` */
export function measures({ status, durationMs, bytes }: JournalEntry, { number }: RequestWording): string {
  const answer = status === undefined ? t('no response') : String(status);
  const duration = durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${number(tenths(durationMs / 1000))} s`;
  return [answer, duration, sizeText(bytes, number)].join(' · ');
}

function sizeText(bytes: number, number: RequestWording['number']): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${number(tenths(bytes / 1000))} kB` : `${number(tenths(bytes / 1_000_000))} MB`;
}

function tenths(value: number): number {
  return Math.round(10 * value) / 10;
}

/** Without what fills the line and tells nothing apart: the version, the vehicle's id, the query. */
function shortPath(path: string): string {
  return path
    .replace(/\?.*$/s, '')
    .replace(/^\/v\d+\.\d+(?=\/)/, '')
    .replace(/^\/vehicles\/[^/]+\/(?=.)/, '…/')
    .replace(/^(\/vehicles\/)[^/]+$/, '$1…');
}

export function outcomeText(outcome: Outcome): string {
  switch (outcome) {
    case 'ok':
      return t('succeeded');
    case 'refused':
      return t('rejected by the API');
    case 'failed':
      return t('failed without a complete response');
  }
}
