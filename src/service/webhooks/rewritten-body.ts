import { sortedJson, tokensOf } from '../../common/text/json-text.ts';

/** Libraries that write JSON anew after parsing it. The bytes differ, and so does their signature. */
export type JsonWriter = 'JSON.stringify' | 'json.dumps' | 'JSON.generate' | 'json_encode' | 'json.Marshal';

/** A body as each library writes it again; empty if it isn't JSON. Numbers beyond 64 bits are not looked at. */
export function rewrittenBodies(body: string): readonly { readonly writer: JsonWriter; readonly text: string }[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return [];
  }
  const ascii = (token: string) => written(token, { isAscii: true, keepsFraction: true });
  const plain = (token: string) => written(token, { keepsFraction: true });
  const php = (token: string) => written(token, { isAscii: true }).replaceAll('/', '\\/');
  const go = (token: string) =>
    written(token, {}).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
  return [
    { writer: 'JSON.stringify', text: JSON.stringify(parsed) },
    { writer: 'json.dumps', text: [...tokensOf(body)].map((token) => ascii(token) + space(token)).join('') },
    { writer: 'JSON.generate', text: [...tokensOf(body)].map(plain).join('') },
    { writer: 'json_encode', text: [...tokensOf(body)].map(php).join('') },
    { writer: 'json.Marshal', text: sortedJson(body, go) },
  ];
}

const space = (token: string) => (token === ',' || token === ':' ? ' ' : '');

interface Spelling {
  /** Escapes what is not ASCII. */
  readonly isAscii?: true;
  /** Writes 78.0 as it is, and not as 78. */
  readonly keepsFraction?: true;
}

function written(token: string, { isAscii, keepsFraction }: Spelling): string {
  const [first = ''] = token;
  if (first === '"') {
    const text = JSON.stringify(JSON.parse(token));
    return isAscii
      ? text.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : text;
  }
  if (!/[-\d]/.test(first) || !/[.eE]/.test(token)) return token;
  const number = String(Number(token));
  return keepsFraction && /^-?\d+$/.test(number) ? `${number}.0` : number;
}
