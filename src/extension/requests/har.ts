import type { Entry, Har, Header, QueryString } from 'har-format';
import type { JournalEntry } from './journal.ts';
import { formText, shownHeaders, shownText } from './sent-request.ts';

/** The program named as the creator of the file. */
export interface HarCreator {
  readonly name: string;
  readonly version: string;
}

/**
 * The requests as an HTTP archive (HAR 1.2), oldest first. Fields with an underscore are specific to this extension, as
 * the format allows. Contains no secrets, because the entries contain none.
 */
export function toHar(entries: readonly JournalEntry[], creator: HarCreator): Har {
  const oldestFirst = entries.toSorted((a, b) => a.startedAt - b.startedAt || a.id - b.id);
  return { log: { version: '1.2', creator, entries: oldestFirst.map(harEntry) } };
}

function harEntry(entry: JournalEntry): Entry {
  const { method, origin, path, requestHeaders, requestBody, responseHeaders = {}, responseBody, durationMs } = entry;
  const type = headerOf(responseHeaders, 'content-type');
  const sentHeaders = shownHeaders(requestHeaders);
  const address = `${origin}${shownText(path)}`;
  const owned = {
    _operation: entry.operation,
    _attempt: entry.attempt,
    ...(entry.requestId !== undefined && { _requestId: entry.requestId }),
    ...(entry.failure !== undefined && { _error: entry.failure }),
    ...(entry.decision && { _decision: entry.decision.kind, _why: entry.decision.why }),
  };
  return {
    startedDateTime: new Date(entry.startedAt).toISOString(),
    time: durationMs,
    request: {
      method,
      url: address,
      // VS Code's fetch does not report it.
      httpVersion: '',
      cookies: [],
      headers: harHeaders(sentHeaders),
      queryString: queryOf(address),
      ...(requestBody !== undefined && {
        postData: {
          mimeType: headerOf(sentHeaders, 'content-type'),
          text: shownText(formText(requestBody)),
        },
      }),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      // Browsers write 0 if there was no response.
      status: entry.status ?? 0,
      statusText: '',
      httpVersion: '',
      cookies: [],
      headers: harHeaders(responseHeaders),
      content: {
        size: entry.bytes,
        mimeType: type === '' ? 'x-unknown' : type,
        ...(responseBody && { text: responseBody.text }),
        ...(responseBody?.isCut && { comment: 'Only the beginning is kept.' }),
      },
      redirectURL: headerOf(responseHeaders, 'location'),
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    // Only the total time is known.
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...owned,
  };
}

function harHeaders(headers: Readonly<Record<string, string>>): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function headerOf(headers: Readonly<Record<string, string>>, wanted: string): string {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}

function queryOf(address: string): QueryString[] {
  const [, query = ''] = /\?(.*)$/s.exec(address) ?? [];
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}
