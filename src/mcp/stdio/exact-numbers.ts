import { isRecord } from '../../common/is-record.ts';
import { membersOf } from '../../common/text/json-text.ts';
import { randomSecret } from '../../common/random-secret.ts';

/** Numbers that a client gets back, and knows its request by. */
const places = [['id'], ['params', 'requestId'], ['params', '_meta', 'progressToken']];

/**
 * JSON has numbers of any length, JavaScript has not: one above 2^53 would come back as another. So it goes through this
 * program as text, and out again to the letter.
 */
export class ExactNumbers {
  /** No client can write it. */
  readonly #mark = `number ${randomSecret()} `;
  readonly #marked = new RegExp(`"${this.#mark}([^"]*)"`, 'g');
  #isUsed = false;

  /** Puts the text in the place of such numbers of a message. */
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

  /** What is sent, with the numbers in their places. */
  restore(text: string): string {
    return this.#isUsed ? text.replace(this.#marked, '$1') : text;
  }
}

function memberOf(text: string | undefined, name: string): string | undefined {
  // Of two that are named alike, the last is read.
  return text === undefined ? undefined : membersOf(text)?.findLast((each) => each.name === name)?.value;
}
