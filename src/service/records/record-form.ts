import { ByteLiteral } from './byte-literal.ts';
import { type Field, type WrittenForm, fieldIndex, fields } from './columns.ts';

/** What a field's value is in JSON. */
export const valueKinds = { number: 0, time: 1, text: 2, flag: 3 } as const;

const kindOf: Readonly<Record<Field, keyof typeof valueKinds>> = {
  chargeStart: 'time',
  chargeEnd: 'time',
  location: 'text',
  energy: 'number',
  isPublic: 'flag',
  startPercentRemaining: 'number',
  endPercentRemaining: 'number',
  chargingType: 'text',
};

/** How a service writes its records: the bytes that are the same in each, with the values left out. */
export interface RecordForm {
  /** In front of each value, all bytes since the value before it: braces, commas, the key, quotes, spaces. */
  readonly before: readonly ByteLiteral[];
  /** Index in {@link fields} of each value. */
  readonly columns: Uint8Array;
  /** One of {@link valueKinds} of each value. */
  readonly kinds: Uint8Array;
  /** From the last value to the closing brace. */
  readonly after: ByteLiteral;
  /** The same as texts, without spaces in front of the record. */
  readonly written: WrittenForm;
}

/** Bytes of a record that are looked at: one that is longer has no usual form. */
const longestRecord = 4096;

// No \s: it takes in characters that are no spaces in JSON.
const lead = /"?[ \t\r\n]*[{,][ \t\r\n]*"([A-Za-z]+)"[ \t\r\n]*:[ \t\r\n]*"?/y;
const insideQuotes = /[^"\\]*/y;
const bare = /[\w.+-]*/y;
const tail = /"?[ \t\r\n]*\}/y;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const literalOf = (text: string) => new ByteLiteral(Buffer.from(text, 'latin1'));

/**
 * The form of the record that begins at an offset: all eight fields of the contract, each once and of its own kind, and
 * nothing else. Undefined if the record is another one, or no JSON.
 */
export function formOf(bytes: Uint8Array, from: number): RecordForm | undefined {
  const record = Buffer.from(bytes.subarray(from, from + longestRecord)).toString('latin1');
  let at = 0;
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(record);
    at += found?.[0].length ?? 0;
    return found;
  };
  const order: Field[] = [];
  const before: string[] = [];
  for (const _ of fields) {
    const [literal = '', name] = next(lead) ?? [];
    const field = fields.find((each) => each === name);
    if (!field || order.includes(field)) return undefined;
    const quoted = literal.endsWith('"');
    if (quoted !== ['time', 'text'].includes(kindOf[field])) return undefined;
    order.push(field);
    before.push(literal);
    next(quoted ? insideQuotes : bare);
  }
  const [after] = next(tail) ?? [];
  // Where this record's values are JSON's, so are those of others with the same bytes around them.
  if (after === undefined || !isJson(record.slice(0, at))) return undefined;
  const columns = order.map((field) => fieldIndex[field]);
  const [first = '', ...others] = before;
  return {
    before: before.map(literalOf),
    columns: Uint8Array.from(columns),
    kinds: Uint8Array.from(order, (field) => valueKinds[kindOf[field]]),
    after: literalOf(after),
    written: { before: [first.trimStart(), ...others], columns, after },
  };
}
