import { groupBy } from '../../common/missing-in-node-20.ts';
import { t } from '../../common/translate.ts';
import type { ViewLine } from '../window/view-lines.ts';
import type { JournalEntry, Outcome } from './journal.ts';
import { shownText } from './sent-request.ts';

/** A line of the Requests view. */
export interface RequestLine extends ViewLine {
  readonly entry: JournalEntry;
}

export const outcomeIcons: Readonly<Record<Outcome, string>> = {
  ok: 'pass',
  quiet: 'circle-slash',
  refused: 'warning',
  failed: 'error',
};

/** How values are put into words. */
export interface RequestWording {
  /** Formats a time (milliseconds since 1970) for display. */
  readonly time: (at: number) => string;
  /** Formats a number for display. */
  readonly number: (value: number) => string;
  /** The name of a vehicle, if known; `sessionId`: the session of the account that sent the request, if any. */
  readonly vehicle: (id: string, sessionId: string | undefined) => string | undefined;
}

/** @param earlier previous requests that were the same */
function presentRequest(
  entry: JournalEntry,
  wording: RequestWording,
  earlier: readonly JournalEntry[] = [],
): RequestLine {
  const { time, number } = wording;
  const { method, origin, path, requestId, failure, outcome, repeatable, billable, startedAt } = entry;
  const times = earlier.length === 0 ? '' : ` ×${earlier.length + 1}`;
  const name = `${shortPath(shownText(path))}${times}`;
  const about = vehicleOf(entry, wording) ?? [];
  // A narrow view has room for one fact, and the icon alone says that all went well.
  const [description = ''] = [verdictOf(entry), askedByText(entry), about].flat();
  const attempt = entry.attempt === 1 ? [] : [t('attempt {0}', entry.attempt)];
  const measured = [outcomeText(outcome), ...measures(entry, wording), time(startedAt)];
  return {
    id: String(entry.id),
    entry,
    opens: 'vehicleData.request.open',
    // Most are.
    label: method === 'GET' ? name : `${method} ${name}`,
    description,
    icon: outcomeIcons[outcome],
    outcome,
    spoken: spokenText(`${method} ${name}`, description, outcome),
    tooltip: [
      `${method} ${origin}${shownText(path)}`,
      [measured, about, attempt, askedByText(entry), failedBefore(earlier)].flat().join(' · '),
      ...(failure === undefined ? [] : [failure]),
      ...decisionText(entry),
      ...(billable === undefined ? [] : [t('Billable in version 3: request {0} about this vehicle', number(billable))]),
      ...(requestId === undefined ? [] : [t('Request ID: {0}', requestId)]),
    ],
    tokens: [
      'request',
      ...(requestId === undefined ? [] : ['requestId']),
      ...(repeatable === undefined ? [] : ['repeatable']),
    ],
  };
}

/**
 * The lines of requests, newest first. A request that was sent several times is one line, with the earlier ones nested
 * under the latest.
 */
export function requestLines(entries: readonly JournalEntry[], wording: RequestWording): readonly RequestLine[] {
  return [...groupBy(entries, keyOf)].flatMap(([id, [newest, ...earlier]]) => {
    if (!newest) return [];
    const children = earlier.map((entry) => presentRepeat(entry, wording));
    // The ID stays the same, so that a line remains expanded and selected when the request is sent again.
    return [{ ...presentRequest(newest, wording, earlier), id, children, isClosed: true }];
  });
}

/** An earlier request, listed under a later one that was the same; its label is the time. */
function presentRepeat(entry: JournalEntry, wording: RequestWording): RequestLine {
  const label = wording.time(entry.startedAt);
  const [description = ''] = [...verdictOf(entry), ...askedByText(entry)];
  return {
    ...presentRequest(entry, wording),
    label,
    description,
    spoken: spokenText(label, description, entry.outcome),
  };
}

function spokenText(label: string, description: string, outcome: Outcome): string {
  return [label, description, outcomeText(outcome)].filter((part) => part !== '').join(', ');
}

