import type { SignatureMistake } from '../../service/webhooks/explain-signature.ts';
import type { VerifyFault } from '../../service/webhooks/verify-answer.ts';

/** What is wrong with the answer to a challenge, and what to do; null if nothing is. */
export function problemText(fault: VerifyFault | undefined): string | null {
  if (!fault) return null;
  switch (fault.kind) {
    case 'signature demanded':
      return 'The receiver answered 401. VERIFY has no valid signature: answer it before the signature is checked.';
    case 'tunnel':
      return `A web page with status ${fault.status} came back, so the receiver was probably not reached: turn off the bot check or log-in page before it.`;
    case 'redirect':
      return `The receiver redirects (${fault.status}). The service follows no redirect: register the final address.`;
    case 'status':
      return `The receiver answered ${fault.status}. VERIFY needs exactly 200.`;
    case 'page':
      return 'The receiver answered with a web page. VERIFY needs JSON: {"challenge": "..."}.';
    case 'not JSON':
      return 'The answer is not JSON. VERIFY needs {"challenge": "..."}.';
    case 'no challenge':
      return 'The answer has no text named challenge. VERIFY needs {"challenge": "..."}.';
    case 'content type':
      return `The answer is right, but its Content-Type is ${fault.contentType ?? 'missing'}. It must be application/json.`;
    case 'hash':
      return hashText(fault.origin);
  }
}

/** The reason why there was no answer. */
export function unreachable(code: string | undefined): string {
  switch (code) {
    case 'TIMEOUT':
      return 'The receiver did not answer within 15 seconds.';
    case 'ECONNREFUSED':
      return 'Nothing listens at this address. Start the receiver, and VERIFY is sent again.';
    case 'ECONNRESET':
      return 'The receiver closed the connection without an answer.';
    default:
      return `The receiver could not be reached (${code ?? 'unknown reason'}).`;
  }
}

function hashText(origin: Extract<VerifyFault, { kind: 'hash' }>['origin']): string {
  const wanted = 'The challenge must be answered with the hex HMAC-SHA256 of data.challenge';
  if (!origin) {
    return `${wanted}, by the Application Management Token. What came was made of another text or by another key.`;
  }
  const { key, mistakes } = origin;
  const wrong = [
    ...(key.role === 'token' ? [] : [`the key was the ${key.name}, not the Application Management Token`]),
    ...mistakes.map((mistake) => mistakeTexts[mistake] ?? mistake),
  ];
  return `${wanted}, but ${wrong.join(', and ')}.`;
}

const mistakeTexts: Readonly<Partial<Record<SignatureMistake, string>>> = {
  exchanged: 'key and message were exchanged',
  Base64: 'it came as Base64',
  'upper case': 'it came in upper case',
  'newline added': 'a line break was added to the challenge',
  quoted: 'the challenge was quoted',
  'no HMAC': 'a plain hash was made',
  'key with newline': 'the key ends with a line break',
  'key trimmed': 'spaces around the key were left out',
  'key in other case': 'the key was written in other case',
  'key without hyphens': 'the key was written without hyphens',
  'key decoded': 'the key was decoded: it is used as text',
  spaces: 'spaces surround it',
  prefix: 'a prefix precedes it',
  quotes: 'it came in quotes',
};
