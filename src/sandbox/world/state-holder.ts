import { closeSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { openPrivateSync, readPrivateSync } from '../../common/private-files.ts';
import { codeOf, isListening } from '../../common/loopback/loopback-listeners.ts';
import { parseJsonBytes } from '../../common/text/decode-text.ts';

/** Waits for a program that has the file open for a moment; without `recursive`, Node does not. */
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 20 };

const holderSchema = z.object({ pid: z.int().positive(), port: z.int().min(1).max(65_535) });

/**
 * Marks a state file as this sandbox's, in a file beside it, and returns what ends that. Rejects with an Error that says
 * what to do if another sandbox runs with it: the last to save would undo what the other one has answered. What a killed
 * sandbox has left is replaced.
 *
 * @param port of this sandbox, which listens there already
 */
export async function holdStateFile(stateFile: string, port: number): Promise<() => void> {
  const mark = `${stateFile}.holder`;
  mkdirSync(dirname(mark), { recursive: true, mode: 0o700 });
  for (;;) {
    try {
      const handle = openPrivateSync(mark, 'wx');
      writeFileSync(handle, JSON.stringify({ pid: process.pid, port }));
      closeSync(handle);
      return () => rmSync(mark, removal);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const other = holderIn(mark);
    // Another process may have got the same number since, or the port: not both, as this one listens at its own.
    if (other && other.port !== port && isRunning(other.pid) && (await isListening(other.port))) {
      throw new Error(
        `The sandbox on port ${other.port} keeps its state in ${stateFile}. Use that one, or give --state another file.`,
      );
    }
    rmSync(mark, removal);
  }
}

function holderIn(mark: string): z.infer<typeof holderSchema> | undefined {
  try {
    return holderSchema.safeParse(parseJsonBytes(readPrivateSync(mark))).data;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
