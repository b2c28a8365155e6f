import { createHash, createHmac } from 'node:crypto';
import { isRecord } from '../../common/is-record.ts';
import { escapedUnit, sortedJson, tokensOf } from '../../common/text/json-text.ts';
import { t } from '../../common/translate.ts';
import { sign } from './signature.ts';

/** A secret or an ID of the application that may have been used as key. It is never part of a text. */
export interface KnownKey {
  /** The name that people read. */
  readonly name: string;
  readonly value: string;
  /** `token` signs; `older` did until it was replaced; `other` never signs: an ID or a secret of the application. */
  readonly role: 'token' | 'older' | 'other';
}

/** What developers take for the management token. */
const mistaken = {
  applicationId: () => t('the Application ID'),
  clientSecret: () => t('the legacy client secret'),
  apiClientId: () => t('the API client ID'),
  apiClientSecret: () => t('the API client secret'),
  webhookId: () => t('the ID of a webhook'),
  other: () => t('another ID of the application'),
} as const;

/** What of an application may have signed: its token, those that it had before, and what may be taken for one. */
export function applicationKeys(
  [token, ...older]: readonly [string, ...(string | undefined)[]],
  others: readonly (readonly [keyof typeof mistaken, string])[] = [],
): [KnownKey, ...KnownKey[]] {
  return [
    { name: t('the Application Management Token'), value: token, role: 'token' },
    ...older.flatMap((value) =>
      value === undefined ? [] : [{ name: t('an older Application Management Token'), value, role: 'older' as const }],
    ),
    ...others.map(([what, value]) => ({ name: mistaken[what](), value, role: 'other' as const })),
  ];
}

/** The tokens that sign, or did, in the order of the keys: the newest first. */
export function signingTokens(keys: readonly KnownKey[]): readonly string[] {
  return keys.filter(({ role }) => role !== 'other').map(({ value }) => value);
}

type BodyMistake =
  | JsonWriter
  | 'indented'
  | 'trimmed'
  | 'newline added'
  | 'line ends changed'
  | 'encoding lost'
  | 'quoted'
  | 'byte order mark removed'
  | 'not the text'
  | 'no body';
type KeyMistake =
  'key trimmed' | 'key with newline' | 'key with quotes' | 'key in other case' | 'key without hyphens' | 'key decoded';
type HashMistake = 'exchanged' | 'SHA-1' | 'SHA-512' | 'no HMAC';
type SpellingMistake = 'upper case' | 'hyphens' | 'Base64' | 'prefix' | 'spaces' | 'quotes';
type SignatureMistake = BodyMistake | KeyMistake | HashMistake | SpellingMistake;

/** How a signature came about: the right way if the key is the token and there are no mistakes. */
export interface SignatureOrigin {
  readonly key: KnownKey;
  /** The fewest that lead to the signature, in the order body, key, hash, spelling. */
  readonly mistakes: readonly SignatureMistake[];
}

/** Bodies beyond this, and events have 50 KB at most, are compared as they are: trying all mistakes takes too long. */
const mostTriedBytes = 1 << 16;

interface Tried<Value, Mistake> {
  readonly value: Value;
  readonly mistake?: Mistake;
}

/**
 * Tries all known ways to a signature, those with the fewest mistakes first. Undefined if none leads to it: the body
 * differs from the one that was signed, or the key is not among those given.
 *
 * @param text the signature as it was received
 */
export function explainSignature(
  body: Uint8Array,
  text: string,
  keys: readonly KnownKey[],
): SignatureOrigin | undefined {
  const spellings = spellingsOf(text);
  const bodies = body.length > mostTriedBytes ? [{ value: Buffer.from(body) }] : bodiesOf(Buffer.from(body));
  let best: SignatureOrigin | undefined;
  for (const key of keys) {
    for (const triedKey of keysOf(key.value)) {
      for (const triedBody of bodies) {
        for (const hash of hashes) {
          const mistakes = [triedBody.mistake, triedKey.mistake, hash.mistake].filter((each) => each !== undefined);
          // Whoever makes more than two in one place finds the others when these are mended.
          if (mistakes.length > 2 || (best && mistakes.length >= best.mistakes.length)) continue;
          const digest = hash.value(triedKey.value, triedBody.value).toString('hex');
          const spelling = spellings.find(({ value }) => value === digest);
          if (!spelling) continue;
          const found: SignatureOrigin = { key, mistakes: [...mistakes, ...spelling.mistakes] };
          if (!best || found.mistakes.length < best.mistakes.length) best = found;
        }
      }
    }
  }
  return best;
}

