import { indentedJson } from '../../../common/text/json-text.ts';

/** What the token in an address of the capacity choice is shown as; it is good for 30 days (public). */
const linkToken = /([?&](?:amp;)?token=)[^&"\\#\s]+/g;

/** An answer of the service for people to read: indented, without the token that the capacity's address holds. */
export function rawText(text: string): string {
  return `${indentedJson(text, (value) => value.replace(linkToken, '$1[redacted]'))}\n`;
}
