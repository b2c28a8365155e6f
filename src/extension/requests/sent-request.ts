/** Shown in place of a secret. */
export const mask = '…';

/**
 * The variables that stand for secrets in generated programs. This is a closed list: a name taken from the request
 * could be any variable in the environment of whoever runs the program.
 */
export type SecretName = 'ACCESS_TOKEN' | 'CLIENT_CREDENTIALS' | 'CLIENT_SECRET' | 'CODE' | 'REFRESH_TOKEN' | 'SECRET';

/** A secret that was sent; its value is not kept. */
interface Secret {
  readonly secret: SecretName;
}

/** What was sent, unchanged except for its secrets. */
export type SentText = readonly (string | Secret)[];

export interface SentRequest {
  readonly method: string;
  readonly origin: string;
  /** Path and query. Here and in the body, the value of a secret is form-encoded; in headers it is unchanged. */
  readonly path: SentText;
  readonly requestHeaders: Readonly<Record<string, SentText>>;
  /** The fields of a form, to be joined by `&`. */
  readonly requestBody?: readonly SentText[] | undefined;
}

/** For display: each secret is replaced by a mask. */
export function shownText(text: SentText): string {
  return text.map((part) => (typeof part === 'string' ? part : mask)).join('');
}

export function shownHeaders(headers: SentRequest['requestHeaders']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shownText(value)]));
}

/** The fields of a form as one text. */
export function formText(fields: readonly SentText[]): SentText {
  return fields.flatMap((field, index) => (index === 0 ? field : ['&', ...field]));
}

/** Merges consecutive literals into one. */
export function joinedLiterals(text: SentText): SentText {
  const joined: SentText[number][] = [];
  for (const part of text) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}
