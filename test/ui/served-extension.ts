import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
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
import { patienceMs } from '../tools/lib/patience.ts';

export interface ServedOptions {
  /** The extension starts a sandbox itself, as users have it, instead of being given one. */
  readonly ownSandbox?: boolean;
  /** Further extensions to install, as VSIX files. */
  readonly beside?: readonly string[];
  /** VS Code asks whether a folder is trusted; by default it trusts each. */
  readonly asksForTrust?: boolean;
}

export interface WindowOptions {
  /** What the person's system prefers. */
  readonly colorScheme?: 'light' | 'dark';
  /** That of VS Code; English, if not given. */
  readonly language?: string;
  /** The folder that it shows; none where it is empty. Else one that is empty, and the same for all windows. */
  readonly folder?: string;
}

interface Parts {
  readonly host: Host;
  readonly served: CodeServerOptions;
  readonly browser: Browser;
}

/**
 * The packaged extension in a served VS Code (see {@link hostUnderTest}), a sandbox for it and a headless browser. All
 * of it starts empty.
 */
export class ServedExtension {
  readonly #parts: Parts;
  #server: ServedCode;
  #sandbox: RunningSandbox | undefined;
  /** What that sandbox holds; the everyday world where it was told nothing. */
  #scenario: Scenario | undefined;
  /** The one that its windows show, unless they are given another: empty at first. */
  readonly folder: string;

  private constructor(parts: Parts, server: ServedCode, sandbox: RunningSandbox | undefined, folder: string) {
    this.#parts = parts;
    this.#server = server;
    this.#sandbox = sandbox;
    this.folder = folder;
  }

  /**
   * `name` is that of its folder in the cache. The extension is given a sandbox, unless it is to start its own as users
   * have it.
   */
  static async start(name: string, vsix: string, options: ServedOptions = {}): Promise<ServedExtension> {
    const host = await hostWith(hostUnderTest);
    const home = await freshFolder(folderUnderTest(name));
    const folder = join(home, 'folder');
    await mkdir(folder);
    const sandbox = options.ownSandbox ? undefined : await startSandbox(home);
    const served = {
      home,
      asksForTrust: options.asksForTrust ?? false,
      env: sandbox ? { ...sandbox.env, PROBE_BASE_URL: sandbox.baseUrl } : {},
    };
    const server = await serveAsUsersHaveIt(host, { ...served, vsix, beside: options.beside ?? [] });
    const browser = await launchBrowser();
    return new ServedExtension({ host, served, browser }, server, sandbox, folder);
  }

  /** The sandbox that the extension was given. */
  get sandbox(): RunningSandbox {
    if (!this.#sandbox) throw new Error('The extension was given no sandbox');
    return this.#sandbox;
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

  /** Deletes the keys of all sessions. A window that is open may have them, and store them again. */
  async loseKeys(): Promise<void> {
    const sessions = join(this.extensionStorage, 'sessions');
    const keys = (await readdir(sessions)).filter((name) => name.endsWith('.key'));
    for (const name of keys) await rm(join(sessions, name));
  }

  /** A window in a browser that is new. The key of the sessions lies beside them, on the server's disk. */
  async newWindow(options: WindowOptions = {}): Promise<Workbench> {
    const context = await this.#parts.browser.newContext({
      viewport: { width: 1280, height: 860 },
      colorScheme: options.colorScheme ?? 'dark',
    });
    context.setDefaultTimeout(patienceMs);
    const workbench = new Workbench(await context.newPage());
    if (options.language) {
      await context.addInitScript(
        (language) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language }),
        options.language,
      );
    }
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
    await this.#startServer();
    const workbench = new Workbench(await context.newPage());
    await workbench.open(this.#server.url, this.folder);
    return workbench;
  }

  /**
   * Has everyone forget all: the extension, and the sandbox what it was told and asked. VS Code starts again, because the
   * extension host of a window that was closed waits hours for it to come back, and may still write. Of a sandbox with
   * another world, a new one takes the place, at its address.
   */
  async beginAnew(scenario?: Scenario): Promise<void> {
    await this.#server.stop();
    await this.#putAway();
    await this.#resetSandbox(scenario);
    await this.#startServer();
  }

  /** What is put away stays in the home, to be searched for secrets. An editor's backup would open in the next window. */
  async #putAway(): Promise<void> {
    for (const folder of [this.extensionStorage, join(this.extensionStorage, '../../Backups')]) {
      await rename(folder, join(this.#parts.served.home, `put-away-${randomUUID()}`)).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      });
    }
  }

  /** Starts what is installed, at the address that it had. */
  async #startServer(): Promise<void> {
    const { host, served } = this.#parts;
    this.#server = await serveInstalled(host, { ...served, port: Number(new URL(this.#server.url).port) });
  }

  async #resetSandbox(scenario: Scenario | undefined): Promise<void> {
    if (scenario === this.#scenario) {
      await this.#control('POST', '/reset', {});
      await this.#control('DELETE', '/faults');
      await this.#control('DELETE', '/requests');
      return;
    }
    const { home } = this.#parts.served;
    const { port } = new URL(this.sandbox.controlUrl);
    await this.sandbox.stop();
    this.#sandbox = await startSandbox(home, scenario, '--port', port);
    this.#scenario = scenario;
  }

  /** Replaces the user's settings, for the windows that are opened or reloaded from now on. */
  changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    return writeSettings(this.#parts.served.home, settings);
  }

  /** Makes the next requests of the service go wrong, until {@link stopFaults}. The body is the control path's own. */
  async fault(fault: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#control('POST', '/faults', { times: 'always', ...fault });
  }

  /** The requests that the service has had of applications and owners so far, oldest first. */
  async requests(): Promise<readonly { readonly method: string; readonly path: string; readonly status: number }[]> {
    const response = await this.#control('GET', '/requests');
    return ((await response.json()) as { requests: { method: string; path: string; status: number }[] }).requests;
  }

  /** Adds a charge that has just ended, as the control page does. */
  async charge(vehicleId: string): Promise<void> {
    await this.#control('POST', '/charges', { vehicleId });
  }

  /** Subscribes every vehicle to a webhook, which fills the store of version 3. */
  async subscribe(): Promise<void> {
    await this.#control('POST', '/subscriptions', {});
  }

  /** Version 3 has nothing stored of any vehicle, as with `--empty-store`. */
  async endSubscriptions(): Promise<void> {
    await this.#control('DELETE', '/subscriptions');
  }

  /** The sandbox's time stands still, so that no charge begins or ends. */
  async freezeClock(): Promise<void> {
    await this.#control('POST', '/clock', { freeze: true });
  }

  /** Turns the sandbox's clock forward. */
  async advance(seconds: number): Promise<void> {
    await this.#control('POST', '/clock', { advance: seconds });
  }

  async stopFaults(): Promise<void> {
    await this.#control('DELETE', '/faults');
  }

  async #control(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(this.sandbox.controlUrl + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`The sandbox refuses ${method} ${path}: ${await response.text()}`);
    return response;
  }

  async stop(): Promise<void> {
    await this.#parts.browser.close();
    await this.#server.stop();
    await this.#sandbox?.stop();
  }
}

/** A sandbox that holds the scenario, or the everyday world, and notes what it issues in this home. */
async function startSandbox(home: string, scenario?: Scenario, ...args: readonly string[]): Promise<RunningSandbox> {
  const file = join(home, 'scenario.json');
  if (scenario) await writeFile(file, JSON.stringify(scenario));
  const world = scenario ? ['--scenario', file] : [];
  return startNotingSandbox(join(home, 'sandbox.log'), join(home, issuedName), ...world, ...args);
}
