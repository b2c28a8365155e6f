import { LimitReached } from './scheduler.ts';
import type { SessionLock } from './session-lock.ts';
import type { Vault, VaultEntry } from './session-vault.ts';
import { newSessionId } from './stored-session.ts';
import type { StoredSession } from './stored-session.ts';

export type Connected = Omit<StoredSession, 'id' | 'generation' | 'deadGeneration'>;

/**
 * Stores what a sign-in brought. An account that is connected already in this environment keeps its session id and gets
 * the new tokens, also where the old ones can't be read.
 * @param maxWaitMs a refresh in another window may hold the lock for a minute; who has just connected does not wait so
 *   long for it
 */
export async function registerSession(
  vault: Vault,
  lock: SessionLock,
  maxWaitMs: number,
  connected: Connected,
): Promise<StoredSession> {
  const id = (await connectedBefore(vault, connected)) ?? newSessionId(connected.environment);

  async function store(): Promise<StoredSession> {
    const session: StoredSession = { ...connected, id, generation: generationOf(await vault.read(id)) + 1 };
    await vault.write(session);
    return session;
  }

  try {
    return await lock.run(id, store, { maxWaitMs });
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    // The refresh that holds the lock sees the higher generation before it stores, and gives way.
    return store();
  }
}

async function connectedBefore(vault: Vault, { environment, account }: Connected): Promise<string | undefined> {
  for (const entry of (await vault.list()) ?? []) {
    const known = knownOf(entry);
    if (known?.environment === environment && known.account.id === account.id) return entry.id;
  }
  return undefined;
}

function generationOf(entry: VaultEntry): number {
  return knownOf(entry)?.generation ?? 0;
}

function knownOf(entry: VaultEntry): Omit<StoredSession, 'tokens'> | undefined {
  if (entry.kind === 'session') return entry.session;
  return entry.kind === 'locked' ? entry.header : undefined;
}
