import { plainText } from '../common/text/plain-text.ts';

/** The default maximum length of a text, in characters: long enough for the names of places and models. */
const usual = 200;

/**
 * Converts an answer so that its texts can only be read as data: single lines of limited length, without control
 * characters, and without links, code or markup that a chat would render. Numbers and field names are unchanged.
 *
 * @param isOfService whether URLs in it may come from anybody, so that a chat must not turn them into links
 */
export function asData<T>(value: T, longest = usual, isOfService = false): T {
  const part = (each: unknown) => asData(each, longest, isOfService);
  if (typeof value === 'string') return (isOfService ? unlinked(asLine(value, longest)) : asLine(value, longest)) as T;
  if (Array.isArray(value)) return value.map(part) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, part(each)])) as T;
}

/** Schemes that have an effect without `//`. */
const schemes =
  'mailto|xmpp|tel|sms|callto|facetime|skype|sips?|im|data|javascript|vbscript|blob|file|magnet|bitcoin|intent|command|vscode|about|view-source|ms-[a-z-]+';
const linked = new RegExp(
  String.raw`(?<=:)(?=//)|(?<=\bwww)(?=\.)|(?<=(?<![a-z\d])(?:${schemes}):)(?=\S)|(?<=[\w.+-])(?=@[\w-]+\.\w)`,
  'gi',
);

/** A text with URLs and email addresses broken, so that chats do not turn them into links. */
export function unlinked(text: string): string {
  return text.replace(linked, ' ');
}

/** A harmless text of at most `maxLength` characters. */
export function asLine(text: string, maxLength: number): string {
  return plainText(text, maxLength)
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('`', "'")
    .replace(/\](?=[([:])/g, '] ');
}
