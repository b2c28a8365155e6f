import { constants, copyFile, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { makePrivateFolder, openPrivate, readPrivate } from '../../../common/private-files.ts';

/** The part of the file system that sessions need, narrow enough to inject faults. Rejects as Node does. */
export interface SessionFiles {
  makeFolder(folder: string): Promise<void>;
  /** The names in the folder, in no particular order. */
  list(folder: string): Promise<readonly string[]>;
  read(file: string): Promise<string>;
  /** A text that changes when the file is written or replaced. */
  stamp(file: string): Promise<string>;
  /** Facts about the file or folder itself, not about the target of a link. */
  facts(file: string): Promise<FileFacts>;
  /** `wx` creates a new file, `r+` opens an existing one. */
  open(file: string, flags: 'wx' | 'r+'): Promise<OpenFile>;
  /** Gives a file a second name; rejects with EEXIST if that is taken. */
  link(file: string, name: string): Promise<void>;
  /** Replaces an existing file. */
  rename(from: string, to: string): Promise<void>;
  /** Does nothing if there is no such file. */
  remove(file: string): Promise<void>;
  /** Makes renames in the folder durable. */
  syncFolder(folder: string): Promise<void>;
}

/** Windows reports no owners and permissions here, and keeps other users out of a user's folders by itself. */
export interface FileFacts {
  readonly kind: 'file' | 'folder' | 'other';
  /** Belongs to the user of this process. */
  readonly isOwn: boolean;
  /** Its group or everyone may write to it. */
  readonly isOpenToOthers: boolean;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

export interface OpenFile {
  /** Writes from the start of the file; what lies beyond the text stays. */
  write(text: string): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

const writableByOthers = 0o022;

export const realFiles: SessionFiles = {
  makeFolder: makePrivateFolder,
  list: (folder) => readdir(folder),
  read: async (file) => (await readPrivate(file)).toString(),
  async stamp(file) {
    const { ino, size, mtimeMs } = await lstat(file);
    return `${ino} ${size} ${mtimeMs}`;
  },
  async facts(file) {
    const stats = await lstat(file);
    const user = process.getuid?.();
    return {
      kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
      isOwn: user === undefined || stats.uid === user,
      isOpenToOthers: user !== undefined && (stats.mode & writableByOthers) !== 0,
      writtenAt: stats.mtimeMs,
    };
  },
  async open(file, flags) {
    const handle = await openPrivate(file, flags);
    return {
      async write(text) {
        const bytes = Buffer.from(text);
        for (let done = 0; done < bytes.length;) {
          done += (await handle.write(bytes, done, bytes.length - done, done)).bytesWritten;
        }
      },
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
  // Not every file system has links. A copy is just as exclusive, although complete only a moment later.
  link: (file, name) => link(file, name).catch(() => copyFile(file, name, constants.COPYFILE_EXCL)),
  rename,
  remove: (file) => rm(file, { force: true }),
  async syncFolder(folder) {
    // Windows can't sync a folder, and refuses to open one.
    if (process.platform === 'win32') return;
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

/** Whether a file certainly does not exist, as opposed to being inaccessible. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Whether a file that should be new exists already. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/**
 * The part of an error that may be logged: a keyring's or file system's message can hold what it was asked to store.
 */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}
