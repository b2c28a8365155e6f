import { LimitReached } from './scheduler.ts';
import type { HeldLock, SessionLock } from './session-lock.ts';
import type { Vault } from './session-vault.ts';
import { newSessionId } from './stored-session.ts';
import type { StoredSession } from './stored-session.ts';

export type Connected = Omit<StoredSession, 'id' | 'generation' | 'deadGeneration'>;

/** A refresh in another window may hold the lock for a minute; nobody who has just connected should wait for it. */
const maxWaitMs = 3_000;

/**
 * Stores what a sign-in brought. An account that is connected already in this environment keeps its session id and gets
 * the new tokens.
 */
export async function registerSession(vault: Vault, lock: SessionLock, connected: Connected): Promise<StoredSession> {
  const id = (await connectedBefore(vault, connected)) ?? newSessionId(connected.environment);

  async function store(held?: HeldLock): Promise<StoredSession> {
    const entry = await vault.read(id);
    const stored = entry.kind === 'session' ? entry.session.generation : 0;
    const session: StoredSession = { ...connected, id, generation: Math.max(stored, held?.generation ?? 0) + 1 };
    if (await vault.write(session)) held?.publish(session.generation);
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
    if (entry.kind !== 'session') continue;
    const { session } = entry;
    if (session.environment === environment && session.account.id === account.id) return session.id;
  }
  return undefined;
}
