import type { StoredSession } from '../sessions/stored-session.ts';

export interface SessionDiff {
  readonly added: readonly StoredSession[];
  readonly removed: readonly StoredSession[];
  /** Same id, different data: usually, new tokens. */
  readonly changed: readonly StoredSession[];
}

/** The differences between two readings, by id; undefined if there are none. */
export function diffSessions(
  before: ReadonlyMap<string, StoredSession>,
  after: ReadonlyMap<string, StoredSession>,
): SessionDiff | undefined {
  const added: StoredSession[] = [];
  const changed: StoredSession[] = [];
  for (const session of after.values()) {
    const known = before.get(session.id);
    if (!known) added.push(session);
    else if (isOther(known, session)) changed.push(session);
  }
  const removed = [...before.values()].filter((session) => !after.has(session.id));
  return added.length + changed.length + removed.length > 0 ? { added, removed, changed } : undefined;
}

/** Compares more than generations: a sign-in and a concurrent refresh may have stored the same one. */
function isOther(known: StoredSession, session: StoredSession): boolean {
  return (
    known.generation !== session.generation ||
    known.deadGeneration !== session.deadGeneration ||
    known.origins?.length !== session.origins?.length ||
    known.ownerId !== session.ownerId ||
    known.environment !== session.environment ||
    known.tokens.accessToken !== session.tokens.accessToken
  );
}
