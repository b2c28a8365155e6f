import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';
import { run, runOrFail } from '../tools/lib/processes.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'msedge'];

/** Has no windows, and takes half of the processor's time for a page. `.ci/run` installs it. */
const shell = 'chromium-headless-shell';

const usualPlaces: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable];
    if (!folder) return [];
    return [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ];
  }),
};

/** A browser of this machine: CHROMIUM_PATH, else the first of the names on PATH, else where installers put it. */
function findBrowser(names: readonly string[]): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist.`);
    return chosen;
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...(usualPlaces[process.platform] ?? [])].find(isExecutable);
}

/** The browser of this machine; on Debian, and as root, it is installed if there is none. */
async function browserPath(wanted: readonly string[]): Promise<string> {
  const found = findBrowser(wanted);
  if (found) return found;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.error('Installing Chromium (apt-get, once) ...');
    const quiet = {
      stdio: ['ignore', 'ignore', 2] as const,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    // An update that fails in part still leaves lists that may serve: the installation tells.
    await run('apt-get', ['update', '-qq'], { ...quiet, stdio: ['ignore', 'ignore', 2] });
    await runOrFail('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      ...quiet,
      stdio: ['ignore', 'ignore', 2],
    });
    const installed = findBrowser(wanted);
    if (installed) return installed;
  }
  throw new Error('No browser found. Install Chromium, Chrome or Edge, or name one in CHROMIUM_PATH.');
}

/** How a headless browser that talks to this machine only is started, for Playwright. */
async function browserLaunch(wanted: readonly string[], more: readonly string[] = []) {
  return {
    executablePath: await browserPath(wanted),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ...more,
    ],
  };
}

/** A headless browser of its own that talks to this machine only. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await browserLaunch([shell, ...names]));
}

/** The same for other processes, which connect to it. */
export async function launchSharedBrowser(): Promise<BrowserServer> {
  return chromium.launchServer(await browserLaunch([shell, ...names]));
}

/** One that draws as a person's does: for measuring. */
export async function launchWholeBrowser(...more: readonly string[]): Promise<Browser> {
  return chromium.launch(await browserLaunch(names, more));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
