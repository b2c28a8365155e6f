import { constants, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';

/** Why a file is not read. */
export type Unreadable = 'missing' | 'not-a-file' | 'too-large';

// Windows has no such flag; elsewhere, opening a pipe would wait for a writer.
const flags = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);

/**
 * Reads a file, also through symbolic links, or says why it is not read: devices and pipes never end, and large files
 * fill the memory. Rejects with the file system's error otherwise.
 */
export async function readBoundedFile(path: string, mostBytes: number): Promise<Buffer | Unreadable> {
  try {
    // Checked before opening, because opening some devices has side effects.
    return refusal(await stat(path), mostBytes) ?? (await readOpened(path, mostBytes));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw error;
  }
}

async function readOpened(path: string, mostBytes: number): Promise<Buffer | Unreadable> {
  const file = await open(path, flags);
  try {
    // Something else may be at this path by now.
    const refused = refusal(await file.stat(), mostBytes);
    if (refused) return refused;
    // Some files are longer than their reported size, or grow.
    const parts: Buffer[] = [];
    for await (const part of file.createReadStream({ end: mostBytes, autoClose: false })) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    return bytes.length > mostBytes ? 'too-large' : bytes;
  } finally {
    await file.close();
  }
}

function refusal(stats: Stats, mostBytes: number): Unreadable | undefined {
  if (!stats.isFile()) return 'not-a-file';
  return stats.size > mostBytes ? 'too-large' : undefined;
}