/** Whether a signature is one that the service would make now. */
export function isRight({ key, mistakes }: SignatureOrigin): boolean {
  return key.role === 'token' && mistakes.length === 0;
}

/** What leaves most of the body alone comes first: where several lead to the same bytes, it is the likelier. */
function bodiesOf(body: Buffer): readonly Tried<Buffer, BodyMistake>[] {
  const text = body.toString('utf8');
  const json = text.replace(/^\ufeff/, '').trim();
  const writers = rewrittenBodies(json);
  const indents = writers.length === 0 ? [] : [2, 4, '\t'];
  const made: readonly Tried<string, BodyMistake>[] = [
    { value: text, mistake: 'encoding lost' },
    { value: text.replace(/^\ufeff/, ''), mistake: 'byte order mark removed' },
    { value: text.trim(), mistake: 'trimmed' },
    { value: `${text}\n`, mistake: 'newline added' },
    { value: text.replaceAll('\r\n', '\n'), mistake: 'line ends changed' },
    { value: text.replace(/\r?\n/g, '\r\n'), mistake: 'line ends changed' },
    { value: body.toString('latin1'), mistake: 'encoding lost' },
    ...writers.map(({ writer, text: value }) => ({ value, mistake: writer })),
    ...indents.map((indent) => {
      return { value: JSON.stringify(JSON.parse(json), undefined, indent), mistake: 'indented' as const };
    }),
    { value: JSON.stringify(text), mistake: 'quoted' },
    ...['[object Object]', JSON.stringify(body), pythonBytes(body), 'undefined', 'None', 'Array'].map((value) => ({
      value,
      mistake: 'not the text' as const,
    })),
    { value: '', mistake: 'no body' },
  ];
  const tried = [
    ...made.map(({ value, mistake }) => ({ value: Buffer.from(value), mistake })),
    { value: Buffer.from(text, 'latin1'), mistake: 'encoding lost' as const },
  ];
  return [{ value: body }, ...tried.filter(({ value }) => !value.equals(body))];
}

function keysOf(key: string): readonly Tried<string | Buffer, KeyMistake>[] {
  const tried: Tried<string, KeyMistake>[] = [
    { value: key.trim(), mistake: 'key trimmed' },
    { value: `${key}\n`, mistake: 'key with newline' },
    { value: `${key}\r`, mistake: 'key with newline' },
    { value: `${key}\r\n`, mistake: 'key with newline' },
    { value: `"${key}"`, mistake: 'key with quotes' },
    { value: `'${key}'`, mistake: 'key with quotes' },
    { value: key.toUpperCase(), mistake: 'key in other case' },
    { value: key.toLowerCase(), mistake: 'key in other case' },
    { value: key.replaceAll('-', ''), mistake: 'key without hyphens' },
  ];
  const bytes = [Buffer.from(key.replaceAll('-', ''), 'hex'), Buffer.from(key, 'base64')];
  return [
    { value: key },
    ...tried.filter(({ value }) => value !== key && value !== ''),
    ...bytes.filter(({ length }) => length > 0).map((value) => ({ value, mistake: 'key decoded' as const })),
  ];
}

const hmac = (algorithm: string) => (key: string | Buffer, body: Buffer) =>
  createHmac(algorithm, key).update(body).digest();
const hashes: readonly Tried<(key: string | Buffer, body: Buffer) => Buffer, HashMistake>[] = [
  { value: hmac('sha256') },
  { value: (key, body) => createHmac('sha256', body).update(key).digest(), mistake: 'exchanged' },
  { value: hmac('sha1'), mistake: 'SHA-1' },
  { value: hmac('sha512'), mistake: 'SHA-512' },
  { value: (key, body) => createHash('sha256').update(key).update(body).digest(), mistake: 'no HMAC' },
  { value: (key, body) => createHash('sha256').update(body).update(key).digest(), mistake: 'no HMAC' },
];

