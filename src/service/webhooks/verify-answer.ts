import { isRecord } from '../../common/is-record.ts';
import { explainSignature, type KnownKey, type SignatureOrigin } from './explain-signature.ts';
import { sign } from './signature.ts';

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
  /** A page with 403 or 407, or of a tunnel: the answer is not the receiver's. */
  | { readonly kind: 'tunnel'; readonly status: number }
  | { readonly kind: 'redirect' }
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
  if (status >= 300 && status < 400) return fault({ kind: 'redirect' });
  if (isPage && status >= 400) return fault({ kind: 'tunnel', status });
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
