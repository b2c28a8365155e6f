import type { OpenFile, SessionFiles } from '../../../src/extension/auth/sessions/session-files.ts';

export type FilesErrno = 'ENOSPC' | 'EIO' | 'EROFS' | 'EACCES';

/** Which step of a refresh the disk refuses, from then on. */
export type FilesPlace =
  /** Noting the intent: nothing may be sent. */
  | 'intent'
  /** Writing the new pair, although room was made for it. */
  | 'next'
  | 'fsync'
  | 'rename'
  | 'read-back';

export type FilesFault =
  | { readonly place: FilesPlace; readonly errno: FilesErrno }
  /** Whoever looks at the session file sees it as it was at first: as if there were no fence. */
  | { readonly place: 'fence' };

export const filesErrnos: readonly FilesErrno[] = ['ENOSPC', 'EIO', 'EROFS', 'EACCES'];
export const filesPlaces: readonly FilesPlace[] = ['intent', 'next', 'fsync', 'rename', 'read-back'];

/** The files with a fault in them that stays. */
export function failingFiles(files: SessionFiles, fault: FilesFault | undefined): SessionFiles {
  if (fault === undefined) return files;
  return fault.place === 'fence' ? withoutFence(files) : refusing(files, fault.place, fault.errno);
}

function refusing(files: SessionFiles, place: FilesPlace, errno: FilesErrno): SessionFiles {
  /** From the intent on, the refresh token counts as spent. */
  let isSpent = false;
  const renamed = new Set<string>();
  const refuseIf = (refused: boolean) => {
    if (refused) throw Object.assign(new Error(`${errno}: refused by the fault plan`), { code: errno });
  };
  return {
    ...files,
    async open(file, flags) {
      refuseIf(place === 'intent' && isIntent(file));
      const handle = await files.open(file, flags);
      return {
        ...handle,
        async write(text) {
          refuseIf(place === 'next' && isSpent);
          await handle.write(text);
        },
        async sync() {
          refuseIf(place === 'fsync' && isSpent);
          await handle.sync();
        },
      } satisfies OpenFile;
    },
    async rename(from, to) {
      refuseIf(place === 'rename' && isSpent);
      await files.rename(from, to);
      isSpent ||= isIntent(to);
      if (isSpent) renamed.add(to);
    },
    async read(file) {
      refuseIf(place === 'read-back' && isSession(file) && renamed.has(file));
      return files.read(file);
    },
  };
}

function withoutFence(files: SessionFiles): SessionFiles {
  const seen = new Map<string, string>();
  return {
    ...files,
    async read(file) {
      const text = seen.get(file) ?? (await files.read(file));
      if (isSession(file)) seen.set(file, text);
      return text;
    },
    async rename(from, to) {
      await files.rename(from, to);
      seen.delete(to);
    },
  };
}

const isIntent = (file: string) => file.includes('.intent');
const isSession = (file: string) => file.endsWith('.session');
