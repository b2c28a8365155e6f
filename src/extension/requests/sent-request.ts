import { mask } from './shown-parameters.ts';

/**
 * The variables that stand for secrets in programs. A closed list: a name made from what was sent could be that of any
 * variable of whoever runs the program.
 */
export type SecretName = 'ACCESS_TOKEN' | 'CLIENT_CREDENTIALS' | 'CLIENT_SECRET' | 'CODE' | 'REFRESH_TOKEN' | 'SECRET';

/** A secret that was sent, and is not kept. */
interface Secret {
  readonly secret: SecretName;
}

/** What was sent, to the letter, but for its secrets. */
export type SentText = readonly (string | Secret)[];

export interface SentRequest {
  readonly method: string;
  readonly origin: string;
  /** Path and query. Here and in the body a secret's value is form-encoded, in headers it stands as it is. */
  readonly path: SentText;
  readonly requestHeaders: Readonly<Record<string, SentText>>;
  /** The fields of a form, which `&` joins. */
  readonly requestBody?: readonly SentText[] | undefined;
}

/** For people: a mark in place of each secret. */
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

/** With one literal where several follow each other. */
export function joinedLiterals(text: SentText): SentText {
  const joined: SentText[number][] = [];
  for (const part of text) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}
