import { isRecord } from '../../common/is-record.ts';
import { membersOf } from '../../common/text/json-text.ts';
import { randomSecret } from '../../common/random-secret.ts';

/** Places of numbers that are sent back to the client, which uses them to match requests. */
const places = [['id'], ['params', 'requestId'], ['params', '_meta', 'progressToken']];

/**
 * Keeps numbers exact that JavaScript cannot represent: JSON allows any number of digits, but an ID above 2^53 would be
 * sent back as another one. Such numbers pass through this program as text and are restored exactly.
 */
export class ExactNumbers {
  /** Contains a random part, so that no client can send it. */
  readonly #mark = `number ${randomSecret()} `;
  readonly #marked = new RegExp(`"${this.#mark}([^"]*)"`, 'g');
  #isUsed = false;

  /** Replaces such numbers of a message by marked text. */
  mark(message: unknown, text: string): void {
    for (const path of places) {
      const holder = path.slice(0, -1).reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), message);
      const name = path.at(-1) ?? '';
      if (!isRecord(holder)) continue;
      const value = holder[name];
      if (typeof value !== 'number' || Number.isSafeInteger(value)) continue;
      const written = path.reduce<string | undefined>((at, each) => memberOf(at, each), text);
      Object.assign(holder, { [name]: `${this.#mark}${written ?? String(value)}` });
      this.#isUsed = true;
    }
  }

  /** Restores the numbers in a text to be sent. */
  restore(text: string): string {
    return this.#isUsed ? text.replace(this.#marked, '$1') : text;
  }
}

function memberOf(text: string | undefined, name: string): string | undefined {
  // If a name occurs twice, the last one counts.
  return text === undefined ? undefined : membersOf(text)?.findLast((each) => each.name === name)?.value;
}
