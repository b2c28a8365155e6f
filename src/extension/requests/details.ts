import { plainText } from '../../common/text/plain-text.ts';
import { t } from '../../common/translate.ts';
import type { JournalEntry } from './journal.ts';
import { type RequestWording, askedByText, decisionText, measures, outcomeText, vehicleOf } from './presentation.ts';
import { formText, shownHeaders, shownText } from './sent-request.ts';

/** What was sent and what came back. */
export type HttpMessage = Pick<
  JournalEntry,
  | 'method'
  | 'origin'
  | 'path'
  | 'requestHeaders'
  | 'requestBody'
  | 'status'
  | 'responseHeaders'
  | 'responseBody'
  | 'bytes'
>;

/**
 * A request as text, in the form of an HTTP message: notes as comments, then the request, then the response. Contains
 * no secrets, because the entry contains none.
 */
export function requestDetails(entry: JournalEntry, wording: RequestWording): string {
  return [...notes(entry, wording).map(comment), '', ...messageLines(entry), ''].join('\n');
}

/** One line that nobody's client sends, whatever text of others it holds. */
function comment(text: string): string {
  return `# ${plainText(text, Infinity)}`;
}

/** The request, a line of separation, and the response. */
export function messageLines(message: HttpMessage): readonly string[] {
  const { method, origin, path, requestHeaders, requestBody, status, responseHeaders, responseBody, bytes } = message;
  return [
    `${method} ${origin}${shownText(path)}`,
    ...headerLines(shownHeaders(requestHeaders)),
    ...(requestBody === undefined ? [] : ['', withoutRequests(shownText(formText(requestBody)))]),
    '',
    '###',
    ...(status === undefined ? [`# ${t('no response')}`] : [`HTTP ${status}`]),
    ...headerLines(responseHeaders ?? {}),
    ...(responseBody ? ['', withoutRequests(responseBody.text)] : []),
    ...(responseBody?.isCut ? [`# ${t('Truncated. The response has {0} bytes.', bytes)}`] : []),
  ];
}

function notes(entry: JournalEntry, wording: RequestWording): readonly string[] {
  const { time } = wording;
  const { attempt, requestId, failure, outcome } = entry;
  const vehicle = vehicleOf(entry, wording);
  return [
    [outcomeText(outcome), ...askedByText(entry), ...measures(entry, wording), time(entry.startedAt)].join(' · '),
    ...(vehicle === undefined ? [] : [t('Vehicle: {0}', vehicle)]),
    t('Attempt {0}', attempt),
    ...(failure === undefined ? [] : [failure]),
    ...decisionText(entry),
    ...(requestId === undefined ? [] : [t('Request ID: {0}', requestId)]),
    t('Secrets are replaced by “…”.'),
  ];
}

/**
 * Extensions for `.http` files offer to send whatever follows such a line, and would fill in the reader's own
 * variables.
 */
function withoutRequests(text: string): string {
  return text.replace(/^(?=#{3})/gm, ' ');
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => plainText(`${name}: ${value}`, Infinity));
}
