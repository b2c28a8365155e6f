import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tryKernelLock } from '../../../src/common/kernel-lock.ts';
import type { TokenPair } from '../../../src/service/oauth/token-endpoint.ts';
import { readPair, writePair } from './plain-pair.ts';

/** What most careful clients do: a lock, a second look under it, and stored before it is used. No intent, no resend. */
export async function lockOnlyToken(
  folder: string,
  refresh: (refreshToken: string) => Promise<TokenPair>,
  force: boolean,
): Promise<string> {
  const before = readPair(folder);
  if (!force && Date.now() < before.accessTokenExpiresAt) return before.accessToken;
  let lock = tryKernelLock(path.join(folder, 'pair.lock'));
  for (; !lock; lock = tryKernelLock(path.join(folder, 'pair.lock'))) await delay(10 + Math.random() * 20);
  try {
    const pair = readPair(folder);
    if (pair.accessToken !== before.accessToken) return pair.accessToken;
    const renewed = await refresh(pair.refreshToken);
    writePair(folder, renewed);
    return renewed.accessToken;
  } finally {
    lock.close();
  }
}
