import type { StoredSession } from '../sessions/stored-session.ts';

export interface SessionDiff {
  readonly added: readonly StoredSession[];
  readonly removed: readonly StoredSession[];
  /** Same id, other data: as a rule, other tokens. */
  readonly changed: readonly StoredSession[];
}

/** What happened between two readings, by id; undefined if nothing did. */
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

/** A sign-in and a refresh that did not see each other may have stored the same generation. */
function isOther(known: StoredSession, session: StoredSession): boolean {
  return (
    known.generation !== session.generation ||
    known.deadGeneration !== session.deadGeneration ||
    known.origins?.length !== session.origins?.length ||
    known.tokens.accessToken !== session.tokens.accessToken
  );
}
