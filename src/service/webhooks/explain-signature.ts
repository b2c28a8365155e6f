import { createHash, createHmac } from 'node:crypto';
import { type JsonWriter, rewrittenBodies } from './rewritten-body.ts';

/** A secret or an ID of the application that may have been used as key. It is never part of a text. */
export interface KnownKey {
  /** The name that people read. */
  readonly name: string;
  readonly value: string;
  /** `token` signs; `older` did until it was replaced; `other` never signs: an ID or a secret of the application. */
  readonly role: 'token' | 'older' | 'other';
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
  | 'no body';
type KeyMistake = 'key trimmed' | 'key with newline' | 'key in other case' | 'key without hyphens' | 'key decoded';
type HashMistake = 'exchanged' | 'SHA-1' | 'SHA-512' | 'no HMAC';
type SpellingMistake = 'upper case' | 'Base64' | 'prefix' | 'spaces' | 'quotes';
export type SignatureMistake = BodyMistake | KeyMistake | HashMistake | SpellingMistake;

/** How a signature came about: the right way if the key is the token and there are no mistakes. */
export interface SignatureOrigin {
  readonly key: KnownKey;
  /** The fewest that lead to the signature, in the order body, key, hash, spelling. */
  readonly mistakes: readonly SignatureMistake[];
}

/** Bodies beyond this are compared as they are: trying all mistakes takes too long. */
const mostTriedBytes = 1 << 18;

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
    // Node reads both alphabets of Base64.
    { value: Buffer.from(signature, 'base64').toString('hex'), mistakes: [...mistakes, 'Base64'] },
  ];
}
