import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { AgentConfig } from './agent-configs.ts';

/**
 * What an agent's file holds, empty where there is none, and what it would hold with the server. One that is not UTF-8
 * would not stay as it is.
 */
export async function readConfig({ file, add }: Pick<AgentConfig, 'file' | 'add'>) {
  const bytes = await bytesOf(file);
  const text = bytes.toString();
  return { text, added: isUtf8(bytes) ? add(text) : ('unreadable' as const) };
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
