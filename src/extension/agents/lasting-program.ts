import path from 'node:path';

/** How a program is started, by paths that are there tomorrow. */
export interface Program {
  readonly command: string;
  /** Before the program's own. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where links end; undefined where nothing is. */
  readonly realPath: (path: string) => string | undefined;
}

/** What a shell finds, where the program itself stands on a path that is gone with it. */
const anyNode: Program = { command: 'node' };

/**
 * VS Code's own executable as Node, for the configuration of others. It may run from a mount or a copy that is gone when
 * it ends, or from a folder of its version: then the way that leads there for good is given, as each packager has it.
 */
export function lastingProgram(executable: string, machine: Machine): Program {
  const { platform, home, env, realPath } = machine;
  const asNode = { ELECTRON_RUN_AS_NODE: '1' };
  // Flatpak: nobody outside sees its files.
  if (env.FLATPAK_ID && executable.startsWith('/app/')) {
    return {
      command: 'flatpak',
      args: ['run', `--command=${executable}`, '--env=ELECTRON_RUN_AS_NODE=1', env.FLATPAK_ID],
    };
  }
  const found = /^\/proc\/[^/]+\/exe$/.test(executable) ? (realPath(executable) ?? executable) : executable;
  // AppImage: its runtime says which file it mounted.
  if (/\/\.mount_[^/]+\//.test(found) || (env.APPDIR && found.startsWith(`${env.APPDIR}/`))) {
    const isOwn = env.APPDIR !== undefined && found.startsWith(`${env.APPDIR}/`);
    return isOwn && env.APPIMAGE && realPath(env.APPIMAGE) ? { command: env.APPIMAGE, env: asNode } : anyNode;
  }
  // macOS: an app that was downloaded and never moved runs from a copy.
  const [, inApp] = /\/AppTranslocation\/[^/]+\/d\/(.+)$/.exec(found) ?? [];
  if (inApp !== undefined) {
    const command = ['/Applications', path.posix.join(home, 'Applications')]
      .map((folder) => path.posix.join(folder, inApp))
      .find((each) => realPath(each) !== undefined);
    return command === undefined ? anyNode : { command, env: asNode };
  }
  return { command: withoutVersion(found, platform, realPath), env: asNode };
}

/** Snap and Scoop keep a folder for each version, and beside them a link `current` to the one in use. */
function withoutVersion(file: string, platform: NodeJS.Platform, realPath: Machine['realPath']): string {
  const { sep } = platform === 'win32' ? path.win32 : path.posix;
  const parts = file.split(sep);
  const real = realPath(file);
  if (real === undefined) return file;
  const others = parts.flatMap((part, index) =>
    /^[vx]?\d/.test(part) ? [parts.with(index, 'current').join(sep)] : [],
  );
  return others.find((other) => realPath(other) === real) ?? file;
}
