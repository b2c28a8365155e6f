import { t } from '../../common/translate.ts';
import { isRight, type SignatureMistake, type SignatureOrigin } from './explain-signature.ts';
import type { VerifyFault } from './verify-answer.ts';

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
  indented: () => t('The body was indented. Use its raw bytes.'),
  trimmed: () => t('Spaces around the body were removed. Use its raw bytes.'),
  'newline added': () => t('A newline was added to the end of what was signed.'),
  'line ends changed': () => t('The line ends of the body were changed. Use its raw bytes.'),
  'encoding lost': () => t('The body was decoded with another encoding. Use its raw bytes.'),
  quoted: () => t('What was signed was put into a JSON string first.'),
  'byte order mark removed': () => t('The byte order mark was removed. Use the raw bytes of the body.'),
  'no body': () => t('An empty body was signed. Was it read already, or not yet?'),
  'key trimmed': () => t('Spaces around the key were removed.'),
  'key with newline': () => t('The key has a newline at its end. Remove it, for example with trim().'),
  'key in other case': () => t('The key was changed to upper or lower case.'),
  'key without hyphens': () => t('The hyphens of the key were removed.'),
  'key decoded': () => t('The key was decoded. Use it unchanged.'),
  exchanged: () => t('Key and message are exchanged: the token is the key.'),
  'SHA-1': () => t('The hash is SHA-1. Use SHA-256.'),
  'SHA-512': () => t('The hash is SHA-512. Use SHA-256.'),
  'no HMAC': () => t('It is a plain hash. Use HMAC.'),
  'upper case': () => t('It is in upper case. Use lower case.'),
  Base64: () => t('It is Base64. Use hexadecimal.'),
  prefix: () => t('It has a prefix. Use only the hexadecimal digits.'),
  spaces: () => t('It has spaces or a newline around it.'),
  quotes: () => t('It has quotation marks around it.'),
};

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
    case 'redirect':
      return t('Redirects are not followed. Use the final URL.');
    case 'status':
      return t('Answer VERIFY with status 200, not {0}.', fault.status);
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
