import { plainText } from '../common/plain-text.ts';

/** Of a text of the service, in characters: what a place or a model is called fits. */
const usual = 200;

/**
 * An answer whose texts can only be read as data: one line each, of bounded length, without characters that steer a
 * display, and without links, code or markup that a chat would render. Numbers and names of fields stay.
 */
export function asData<T>(value: T, longest = usual): T {
  if (typeof value === 'string') return asLine(value, longest) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => asData(each, longest)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asData<unknown>(each, longest)])) as T;
}

/** One text of at most `maxLength` characters, as harmless. */
export function asLine(text: string, maxLength: number): string {
  return plainText(text, maxLength)
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('`', "'")
    .replace(/\](?=[([:])/g, '] ');
}
