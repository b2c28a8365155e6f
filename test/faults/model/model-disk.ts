import path from 'node:path';
import type { OpenFile, SessionFiles } from '../../../src/extension/auth/sessions/session-files.ts';

export type DiskOperation = 'open' | 'write' | 'sync' | 'rename' | 'read';

/** Someone who uses the disk, and may die in the middle of it. */
export interface DiskUser {
  readonly isUnexpired: boolean;
  /** Which operation fails for it now, every time. */
  readonly diskFault: DiskOperation | undefined;
}

/** The files of a machine, in memory. Whoever is dead neither changes them nor hears of them again. */
export class ModelDisk {
  readonly files = new Map<string, string>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  filesFor(user: DiskUser): SessionFiles {
    const act = async <T>(operation: DiskOperation | undefined, work: () => T): Promise<T> => {
      if (!user.isUnexpired) await new Promise(() => undefined);
      if (operation !== undefined && user.diskFault === operation) throw failure('EIO');
      return work();
    };
    return {
      makeFolder: () => act(undefined, () => undefined),
      list: (folder) =>
        act(undefined, () => [...this.files.keys()].filter((file) => path.dirname(file) === folder).map(baseName)),
      read: (file) => act('read', () => this.#get(file)),
      stamp: (file) => act('read', () => this.#get(file)),
      // It keeps no times: what is there was written now.
      facts: (file) =>
        act('read', () => {
          const isFolder = [...this.files.keys()].some((each) => path.dirname(each) === file);
          if (!isFolder) this.#get(file);
          return { kind: isFolder ? 'folder' : 'file', isOwn: true, isOpenToOthers: false, writtenAt: this.#now() };
        }),
      open: (file, flags) =>
        act('open', () => {
          if (flags === 'wx' && this.files.has(file)) throw failure('EEXIST');
          if (flags === 'wx') this.files.set(file, '');
          else this.#get(file);
          return {
            write: (text) =>
              act('write', () => void this.files.set(file, text + (this.files.get(file) ?? '').slice(text.length))),
            sync: () => act('sync', () => undefined),
            close: () => act(undefined, () => undefined),
          } satisfies OpenFile;
        }),
      link: (file, name) =>
        act('rename', () => {
          if (this.files.has(name)) throw failure('EEXIST');
          this.files.set(name, this.#get(file));
        }),
      rename: (from, to) =>
        act('rename', () => {
          const text = this.#get(from);
          this.files.delete(from);
          this.files.set(to, text);
        }),
      remove: (file) => act(undefined, () => void this.files.delete(file)),
      syncFolder: () => act('sync', () => undefined),
    };
  }

  #get(file: string): string {
    const text = this.files.get(file);
    if (text === undefined) throw failure('ENOENT');
    return text;
  }
}

const baseName = (file: string) => path.basename(file);

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: of the model`), { code });
}
