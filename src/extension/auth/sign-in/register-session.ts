import { LimitReached } from '../../../common/scheduler.ts';
import type { SessionLock } from '../sessions/session-lock.ts';
import { newSessionId, hasOwnTokens, type StoredSession, isBoundTo } from '../sessions/stored-session.ts';
import type { SessionVault, VaultEntry } from '../sessions/session-vault.ts';

export type Connected = Omit<StoredSession, 'id' | 'generation' | 'deadGeneration'>;

/**
 * Stores the result of a sign-in. An account that is connected already in this environment keeps its session id and
 * gets the new tokens, even if the old ones can't be read. One that brings no tokens takes none away: a session that has
 * some serves version 3 as well.
 * @param maxWaitMs how long to wait for the lock. A refresh in another window may hold it for a minute, which is too
 *   long for a user who has just connected
 */
export async function registerSession(
  vault: Pick<SessionVault, 'list' | 'read' | 'write'>,
  lock: SessionLock,
  maxWaitMs: number,
  connected: Connected,
): Promise<StoredSession> {
  async function register(): Promise<StoredSession> {
    const all = (await vault.list()) ?? [];
    const before = connectedBefore(all, connected);
    const withTokens = hasOwnTokens(connected) ? undefined : before.map(tokensOf).find((session) => session);
    if (withTokens?.clientId === connected.clientId) return withTokens;
    const replaced = before.find((entry) => hasOwnTokens(connected) || knownOf(entry)?.grant === 'application');
    const id = (replaced ?? (withTokens && before[0]))?.id ?? newSessionId(connected.environment);
    const label = ownLabel(
      all.filter((entry) => entry.id !== id),
      connected,
    );
    return soon(lock, id, maxWaitMs, (isLocked) => store(id, label, isLocked ? 1 : 2));
  }

  /**
   * @param lead added to the stored generation. A refresh that holds the lock, and has read the session before, stores
   *   one generation more. With two more, this session wins even then.
   */
  async function store(id: string, label: string, lead: 1 | 2): Promise<StoredSession> {
    const account = { ...connected.account, label };
    const session: StoredSession = { ...connected, account, id, generation: generationOf(await vault.read(id)) + lead };
    await vault.write(session);
    return session;
  }

  // One after the other, so that two sign-ins of one owner that end at the same time become one account.
  return soon(lock, 'sign-in', maxWaitMs, register);
}

/** Runs the work under the lock, or without it if it is not free in time. */
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

function connectedBefore(
  all: readonly VaultEntry[],
  { environment, account, origins }: Connected,
): readonly VaultEntry[] {
  return all.filter((entry) => {
    const known = knownOf(entry);
    if (known?.environment !== environment || known.account.id !== account.id) return false;
    // A session of another address stays, and can be used again once its address is restored. Of one that is locked,
    // an earlier version has not noted the address.
    if (entry.kind === 'locked' && !known.origins) return origins === undefined;
    return isBoundTo(known, origins) || isPartlyAt(known, origins);
  });
}

/** Whether the session is at some of the origins: it was connected when its environment had one version. */
function isPartlyAt(session: Pick<StoredSession, 'origins'>, origins: readonly string[] = []): boolean {
  return session.origins?.every((origin) => origins.includes(origin)) ?? false;
}

/** The label, with a number if another account has it: VS Code remembers by it what extensions may use. */
function ownLabel(all: readonly VaultEntry[], { account: { label }, environment }: Connected): string {
  const taken = new Set(all.map((entry) => knownOf(entry)?.account.label));
  const suffix = label.endsWith(` (${environment})`) ? ` (${environment})` : '';
  const name = label.slice(0, label.length - suffix.length);
  let own = label;
  for (let n = 2; taken.has(own); n++) own = `${name} ${n}${suffix}`;
  return own;
}

/** A session that was read, and has its own tokens. */
function tokensOf(entry: VaultEntry): StoredSession | undefined {
  return entry.kind === 'session' && hasOwnTokens(entry.session) ? entry.session : undefined;
}

function generationOf(entry: VaultEntry): number {
  return knownOf(entry)?.generation ?? 0;
}

function knownOf(entry: VaultEntry): Omit<StoredSession, 'tokens'> | undefined {
  if (entry.kind === 'session') return entry.session;
  return entry.kind === 'locked' ? entry.header : undefined;
}
