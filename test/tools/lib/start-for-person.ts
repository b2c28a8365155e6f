import { createServer } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { desktopObstacle, installDesktop } from '../../host/desktop.ts';
import { installHost } from '../../host/install.ts';
import { serveAsUsersHaveIt } from '../../host/server.ts';
import { browse } from './browse.ts';
import { build, packageExtension } from './build.ts';
import { cache, root } from './paths.ts';
import { startSandbox, type RunningSandbox } from './sandbox.ts';
import { Service } from './service.ts';

/** Kept between starts, apart from the person's own VS Code. */
const home = join(cache, 'start');
/** The browser keeps sessions by address, so the same port again means that they are still there. */
const usualPort = 47_205;

/** Opens VS Code with the extension and a sandbox, and stays until the person ends it (Ctrl+C, or the window closed). */
export async function startForPerson(): Promise<void> {
  // Ctrl+C is how this is meant to end.
  process.exitCode = 0;
  const folder = await sampleFolder();
  const obstacle = await desktopObstacle();
  if (!obstacle) return inDesktop(folder);
  console.log(`Desktop VS Code is not used: ${obstacle}. VS Code's server serves your browser instead.`);
  return inBrowser(folder);
}

async function inDesktop(folder: string): Promise<void> {
  await build();
  const sandbox = await ownSandbox();
  const desktop = await installDesktop('current', home);
  const args = [...desktop.args, `--extensionDevelopmentPath=${root}`, folder];
  const env: NodeJS.ProcessEnv = { ...process.env, ...sandbox.env };
  // Set where this runs in a terminal of VS Code; the program would then be Node, not VS Code.
  delete env.ELECTRON_RUN_AS_NODE;
  const window = new Service(desktop.executable, args, { env, log: join(home, 'desktop.log') });
  console.log(
    'VS Code opens. Press Connect in its view "Vehicle Data". Close the window, or press Ctrl+C here, to end.',
  );
  await window.exited;
  await sandbox.stop();
}

async function inBrowser(folder: string): Promise<void> {
  const host = await installHost('current');
  const vsix = await packageExtension();
  const sandbox = await ownSandbox();
  const port = (await isFree(usualPort)) ? usualPort : 0;
  const server = await serveAsUsersHaveIt(host, { home, vsix, port, env: sandbox.env });
  const address = `${server.url}/?folder=${encodeURIComponent(folder)}`;
  console.log(`VS Code ${host.vscode} with the extension: ${address}`);
  console.log('Press Connect in its view "Vehicle Data". Ctrl+C here ends it.');
  browse(address);
  await server.ended;
  await sandbox.stop();
}

function ownSandbox(): Promise<RunningSandbox> {
  return startSandbox(join(home, 'sandbox.log'), '--state', join(home, 'sandbox.json'));
}

async function sampleFolder(): Promise<string> {
  const folder = join(home, 'sample');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'README.md'),
    '# Sample folder\n\nThe extension needs no files: open the view "Vehicle Data" in the activity bar.\n',
  );
  return folder;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
