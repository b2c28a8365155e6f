import { LimitReached } from '../../../common/scheduler.ts';
import type { SessionLock } from '../sessions/session-lock.ts';
import { newSessionId, type StoredSession } from '../sessions/stored-session.ts';
import { isBoundTo } from '../sessions/token-origins.ts';
import type { SessionVault, VaultEntry } from '../sessions/session-vault.ts';

export type Connected = Omit<StoredSession, 'id' | 'generation' | 'deadGeneration'>;

/**
 * Stores what a sign-in brought. An account that is connected already in this environment keeps its session id and gets
 * the new tokens, also where the old ones can't be read.
 * @param maxWaitMs a refresh in another window may hold the lock for a minute; who has just connected does not wait so
 *   long for it
 */
export async function registerSession(
  vault: Pick<SessionVault, 'list' | 'read' | 'write'>,
  lock: SessionLock,
  maxWaitMs: number,
  connected: Connected,
): Promise<StoredSession> {
  async function register(): Promise<StoredSession> {
    const id = (await connectedBefore(vault, connected)) ?? newSessionId(connected.environment);
    return soon(lock, id, maxWaitMs, (isLocked) => store(id, isLocked ? 1 : 2));
  }

  /**
   * @param lead the refresh that holds the lock stores one generation more, should it have looked before this writes.
   *   Two more outlast even that.
   */
  async function store(id: string, lead: 1 | 2): Promise<StoredSession> {
    const session: StoredSession = { ...connected, id, generation: generationOf(await vault.read(id)) + lead };
    await vault.write(session);
    return session;
  }

  // One after the other: two sign-ins of one owner that end together are still one account.
  return soon(lock, 'sign-in', maxWaitMs, register);
}

/** Under the lock, or without it where it is not free in time. */
async function soon<T>(
  lock: SessionLock,
  name: string,
  maxWaitMs: number,
  work: (isLocked: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await lock.run(name, () => work(true), { maxWaitMs });
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return work(false);
  }
}

async function connectedBefore(
  vault: Pick<SessionVault, 'list' | 'read' | 'write'>,
  { environment, account, origins }: Connected,
): Promise<string | undefined> {
  for (const entry of (await vault.list()) ?? []) {
    const known = knownOf(entry);
    // One of another address stays, and can be used again once its address is back.
    const isThere = entry.kind !== 'session' || isBoundTo(entry.session, origins);
    if (isThere && known?.environment === environment && known.account.id === account.id) return entry.id;
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
