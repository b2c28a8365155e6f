import type { Translate } from '../common/translate.ts';
import type { JournalEntry, Outcome } from './journal.ts';

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

/** `time` says a moment (milliseconds since 1970) for people. */
export function presentRequest(entry: JournalEntry, t: Translate, time: (at: number) => string): RequestLine {
  const { method, origin, path, requestId, failure, outcome } = entry;
  const label = `${method} ${shortPath(path)}`;
  const description = measures(entry, t);
  return {
    label,
    description,
    icon: icons[outcome],
    outcome,
    spoken: [label, description, outcomeText(outcome, t)].join(', '),
    tooltip: [
      `${method} ${origin}${path}`,
      `${outcomeText(outcome, t)} · ${description} · ${time(entry.startedAt)}`,
      ...(failure === undefined ? [] : [failure]),
      ...(requestId === undefined ? [] : [t('Request id: {0}', requestId)]),
      ...headerLines(t('Request headers'), entry.requestHeaders),
      ...headerLines(t('Response headers'), entry.responseHeaders ?? {}),
    ],
    tokens: ['request', ...(requestId === undefined ? [] : ['requestId'])],
  };
}

/** One line of the log: in English like all logs, whole path, so that it can be searched for. */
export function logLine({ method, origin, path, status, durationMs, bytes, requestId, failure }: JournalEntry): string {
  const answer = failure ?? String(status);
  const id = requestId === undefined ? '' : `, request id ${requestId}`;
  return `${method} ${origin}${path} → ${answer}, ${Math.round(durationMs)} ms, ${bytes} B${id}`;
}

/** `200 · 43 ms · 312 B` */
function measures({ status, durationMs, bytes }: JournalEntry, t: Translate): string {
  const answer = status === undefined ? t('no answer') : String(status);
  const duration = durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
  return [answer, duration, sizeText(bytes)].join(' · ');
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Without the vehicle's id, which fills the line, and without the query. */
function shortPath(path: string): string {
  return path.replace(/\?.*$/s, '').replace(/(\/vehicles\/)[^/]+/, '$1…');
}

function outcomeText(outcome: Outcome, t: Translate): string {
  switch (outcome) {
    case 'ok':
      return t('answered');
    case 'refused':
      return t('refused by the service');
    case 'failed':
      return t('failed without a whole answer');
  }
}

function headerLines(title: string, headers: Readonly<Record<string, string>>): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return lines.length === 0 ? [] : [`${title}:`, ...lines];
}
