import path from 'node:path';

/** How to start a program, with paths that remain valid. */
export interface Program {
  readonly command: string;
  /** Arguments before the program's own. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves links; undefined if the path does not exist. */
  readonly realPath: (path: string) => string | undefined;
}

/** Found through the shell's PATH. Used if the path of the running executable is only temporary. */
const anyNode: Program = { command: 'node' };

/**
 * How to run VS Code's own executable as Node, for use in configurations. The executable may run from a mount or a copy
 * that is deleted afterwards, or from a versioned folder. The result is then the permanent path that the packager
 * provides.
 */
export function lastingProgram(executable: string, machine: Machine): Program {
  const { platform, home, env, realPath } = machine;
  const asNode = { ELECTRON_RUN_AS_NODE: '1' };
  // Flatpak: its files are not visible from outside.
  if (env.FLATPAK_ID && executable.startsWith('/app/')) {
    return {
      command: 'flatpak',
      args: ['run', `--command=${executable}`, '--env=ELECTRON_RUN_AS_NODE=1', env.FLATPAK_ID],
    };
  }
  const found = /^\/proc\/[^/]+\/exe$/.test(executable) ? (realPath(executable) ?? executable) : executable;
  // AppImage: its runtime sets a variable to the path of the image.
  const isOwn = Boolean(env.APPDIR) && found.startsWith(`${env.APPDIR}/`);
  if (isOwn || /\/\.mount_[^/]+\//.test(found)) {
    return isOwn && env.APPIMAGE && realPath(env.APPIMAGE) ? { command: env.APPIMAGE, env: asNode } : anyNode;
  }
  // macOS: an app that was downloaded and never moved runs from a temporary copy.
  const [, inApp] = /\/AppTranslocation\/[^/]+\/d\/(.+)$/.exec(found) ?? [];
  if (inApp !== undefined) {
    const command = ['/Applications', path.posix.join(home, 'Applications')]
      .map((folder) => path.posix.join(folder, inApp))
      .find((each) => realPath(each) !== undefined);
    return command === undefined ? anyNode : { command, env: asNode };
  }
  return { command: withoutVersion(found, platform, realPath), env: asNode };
}

/** Snap and Scoop keep a folder for each version, next to a link `current` to the active one. */
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
