import { type Dispatcher, request } from 'undici';

export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Undefined where the text is not JSON. */
  readonly json: unknown;
}

export interface Outgoing {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as they stand and no others: undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly dispatcher?: Dispatcher;
}

const deadlineMs = 30_000;

/** One request, no redirect followed. Unlike `fetch`, it adds no `User-Agent` of its own. */
export async function send(
  url: string,
  { method = 'GET', headers = {}, body, dispatcher }: Outgoing = {},
): Promise<Answer> {
  const given = Object.fromEntries(Object.entries(headers).filter((pair) => pair[1] !== undefined)) as Record<
    string,
    string
  >;
  const answer = await request(url, {
    method,
    headers: given,
    body: body ?? null,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    ...(dispatcher && { dispatcher }),
  });
  const text = await answer.body.text();
  const received = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(received) as Record<string, string>,
    text,
    json: parseJson(text),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
