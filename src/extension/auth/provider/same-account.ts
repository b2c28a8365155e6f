import { hasOwnTokens, type StoredSession } from '../sessions/stored-session.ts';

/** A session, and the ids of those of the same account that it stands for. */
export interface OneAccount {
  readonly session: StoredSession;
  readonly otherIds: readonly string[];
}

/**
 * One session for each account. Each version had a session of its own in earlier releases: one without tokens is covered
 * by another one of the same owner, application and environment. Two that have tokens stay two, because either pair may
 * be the only one that works.
 */
export function oneForEachAccount(sessions: readonly StoredSession[]): readonly OneAccount[] {
  const first = sessions.toSorted((a, b) => Number(hasOwnTokens(b)) - Number(hasOwnTokens(a)));
  const kept = new Map<string, StoredSession>();
  const covered = new Map<string, string[]>();
  for (const session of first) {
    const key = JSON.stringify([session.environment, session.clientId, session.account.id]);
    const cover = kept.get(key);
    if (cover && !hasOwnTokens(session) && (hasOwnTokens(cover) || isAtSame(cover, session))) {
      covered.set(cover.id, [...(covered.get(cover.id) ?? []), session.id]);
    } else kept.set(cover ? session.id : key, session);
  }
  const shown = new Set([...kept.values()].map(({ id }) => id));
  return sessions
    .filter(({ id }) => shown.has(id))
    .map((session) => ({ session, otherIds: covered.get(session.id) ?? [] }));
}

function isAtSame({ origins: a }: StoredSession, { origins: b }: StoredSession): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
