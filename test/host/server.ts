import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runOrFail } from '../tools/lib/processes.ts';
import { Service } from '../tools/lib/service.ts';
import type { Host } from './install.ts';

/** A VS Code that answers on this machine. */
export interface ServedCode {
  /** Without a path, as `http://localhost:PORT`. */
  readonly url: string;
  /** Resolves when it no longer runs. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface ServeOptions {
  /** Folder for everything that VS Code writes: settings, state, extensions, logs. */
  readonly home: string;
  /** Added to the environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * The bare server, which runs an extension from its folder and lets a page drive tests in the extension host. It is
 * told what to load by the page's `payload`.
 */
export async function serveForTests(host: Host, { home, env }: ServeOptions): Promise<ServedCode> {
  const settings = join(home, 'server-data/data/Machine');
  await mkdir(settings, { recursive: true });
  await writeFile(join(settings, 'settings.json'), JSON.stringify(noPorts));
  const service = new Service(
    host.node,
    [
      join(host.server, 'out/server-main.js'),
      ...['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--accept-server-license-terms'],
      ...['--enable-smoke-test-driver', '--disable-telemetry', '--server-data-dir', join(home, 'server-data')],
    ],
    { env: environment(home, env), log: join(home, 'server.log') },
  );
  const [, port] = await service.says(/Extension host agent listening on (\d+)/);
  return served(port, service);
}

export interface CodeServerOptions extends ServeOptions {
  /** VS Code asks whether a folder is trusted, if the settings say so too. */
  readonly asksForTrust?: boolean;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Seconds for which a window that is gone may come back to its extension host; three hours, if not given. */
  readonly windowsComeBackFor?: number;
}

export interface InstallOptions {
  /** The packaged extension to install. */
  readonly vsix: string;
  /** Further ones. */
  readonly beside?: readonly string[];
}

/** VS Code as code-server's users have it, with packaged extensions installed. */
export async function serveAsUsersHaveIt(host: Host, options: CodeServerOptions & InstallOptions): Promise<ServedCode> {
  const { home, vsix, beside = [] } = options;
  await keepQuiet(home);
  const installed = [vsix, ...beside].flatMap((each) => ['--install-extension', each]);
  await runOrFail(host.node, [...codeServer(host, home), ...installed, '--force'], {
    env: environment(home, options.env),
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  return serveInstalled(host, options);
}

/** The same again, with what is installed in its home. */
export async function serveInstalled(host: Host, options: CodeServerOptions): Promise<ServedCode> {
  const { home, port = 0, windowsComeBackFor } = options;
  const service = new Service(
    host.node,
    [
      ...codeServer(host, home),
      ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
      ...['--disable-telemetry', '--disable-update-check'],
      ...(options.asksForTrust ? [] : ['--disable-workspace-trust']),
      ...(windowsComeBackFor === undefined ? [] : ['--reconnection-grace-time', String(windowsComeBackFor)]),
    ],
    { env: environment(home, options.env), log: join(home, 'server.log') },
  );
  const [, listening] = await service.says(/HTTP server listening on http:\S+:(\d+)/);
  return served(listening, service);
}

/** The program, and the folders that it is to use. */
function codeServer(host: Host, home: string): string[] {
  const folders = ['--user-data-dir', userDataFolder(home), '--extensions-dir', join(home, 'extensions')];
  return [join(host.codeServer, 'out/node/entry.js'), ...folders];
}

function served(port: string | undefined, service: Service): ServedCode {
  return { url: `http://localhost:${port}`, ended: service.exited, stop: () => service.stop() };
}

/** The folder of settings and state, in the home that VS Code was given. */
export function userDataFolder(home: string): string {
  return join(home, 'user-data');
}

/** A served VS Code looks for ports every few seconds, by processes of its own, and says of each that it can be opened. */
const noPorts = { 'remote.autoForwardPorts': false };

/** Keep VS Code from asking about other things, and make it as light or dark as the system. */
const quietSettings = {
  ...noPorts,
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'window.autoDetectColorScheme': true,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'chat.disableAIFeatures': true,
};

/** Writes the user's settings. A window that is open may not notice before it is reloaded. */
export async function writeSettings(home: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(join(userDataFolder(home), 'User'), { recursive: true });
  const content = JSON.stringify({ ...quietSettings, ...settings }, null, 2);
  await writeFile(join(userDataFolder(home), 'User/settings.json'), content);
}

/** Settings for a VS Code that has none yet; a person's changes from an earlier start stay. */
export async function keepQuiet(home: string): Promise<void> {
  if (!existsSync(join(userDataFolder(home), 'User/settings.json'))) await writeSettings(home, {});
}

/**
 * The environment of a VS Code that leaves the person's own alone: another home, and nothing of a VS Code or npm that
 * this process may have been started from. (With VSCODE_IPC_HOOK_CLI set, code-server opens files there instead.)
 */
function environment(home: string, added: ServeOptions['env']): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|CODE_SERVER_|ELECTRON_|XDG_|npm_|NODE_OPTIONS$|PORT$|PASSWORD$)/.test(name),
  );
  return { ...Object.fromEntries(inherited), HOME: home, ...added };
}
