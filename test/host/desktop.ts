import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { cache, dist, freshFolder, root } from '../tools/lib/paths.ts';
import { hostVersions, type HostName } from './install.ts';
import { keepQuiet, userDataFolder } from './server.ts';

/** Where @vscode/test-electron downloads from. */
const updateHost = 'https://update.code.visualstudio.com/api/releases/stable';

/** Why desktop VS Code can't run on this machine, in one line; undefined if it can. Takes five seconds at most. */
export async function desktopObstacle(): Promise<string | undefined> {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return 'there is no display';
  }
  try {
    const response = await fetch(updateHost, { method: 'HEAD', signal: AbortSignal.timeout(5000) });
    return response.ok ? undefined : `its download answers ${response.status}`;
  } catch {
    return 'its download cannot be reached';
  }
}

export interface Desktop {
  readonly executable: string;
  /** Keeps it apart from the person's own VS Code. */
  readonly args: readonly string[];
}

/** Desktop VS Code in that version, downloaded on first use; all that it writes goes below `home`. */
export async function installDesktop(name: HostName, home: string): Promise<Desktop> {
  const version = hostVersions[name].vscode;
  const executable = await downloadAndUnzipVSCode({ version, cachePath: join(cache, 'desktop') });
  await keepQuiet(home);
  const folders = [`--user-data-dir=${userDataFolder(home)}`, `--extensions-dir=${join(home, 'extensions')}`];
  return { executable, args: [...folders, '--disable-workspace-trust', '--disable-telemetry', '--disable-updates'] };
}

/** Runs the suite of `test/host/suite`, built before, in desktop VS Code. Resolves to the exit code. */
export async function runSuiteInDesktop(name: HostName, env: Record<string, string>): Promise<number> {
  const desktop = await installDesktop(name, await freshFolder(`desktop-tests/${name}`));
  return runTests({
    vscodeExecutablePath: desktop.executable,
    extensionDevelopmentPath: root,
    extensionTestsPath: join(dist, 'test/index.cjs'),
    extensionTestsEnv: env,
    launchArgs: [...desktop.args],
  });
}
