import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 random bytes as base64url, which nothing in transit re-encodes. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in a time that depends neither on where the two differ nor on the length of the expected one. */
export function isSameSecret(expected: string, received: string | null | undefined): boolean {
  return typeof received === 'string' && timingSafeEqual(digest(expected), digest(received));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether a text is a UUID, in either case. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
