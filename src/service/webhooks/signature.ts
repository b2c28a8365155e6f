import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../common/random-secret.ts';

/** Header of a delivery with its signature. Receivers read it in any case. */
export const signatureHeader = 'SC-Signature';

/**
 * The signature of a body, and of a challenge: hex HMAC-SHA256 of its exact bytes (public).
 *
 * @param token the application's management token
 */
export function sign(token: string, bytes: Uint8Array | string): string {
  return createHmac('sha256', token).update(bytes).digest('hex');
}

/** Compares in constant time. While the token is being replaced there are two that sign. */
export function isSignedBy(
  tokens: readonly string[],
  bytes: Uint8Array | string,
  signature: string | null | undefined,
): boolean {
  return tokens.map((token) => isSameSecret(sign(token, bytes), signature)).includes(true);
}

/**
 * Whether a challenge has the form of those that were observed. The answer to a challenge is a signature of it: whoever
 * answers any text signs an event that somebody else made up.
 */
export function isChallenge(challenge: unknown): challenge is string {
  return typeof challenge === 'string' && /^[\w-]{1,128}$/.test(challenge);
}

/** The body with which a receiver answers a challenge. */
export function challengeAnswer(token: string, challenge: string): { readonly challenge: string } {
  return { challenge: sign(token, challenge) };
}

/** The headers of a delivery (public); the version after Smartcar/ is assumed. */
export function deliveryHeaders(signature: string | undefined): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Smartcar/1.0',
    ...(signature !== undefined && { [signatureHeader]: signature }),
  };
}
