import { sessionName } from './file-names.ts';
import type { SessionFolder } from './session-folder.ts';
import { readRecord } from './session-record.ts';

/**
 * Puts a sealed session into its place, unless something as new stands there or it is signed out. For whoever holds the
 * lock. Rejects as the file system does.
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
