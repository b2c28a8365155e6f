import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { TokenPair } from '../../../src/service/oauth/token-endpoint.ts';

/** How the controls keep a pair: as JSON in one file of the run's folder. */
export function readPair(folder: string): TokenPair {
  return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as TokenPair;
}

/** Whole or not at all, and on disk once it returns. */
export function writePair(folder: string, pair: TokenPair): void {
  const temporary = `${fileIn(folder)}.${process.pid}`;
  const handle = openSync(temporary, 'w', 0o600);
  try {
    writeSync(handle, JSON.stringify(pair));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, fileIn(folder));
}

function fileIn(folder: string): string {
  return path.join(folder, 'pair.json');
}
