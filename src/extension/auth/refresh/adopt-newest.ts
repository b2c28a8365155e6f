import { isUsable } from './refresh-policy.ts';
import type { RefreshJob, RefreshOutcome, RefreshTools } from './refresher.ts';
import { isNextOf, sessionName } from '../sessions/file-names.ts';
import { readRecord, type SessionHeader } from '../sessions/session-record.ts';
import { openText, type SessionKey } from '../sessions/session-encryption.ts';
import type { StoredSession } from '../sessions/stored-session.ts';

/** A session as read while its lock is held. */
export interface CurrentSession {
  readonly session: StoredSession;
  readonly text: string;
}

/**
 * Finds the newest pair, wherever it is stored, and moves it into place; otherwise returns why there is none. The
 * caller must hold the lock. Rejects if the folder can't be read.
 */
export async function adoptNewest(
  job: RefreshJob,
  key: SessionKey,
  { folder, clock, log }: Pick<RefreshTools, 'folder' | 'clock' | 'log'>,
): Promise<CurrentSession | RefreshOutcome> {
  const id = job.sessionId;
  const onDisk = await folder.read(sessionName(id));
  const record = readRecord(onDisk ?? '');
  if (record?.kind === 'signed-out') return { kind: 'signed-out' };
  const names = await folder.names();
  const orphans = names.filter((name) => isNextOf(id, name));
  const texts = await Promise.all(orphans.map((name) => folder.read(name)));

  const copies = [onDisk, ...texts, job.replica];
  const found = copies.flatMap((text) => (text === undefined ? [] : opened(text.trim(), id, key)));
  const best = found.sort((a, b) => b.session.generation - a.session.generation)[0];
  if (!best) {
    const isForeign = record?.kind === 'sealed' && record.header.keyId !== key.id;
    return { kind: 'unreadable', reason: isForeign ? 'key' : 'broken' };
  }
  // A session under another key comes from a new sign-in, and wins even if a killed refresh got to the same generation.
  if (record?.kind === 'sealed' && outranks(record.header, best.session, key)) {
    return { kind: 'unreadable', reason: 'key' };
  }
  if (best.text !== onDisk?.trim()) {
    log.info(`Session ${id}: generation ${best.session.generation} is taken over from a copy`);
    try {
      await folder.put(sessionName(id), best.text);
    } catch {
      const isGood = suffices(job, best.session, clock.now());
      return isGood ? { kind: 'unsaved', text: best.text } : { kind: 'unwritable' };
    }
  }
  // The lock is held, so no other process is about to move these into place.
  await Promise.all(orphans.map((name) => folder.remove(name).catch(() => undefined)));
  return best;
}

/** Whether the session is newer than what is to be replaced, and usable. */
export function suffices({ generation, timing }: RefreshJob, session: StoredSession, now: number): boolean {
  return session.generation > generation && isUsable(session.tokens, now, timing);
}

function opened(text: string, id: string, key: SessionKey): CurrentSession[] {
  const session = openText(text, key);
  return session?.id === id ? [{ session, text }] : [];
}

function outranks({ generation, keyId }: SessionHeader, found: StoredSession, key: SessionKey): boolean {
  return generation > found.generation || (generation === found.generation && keyId !== key.id);
}
