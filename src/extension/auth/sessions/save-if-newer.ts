import { sessionName } from './file-names.ts';
import type { SessionFolder } from './session-folder.ts';
import { readRecord } from './session-record.ts';

/**
 * Stores an encrypted session in its file, unless the file is at least as new or marked as signed out. The caller must
 * hold the lock. Rejects as the file system does.
 */
export async function saveIfNewer(folder: SessionFolder, text: string): Promise<void> {
  const own = readRecord(text);
  if (own?.kind !== 'sealed') return;
  const name = sessionName(own.header.id);
  const present = readRecord((await folder.read(name)) ?? '');
  if (present?.kind === 'signed-out') return;
  if (present && present.header.generation >= own.header.generation) return;
  await folder.put(name, text);
}
