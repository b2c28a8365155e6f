import { alternateName, nextName, randomName, sessionName } from '../sessions/file-names.ts';
import { nameOf } from '../sessions/session-files.ts';
import type { SessionFolder } from '../sessions/session-folder.ts';
import type { RefreshTools } from './refresher.ts';
import { readRecord } from '../sessions/session-record.ts';

export interface NewPair {
  readonly id: string;
  /** The generation that was spent to get it, as read under the lock. */
  readonly spent: number;
  readonly generation: number;
  /** The encrypted session. */
  readonly text: string;
  /** The file reserved for it. */
  readonly next: string;
}

type PersistTools = Pick<RefreshTools, 'folder' | 'scheduler' | 'log' | 'probe'>;

export type PersistOutcome =
  | 'stored'
  /** The disk does not accept it. */
  | 'unsaved'
  /** A newer session was stored meanwhile, by a sign-in that did not wait; ours is kept beside it. */
  | 'superseded'
  /** Signed out meanwhile; the pair is discarded. */
  | 'signed-out';

/** Stores a pair that exists nowhere else, trying more than once. Never rejects. */
export async function persistPair(
  pair: NewPair,
  delaysMs: readonly number[],
  tools: PersistTools,
): Promise<PersistOutcome> {
  let { next } = pair;
  let flags: 'r+' | 'wx' = 'r+';
  for (const delay of [...delaysMs, undefined]) {
    try {
      return await store(pair, next, flags, tools);
    } catch (error) {
      tools.log.error(`Session ${pair.id}: generation ${pair.generation} is not stored yet: ${nameOf(error)}`);
    }
    [next, flags] = [nextName(pair.id, randomName()), 'wx'];
    if (delay !== undefined) await tools.scheduler.sleep(delay);
  }
  return 'unsaved';
}

/** Rejects if any step fails; the pair may be stored nevertheless. */
async function store(pair: NewPair, next: string, flags: 'r+' | 'wx', tools: PersistTools): Promise<PersistOutcome> {
  const { folder, probe } = tools;
  const { id, text } = pair;
  await folder.write(next, text, flags, () => probe('next-written'));
  await probe('next-synced');

  // Check again before replacing: locks may be unavailable here, and a new sign-in may not have waited for this one.
  const stored = readRecord((await folder.read(sessionName(id))) ?? '');
  if (stored?.kind === 'signed-out') {
    await folder.remove(next);
    return 'signed-out';
  }
  // An earlier attempt may have failed only after the rename.
  if (stored && stored.header.generation !== pair.spent && !(await isStored(pair, folder))) {
    await folder.moveOver(next, alternateName(id, pair.generation));
    return 'superseded';
  }

  await folder.moveOver(next, sessionName(id));
  await probe('renamed');
  if (!(await isStored(pair, folder))) throw new Error('What was stored reads differently');
  await probe('read-back');
  return 'stored';
}

async function isStored({ id, text }: NewPair, folder: SessionFolder): Promise<boolean> {
  return (await folder.read(sessionName(id)))?.trim() === text;
}
