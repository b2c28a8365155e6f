import { randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 random bytes as base64url, which no layer on the way re-encodes. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in a time that does not depend on where the two differ. */
export function isSameSecret(expected: string, received: string | null): boolean {
  if (received === null) return false;
  const [left, right] = [Buffer.from(expected), Buffer.from(received)];
  return left.length === right.length && timingSafeEqual(left, right);
}
