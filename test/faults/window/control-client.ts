import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tryKernelLock } from '../../../src/common/kernel-lock.ts';
import { TokenEndpoint, type TokenPair } from '../../../src/service/oauth/token-endpoint.ts';
import { Transport } from '../../../src/service/http/transport.ts';
import type { WindowClient, WindowSettings } from './messages.ts';

/** The clients that leave out what protects a session. */
export function controlClient({ mode, folder, authUrl, clientId, clientSecret, timing }: WindowSettings): WindowClient {
  const transport = new Transport({ fetch, userAgent: 'faults/1' });
  const endpoint = new TokenEndpoint(transport);
  const send = (refreshToken: string, patienceMs: number) => {
    const patience = AbortSignal.timeout(Math.ceil(patienceMs));
    return endpoint.refresh({ authUrl }, { clientId, clientSecret }, refreshToken, patience);
  };
  /** Ends a send before the next one, whose answer may then come too late for the minute. */
  const impatiently = async (refreshToken: string) => {
    for (const pause of timing.resendDelaysMs.slice(0, 3)) {
      const pair = await send(refreshToken, timing.attemptMs).catch(() => undefined);
      if (pair) return pair;
      await delay(pause);
    }
    return send(refreshToken, 2 * timing.attemptMs);
  };
  const refresh = mode === 'impatient' ? impatiently : (token: string) => send(token, timing.attemptMs);
  const unsupported = () => {
    throw new Error('A control has tokens, and nothing else');
  };
  return {
    async token(force) {
      if (mode === 'lock only') return lockOnlyToken(folder, refresh, force);
      await naiveToken(folder, refresh, force);
      return readPair(folder).accessToken;
    },
    signOut: unsupported,
    connect: unsupported,
    list: unsupported,
    breakKeyring: unsupported,
  };
}

/** How the controls keep a pair: as JSON in one file of the run's folder. */
function readPair(folder: string): TokenPair {
  return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as TokenPair;
}

/** Whole or not at all, and on disk once it returns. */
export function writePair(folder: string, pair: TokenPair): void {
  const temporary = `${fileIn(folder)}.${process.pid}`;
  const handle = openSync(temporary, 'w', 0o600);
  try {
    writeSync(handle, JSON.stringify(pair));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, fileIn(folder));
}

function fileIn(folder: string): string {
  return path.join(folder, 'pair.json');
}

/** What a client does without a thought: no lock, no intent, no resend, no second look. */
async function naiveToken(
  folder: string,
  refresh: (refreshToken: string) => Promise<TokenPair>,
  force: boolean,
): Promise<void> {
  const pair = readPair(folder);
  if (force || Date.now() >= pair.accessTokenExpiresAt) writePair(folder, await refresh(pair.refreshToken));
}

/** What most careful clients do: a lock, a second look under it, and stored before it is used. No intent, no resend. */
async function lockOnlyToken(
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