/** `for claude-code` */
export function askedByText({ askedBy }: JournalEntry): readonly string[] {
  return askedBy === undefined ? [] : [t('for {0}', askedBy)];
}

function failedBefore(earlier: readonly JournalEntry[]): readonly string[] {
  const failed = earlier.filter(({ outcome }) => outcome !== 'ok').length;
  return failed === 0 ? [] : [t('{0} failed before', failed)];
}

/** What became of a request that did not succeed, in a word: `429`, `Not offered`. */
function verdictOf({ outcome, status, decision }: JournalEntry): readonly string[] {
  if (outcome === 'ok') return [];
  if (decision?.kind === 'refreshed') return [t('token refreshed')];
  if (outcome === 'quiet' && decision?.cause !== undefined) return [decision.cause];
  if (status === undefined) return [t('no response')];
  return [outcome === 'failed' ? t('incomplete') : String(status)];
}

/** The name of the vehicle that a request concerns, or the beginning of its ID if the name is unknown. */
export function vehicleOf({ path, repeatable }: JournalEntry, { vehicle }: RequestWording): string | undefined {
  const [, id] = /^\/v\d+(?:\.\d+)?\/vehicles\/([^/?]+)/.exec(shownText(path)) ?? [];
  return id === undefined ? undefined : (vehicle(id, repeatable?.sessionId) ?? id.slice(0, 8));
}

/** One line of the log: in English like all logs, with the full path, so that it can be searched for. */
export function logLine(entry: JournalEntry): string {
  const { method, origin, path, status, durationMs, bytes, requestId, failure, attempt } = entry;
  const answer = failure ?? String(status);
  const id = requestId === undefined ? '' : `, request id ${requestId}`;
  const again = attempt === 1 ? '' : `, attempt ${attempt}`;
  return `${method} ${origin}${shownText(path)} → ${answer}, ${Math.round(durationMs)} ms, ${bytes} B${again}${id}`;
}

/** What was decided, and why. Empty for a request that succeeded. */
export function decisionText({ decision }: JournalEntry): readonly string[] {
  if (!decision) return [];
  return [...(decision.kind === 'refreshed' ? [t('token refreshed')] : []), decision.why];
}

/** `200`, `43 ms`, `312 B` */
export function measures(entry: JournalEntry, { number }: RequestWording): readonly string[] {
  const { status, durationMs, bytes } = entry;
  return [
    status === undefined ? t('no response') : String(status),
    durationText(durationMs, number),
    sizeText(bytes, number),
  ];
}

/** `43 ms`, `1.2 s` */
export function durationText(ms: number, number: RequestWording['number']): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${number(tenths(ms / 1000))} s`;
}

function sizeText(bytes: number, number: RequestWording['number']): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${number(tenths(bytes / 1000))} kB` : `${number(tenths(bytes / 1_000_000))} MB`;
}

function tenths(value: number): number {
  return Math.round(10 * value) / 10;
}

/**
 * Drops what fills the line without distinguishing requests: the version, which has its place, the vehicle's ID, a
 * folder or the group of a signal after it, and the query.
 */
function shortPath(path: string): string {
  return path
    .replace(/\?.*$/s, '')
    .replace(/^\/v\d+(?:\.\d+)?(?=\/)/, '')
    .replace(/^\/vehicles\/[^/]+\/(?:signals\/[a-z]+-|[^/]+\/)?(?=.)/, '')
    .replace(/^(\/vehicles\/)[^/]+$/, '$1…');
}

export function outcomeText(outcome: Outcome): string {
  switch (outcome) {
    case 'ok':
      return t('succeeded');
    case 'quiet':
      return t('answered without the data');
    case 'refused':
      return t('rejected by the API');
    case 'failed':
      return t('failed without a complete response');
  }
}

/** The same for requests of one account that differ only in when they were sent. */
function keyOf({ operation, method, origin, path, repeatable }: JournalEntry): string {
  return JSON.stringify([operation, method, origin, shownText(path), repeatable?.sessionId]);
}
