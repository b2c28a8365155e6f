import { createHash } from 'node:crypto';

/** Names a token where it may not be written. */
export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 16);
}
