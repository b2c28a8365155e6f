import type { TokenPair } from '../../../src/service/oauth/token-endpoint.ts';
import { readPair, writePair } from './plain-pair.ts';

/** What a client does without a thought: no lock, no intent, no resend, no second look. */
export async function naiveToken(
  folder: string,
  refresh: (refreshToken: string) => Promise<TokenPair>,
  force: boolean,
): Promise<void> {
  const pair = readPair(folder);
  if (force || Date.now() >= pair.accessTokenExpiresAt) writePair(folder, await refresh(pair.refreshToken));
}
