import { indentedJson } from '../../../common/text/json-text.ts';

/** The token in the address of the capacity choice, which is redacted because it is valid for 30 days (public). */
const linkToken = /([?&](?:amp;)?token=)[^&"\\#\s]+/g;

/** A response of the service for display: indented, and without the token in the capacity's address. */
export function rawText(text: string): string {
  return `${indentedJson(text, (value) => value.replace(linkToken, '$1[redacted]'))}\n`;
}