interface Spelling {
  /** Hex in lower case. */
  readonly value: string;
  readonly mistakes: readonly SpellingMistake[];
}

/** Every digest that a text may stand for. */
function spellingsOf(text: string): readonly Spelling[] {
  const steps: { mistake: SpellingMistake; strip: (text: string) => string }[] = [
    { mistake: 'spaces', strip: (signature) => signature.trim() },
    { mistake: 'quotes', strip: (signature) => signature.replace(/^"(.*)"$/s, '$1') },
    { mistake: 'prefix', strip: (signature) => signature.replace(/^(?:sha(?:1|256|512)|hmac-sha256|v1)[=:,]\s*/i, '') },
  ];
  const mistakes: SpellingMistake[] = [];
  let signature = text;
  for (const { mistake, strip } of steps) {
    const stripped = strip(signature);
    if (stripped !== signature) mistakes.push(mistake);
    signature = stripped;
  }
  const lower = signature.toLowerCase();
  return [
    { value: lower, mistakes: lower === signature ? mistakes : [...mistakes, 'upper case'] },
    { value: lower.replaceAll('-', ''), mistakes: [...mistakes, 'hyphens'] },
    // Node reads both alphabets of Base64.
    { value: Buffer.from(signature, 'base64').toString('hex'), mistakes: [...mistakes, 'Base64'] },
  ];
}

/** Libraries that write JSON anew after parsing it. The bytes differ, and so does their signature. */
type JsonWriter =
  'JSON.stringify' | 'json.dumps' | 'JSON.generate' | 'json_encode' | 'json.Marshal' | 'Gson' | 'System.Text.Json';

/**
 * A body as each library writes it again; empty if it isn't JSON, or nested too deep for them. Numbers beyond 64 bits are
 * not looked at.
 */
export function rewrittenBodies(body: string): readonly { readonly writer: JsonWriter; readonly text: string }[] {
  let rewritten: string;
  try {
    rewritten = JSON.stringify(JSON.parse(body));
  } catch {
    return [];
  }
  const ascii = (token: string) => written(token, { isAscii: true, keepsFraction: true });
  const plain = (token: string) => written(token, { keepsFraction: true });
  const php = (token: string) => written(token, { isAscii: true }).replaceAll('/', '\\/');
  const go = (token: string) => written(token, {}).replace(/[<>&]/g, escapedUnit);
  const gson = (token: string) =>
    token.startsWith('"') ? written(token, {}).replace(/[<>&='\u2028\u2029]/g, escapedUnit) : token;
  const dotNet = (token: string) => {
    if (!token.startsWith('"')) return token;
    const text = written(token, {}).slice(1, -1).replaceAll('\\"', '\\u0022');
    const upper = (unit: string) => escapedUnit(unit).replace(/\w{4}$/, (code) => code.toUpperCase());
    return `"${text.replace(/[<>&'+`\x7f-\uffff]/g, upper)}"`;
  };
  const tokens = [...tokensOf(body)];
  return [
    { writer: 'JSON.stringify', text: rewritten },
    { writer: 'json.dumps', text: tokens.map((token) => ascii(token) + space(token)).join('') },
    { writer: 'JSON.generate', text: tokens.map(plain).join('') },
    { writer: 'json.dumps', text: tokens.map((token) => plain(token) + space(token)).join('') },
    { writer: 'json.dumps', text: tokens.map(ascii).join('') },
    { writer: 'json_encode', text: tokens.map(php).join('') },
    { writer: 'json.Marshal', text: sortedJson(body, go) },
    { writer: 'Gson', text: tokens.map(gson).join('') },
    { writer: 'System.Text.Json', text: tokens.map(dotNet).join('') },
  ];
}

