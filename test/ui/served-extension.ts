import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Scenario } from '../../src/sandbox/scenario.ts';
import { launchBrowser } from '../host/browser.ts';
import { hostWith } from '../host/changed-host.ts';
import type { Host } from '../host/install.ts';
import {
  serveAsUsersHaveIt,
  serveInstalled,
  userDataFolder,
  writeSettings,
  type CodeServerOptions,
  type ServedCode,
} from '../host/server.ts';
import { Workbench } from '../host/workbench.ts';
import { freshFolder } from '../tools/lib/paths.ts';
import { issuedName } from '../tools/lib/issued.ts';
import { startNotingSandbox, type RunningSandbox } from '../tools/lib/sandbox.ts';
import { folderUnderTest, hostUnderTest } from './host-under-test.ts';

export interface ServedOptions {
  /** The extension starts a sandbox itself, as users have it, instead of being given one. */
  readonly ownSandbox?: boolean;
  /** What the sandbox that it is given holds. */
  readonly scenario?: Scenario;
  /** Further extensions to install, as VSIX files. */
  readonly beside?: readonly string[];
  /** VS Code asks whether a folder is trusted; by default it trusts each. */
  readonly asksForTrust?: boolean;
}

export interface WindowOptions {
  /** What the person's system prefers. */
  readonly colorScheme?: 'light' | 'dark';
  /** Only the browser is new: sessions lie on the server's disk, and their key in the browser. */
  readonly keepsSessions?: boolean;
  /** The folder that it shows; none where it is empty. Else one that is empty, and the same for all windows. */
  readonly folder?: string;
}

interface Parts {
  readonly host: Host;
  readonly served: CodeServerOptions;
  readonly sandbox: RunningSandbox | undefined;
  readonly browser: Browser;
}

/**
 * The packaged extension in a served VS Code (see {@link hostUnderTest}), a sandbox for it and a headless browser. All
 * of it starts empty.
 */
export class ServedExtension {
  readonly #parts: Parts;
  #server: ServedCode;
  /** The one that its windows show, unless they are given another: empty at first. */
  readonly folder: string;

  private constructor(parts: Parts, server: ServedCode, folder: string) {
    this.#parts = parts;
    this.#server = server;
    this.folder = folder;
  }

  /**
   * `name` is that of its folder in the cache. The extension is given a sandbox, unless it is to start its own as users
   * have it. That one holds `scenario`, or the everyday world.
   */
  static async start(name: string, vsix: string, options: ServedOptions = {}): Promise<ServedExtension> {
    const host = await hostWith(hostUnderTest);
    const home = await freshFolder(folderUnderTest(name));
    const folder = join(home, 'folder');
    await mkdir(folder);
    const scenario = options.scenario ? ['--scenario', join(home, 'scenario.json')] : [];
    if (options.scenario) await writeFile(join(home, 'scenario.json'), JSON.stringify(options.scenario));
    const sandbox = options.ownSandbox
      ? undefined
      : await startNotingSandbox(join(home, 'sandbox.log'), join(home, issuedName), ...scenario);
    const served = {
      home,
      asksForTrust: options.asksForTrust ?? false,
      env: sandbox ? { ...sandbox.env, PROBE_BASE_URL: sandbox.baseUrl } : {},
    };
    const server = await serveAsUsersHaveIt(host, { ...served, vsix, beside: options.beside ?? [] });
    const browser = await launchBrowser();
    return new ServedExtension({ host, served, sandbox, browser }, server, folder);
  }

  /** The sandbox that the extension was given. */
  get sandbox(): RunningSandbox {
    if (!this.#parts.sandbox) throw new Error('The extension was given no sandbox');
    return this.#parts.sandbox;
  }

  /** The folder in which the extension keeps what it keeps for all windows. */
  get extensionStorage(): string {
    return join(userDataFolder(this.#parts.served.home), 'User/globalStorage/vehicle-data.vehicle-data-explorer');
  }

  /** Control address of the sandbox that the extension has started, as its windows find it. */
  async ownSandboxUrl(): Promise<string> {
    const { port } = JSON.parse(await readFile(join(this.extensionStorage, 'sandbox.json'), 'utf8')) as {
      port: number;
    };
    return `http://localhost:${port}/sandbox`;
  }

  /**
   * A window of a person who has never been here: signed out, nothing memoize. It goes with its browser context.
   */
  async newWindow(options: WindowOptions = {}): Promise<Workbench> {
    if (!options.keepsSessions) await this.#forgetSessions();
    const context = await this.#parts.browser.newContext({
      viewport: { width: 1280, height: 860 },
      colorScheme: options.colorScheme ?? 'dark',
    });
    context.setDefaultTimeout(30_000);
    const workbench = new Workbench(await context.newPage());
    await workbench.open(this.#server.url, options.folder ?? this.folder);
    return workbench;
  }

  /**
   * Closes a window as a person does, ends VS Code, starts it again, and opens the window anew: with what VS Code and the
   * browser have kept of it.
   */
  async restart(window: Workbench): Promise<Workbench> {
    const context = window.page.context();
    const closed = window.page.waitForEvent('close');
    await window.page.close({ runBeforeUnload: true });
    await closed;
    await this.#server.stop();
    const { host, served } = this.#parts;
    this.#server = await serveInstalled(host, { ...served, port: Number(new URL(this.#server.url).port) });
    const workbench = new Workbench(await context.newPage());
    await workbench.open(this.#server.url, this.folder);
    return workbench;
  }

  /** Puts the sessions away as one: the extension host of a window that was closed may still write among them. */
  async #forgetSessions(): Promise<void> {
    const away = join(this.#parts.served.home, `sessions-${randomUUID()}`);
    await rename(join(this.extensionStorage, 'sessions'), away).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }

  /** Replaces the user's settings, for the windows that are opened or reloaded from now on. */
  changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    return writeSettings(this.#parts.served.home, settings);
  }

  /** Makes the next requests of the service go wrong, until {@link stopFaults}. The body is the control path's own. */
  async fault(fault: Readonly<Record<string, unknown>>): Promise<void> {
    const body = JSON.stringify({ times: 'always', ...fault });
    const response = await fetch(`${this.sandbox.controlUrl}/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    if (!response.ok) throw new Error(`The sandbox refuses the fault ${body}: ${await response.text()}`);
  }

  /** The requests that the service has had of applications and owners so far, oldest first. */
  async requests(): Promise<readonly { readonly method: string; readonly path: string; readonly status: number }[]> {
    const response = await fetch(`${this.sandbox.controlUrl}/requests`);
    return ((await response.json()) as { requests: { method: string; path: string; status: number }[] }).requests;
  }

  async stopFaults(): Promise<void> {
    await fetch(`${this.sandbox.controlUrl}/faults`, { method: 'DELETE' });
  }

  async stop(): Promise<void> {
    const { browser, sandbox } = this.#parts;
    await browser.close();
    await this.#server.stop();
    await sandbox?.stop();
  }
}
