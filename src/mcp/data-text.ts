import { plainText } from '../common/text/plain-text.ts';

/** Of a text of the service, in characters: what a place or a model is called fits. */
const usual = 200;

/**
 * An answer whose texts can only be read as data: one line each, of bounded length, without characters that steer a
 * display, and without links, code or markup that a chat would render. Numbers and names of fields stay.
 *
 * @param isOfService whether an address in it may be anybody's, which a chat must not make a link
 */
export function asData<T>(value: T, longest = usual, isOfService = false): T {
  const part = (each: unknown) => asData(each, longest, isOfService);
  if (typeof value === 'string') return (isOfService ? unlinked(asLine(value, longest)) : asLine(value, longest)) as T;
  if (Array.isArray(value)) return value.map(part) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, part(each)])) as T;
}

/** Schemes that do something without `//`. */
const schemes =
  'mailto|xmpp|tel|sms|callto|facetime|skype|sips?|im|data|javascript|vbscript|blob|file|magnet|bitcoin|intent|command|vscode|about|view-source|ms-[a-z-]+';
const linked = new RegExp(
  String.raw`(?<=:)(?=//)|(?<=\bwww)(?=\.)|(?<=(?<![a-z\d])(?:${schemes}):)(?=\S)|(?<=[\w.+-])(?=@[\w-]+\.\w)`,
  'gi',
);

/** One text, its addresses broken, of pages and of people: chats make links of them. */
export function unlinked(text: string): string {
  return text.replace(linked, ' ');
}

/** One text of at most `maxLength` characters, as harmless. */
export function asLine(text: string, maxLength: number): string {
  return plainText(text, maxLength)
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('`', "'")
    .replace(/\](?=[([:])/g, '] ');
}