/** What Python's str() makes of bytes. */
function pythonBytes(body: Buffer): string {
  const short: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\\': '\\', "'": "'" };
  const byte = (sign: string) => `x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return `b'${body.toString('latin1').replace(/[^ -&(-[\]-~]/g, (sign) => `\\${short[sign] ?? byte(sign)}`)}'`;
}

const space = (token: string) => (token === ',' || token === ':' ? ' ' : '');

interface TokenSpelling {
  /** Escapes what is not ASCII. */
  readonly isAscii?: true;
  /** Writes 78.0 as it is, and not as 78. */
  readonly keepsFraction?: true;
}

function written(token: string, { isAscii, keepsFraction }: TokenSpelling): string {
  const [first = ''] = token;
  if (first === '"') {
    const text = JSON.stringify(JSON.parse(token));
    return isAscii ? text.replace(/[^\0-\x7f]/g, escapedUnit) : text;
  }
  if (!/[-\d]/.test(first) || !/[.eE]/.test(token)) return token;
  const number = String(Number(token));
  return keepsFraction && /^-?\d+$/.test(number) ? `${number}.0` : number;
}

/** How a signature came about, and what to do about it; contains names of keys, and no key. */
export function originText(origin: SignatureOrigin | undefined): string {
  if (!origin) return t('No known key or mistake explains it: other bytes were signed, or with another key.');
  const { key, mistakes } = origin;
  if (isRight(origin)) return t('The signature is correct, made with {0}.', key.name);
  const made = t('It was made with {0}.', key.name);
  const wrongKey =
    key.role === 'token'
      ? []
      : [key.role === 'older' ? t('That token was replaced.') : t('That isn’t the management token.')];
  return [made, ...wrongKey, ...mistakes.map((mistake) => mistakeTexts[mistake]())].join(' ');
}

const rewritten = (writer: string) =>
  t('The body was parsed and written again, as {0} does. Use its raw bytes.', writer);

const mistakeTexts: Readonly<Record<SignatureMistake, () => string>> = {
  'JSON.stringify': () => rewritten('JSON.stringify (JavaScript)'),
  'json.dumps': () => rewritten('json.dumps (Python)'),
  'JSON.generate': () => rewritten('JSON.generate (Ruby)'),
  json_encode: () => rewritten('json_encode (PHP)'),
  'json.Marshal': () => rewritten('json.Marshal (Go)'),
  Gson: () => rewritten('Gson (Java)'),
  'System.Text.Json': () => rewritten('System.Text.Json (.NET)'),
  indented: () => t('The body was indented. Use its raw bytes.'),
  trimmed: () => t('Spaces around the body were removed. Use its raw bytes.'),
  'newline added': () => t('A newline was added to the end of what was signed.'),
  'line ends changed': () => t('The line ends of the body were changed. Use its raw bytes.'),
  'encoding lost': () => t('The body was decoded with another encoding. Use its raw bytes.'),
  quoted: () => t('What was signed was put into a JSON string first.'),
  'byte order mark removed': () => t('The byte order mark was removed. Use the raw bytes of the body.'),
  'not the text': () =>
    t(
      'What was signed isn’t the body, but how a language prints a value that isn’t text, such as {0}.',
      '[object Object]',
    ),
  'no body': () => t('An empty body was signed. Was it read already, or not yet?'),
  'key trimmed': () => t('Spaces around the key were removed.'),
  'key with newline': () => t('The key has a newline at its end. Remove it, for example with trim().'),
  'key with quotes': () => t('The key has quotation marks around it.'),
  'key in other case': () => t('The key was changed to upper or lower case.'),
  'key without hyphens': () => t('The hyphens of the key were removed.'),
  'key decoded': () => t('The key was decoded. Use it unchanged.'),
  exchanged: () => t('Key and message are exchanged: the token is the key.'),
  'SHA-1': () => t('The hash is SHA-1. Use SHA-256.'),
  'SHA-512': () => t('The hash is SHA-512. Use SHA-256.'),
  'no HMAC': () => t('It is a plain hash. Use HMAC.'),
  'upper case': () => t('It is in upper case. Use lower case.'),
  hyphens: () => t('It has hyphens. Remove them, and use lower case.'),
  Base64: () => t('It is Base64. Use hexadecimal.'),
  prefix: () => t('It has a prefix. Use only the hexadecimal digits.'),
  spaces: () => t('It has spaces or a newline around it.'),
  quotes: () => t('It has quotation marks around it.'),
};

/** What came back for a challenge. */
export interface VerifyAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

export interface VerifyJudgement {
  /** The hash that the challenge asks for. */
  readonly expected: string;
  /** The hash that came. */
  readonly received?: string;
  /** Omitted if the answer is right. */
  readonly fault?: VerifyFault;
}

export type VerifyFault =
  /** 401: whoever asks for a signature refuses VERIFY, which has none that is valid. */
  | { readonly kind: 'signature demanded' }
  /** A page whose status receivers rarely give: the answer is that of something before it. */
  | { readonly kind: 'tunnel'; readonly status: number }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'page' }
  | { readonly kind: 'not JSON' }
  | { readonly kind: 'no challenge' }
  | { readonly kind: 'content type' }
  | { readonly kind: 'hash'; readonly origin: SignatureOrigin | undefined };

/**
 * Whether an answer to VERIFY is right: status 200, JSON, and the hash of the challenge (public); and if it isn't, the
 * likely reason.
 *
 * @param keys the token that is to be used, first, and what it may have been confused with
 */
export function judgeVerifyAnswer(
  challenge: string,
  keys: readonly [KnownKey, ...KnownKey[]],
  { status, contentType, body }: VerifyAnswer,
): VerifyJudgement {
  const expected = sign(keys[0].value, challenge);
  const text = Buffer.from(body).toString('utf8');
  const isPage = /^\s*<(?:!doctype|html|head|body)/i.test(text) || /^text\/html\b/i.test(contentType ?? '');
  const fault = (found: VerifyFault) => ({ expected, fault: found });
  if (isPage && (status === 403 || status === 407 || status > 500)) return fault({ kind: 'tunnel', status });
  if (status === 401) return fault({ kind: 'signature demanded' });
  if (status !== 200) return fault({ kind: 'status', status });
  if (isPage) return fault({ kind: 'page' });
  const answer = parsed(text);
  if (answer === undefined) return fault({ kind: 'not JSON' });
  const received = isRecord(answer) ? answer.challenge : undefined;
  if (typeof received !== 'string') return fault({ kind: 'no challenge' });
  if (received !== expected) {
    const origin = explainSignature(Buffer.from(challenge), received, keys);
    return { expected, received, fault: { kind: 'hash', origin } };
  }
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType ?? '')) {
    return { expected, received, fault: { kind: 'content type' } };
  }
  return { expected, received };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What to do about a status that says itself what is wrong, whatever was sent. */
export function adviceOnStatus(status: number | undefined): string | undefined {
  if (status === undefined) return undefined;
  if (status >= 300 && status < 400) return t('Redirects are not followed. Use the final URL.');
  if (status === 404 || status === 405) return t('Nothing takes POST at this path. Check the URL.');
  if (status === 415) return t('Accept the content type {0}.', 'application/json; charset=utf-8');
  if (status === 429) return t('The receiver limits how many requests it takes. Exempt the service.');
  if (status >= 500) return t('The receiver failed. Its log says why.');
  return undefined;
}

/** What is wrong with the answer to a challenge, and what to do about it. */
export function verifyFaultText(fault: VerifyFault): string {
  switch (fault.kind) {
    case 'signature demanded':
      return t('Answer VERIFY before you check signatures: it has none that is valid.');
    case 'tunnel':
      return t(
        'A tunnel, proxy or bot check answered with {0}, not the receiver. Let requests through it.',
        fault.status,
      );
    case 'status':
      return adviceOnStatus(fault.status) ?? t('Answer VERIFY with status 200, not {0}.', fault.status);
    case 'page':
      return t('The answer is a page. Is this the URL of the receiver?');
    case 'not JSON':
      return t('Answer with JSON: {"challenge": "…"}.');
    case 'no challenge':
      return t('Put the hash into the field challenge.');
    case 'content type':
      return t('Set Content-Type to application/json.');
    case 'hash':
      return t('The hash differs. {0}', originText(fault.origin));
  }
}
