/** JSON that is written as it stands. Node has it; the types of its reviver come with a later library of TypeScript. */
interface RawJsonSupport {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}
const json = JSON as unknown as RawJsonSupport;

/** What the token in an address of the capacity choice is shown as; it is good for 30 days (public). */
const linkToken = /([?&](?:amp;)?token=)[^&"\\#\s]+/g;

/**
 * An answer of the service for people to read: indented, each number with the digits that came, and without the token
 * that the capacity's address holds.
 */
export function rawText(text: string): string {
  const asSent = json.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
  );
  return `${JSON.stringify(asSent, undefined, 2).replace(linkToken, '$1[redacted]')}\n`;
}
