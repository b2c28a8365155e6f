import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { SessionDatabase } from '../../../src/extension/auth/sessions/session-database.ts';
import { readRecord } from '../../../src/extension/auth/sessions/session-record.ts';
import { SessionStore, type Stored } from '../../../src/extension/auth/sessions/session-store.ts';
import { launchBrowser } from '../../host/browser.ts';
import { hostWith } from '../../host/changed-host.ts';
import { withDesktopSecrets } from '../../host/desktop-secrets.ts';
import type { Host, HostName } from '../../host/install.ts';
import { serveAsUsersHaveIt, type ServedCode, serveInstalled, userDataFolder } from '../../host/server.ts';
import { Workbench } from '../../host/workbench.ts';
import { freshFolder } from '../../tools/lib/paths.ts';
import { issuedName } from '../../tools/lib/issued.ts';
import { patienceMs } from '../../tools/lib/patience.ts';
import { type RunningSandbox, startNotingSandbox } from '../../tools/lib/sandbox.ts';
import { refreshKey, SessionWindow } from './session-window.ts';

/** `desktop`: one secret storage for all windows, with events. `isolated`: as code-server has it, one for each page. */
export type SecretStorageKind = 'desktop' | 'isolated';

interface Parts {
  readonly host: Host;
  readonly home: string;
  readonly sandbox: RunningSandbox;
  readonly browser: Browser;
}

/** One person's machine: the packaged extension in a served VS Code, a sandbox, and a browser whose pages are windows. */
export class Machine {
  readonly #parts: Parts;
  #server: ServedCode;
  #context: BrowserContext;

  private constructor(parts: Parts, server: ServedCode, context: BrowserContext) {
    this.#parts = parts;
    this.#server = server;
    this.#context = context;
  }

  /** `name` is that of its folder in the cache. */
  static async start(
    name: string,
    vsix: string,
    storage: SecretStorageKind,
    hostName: HostName = 'current',
  ): Promise<Machine> {
    const host = await hostWith(hostName, ...(storage === 'desktop' ? [withDesktopSecrets] : []));
    const home = await freshFolder(name);
    await mkdir(join(home, 'folder'));
    const sandbox = await startNotingSandbox(join(home, 'sandbox.log'), join(home, issuedName));
    await bindRefresh(home);
    const server = await serveAsUsersHaveIt(host, { home, vsix, env: sandbox.env });
    const browser = await launchBrowser();
    const context = await newContext(browser);
    return new Machine({ host, home, sandbox, browser }, server, context);
  }

  get home(): string {
    return this.#parts.home;
  }

  get context(): BrowserContext {
    return this.#context;
  }

  async openWindow(): Promise<SessionWindow> {
    const workbench = new Workbench(await this.#context.newPage());
    await workbench.open(this.#server.url, join(this.home, 'folder'));
    return new SessionWindow(workbench);
  }

  /** Closes all windows and loses everything that they have stored in the browser, secrets among it. */
  async forgetBrowser(): Promise<void> {
    await this.#context.close();
    this.#context = await newContext(this.#parts.browser);
  }

  /** Ends the server with all its extension hosts. */
  async stopServer(): Promise<void> {
    await this.#server.stop();
  }

  /** Starts the server again, at the same address. */
  async startServer(): Promise<void> {
    const { host, home, sandbox } = this.#parts;
    const port = Number(new URL(this.#server.url).port);
    this.#server = await serveInstalled(host, { home, env: sandbox.env, port });
  }

  /** Turns the service's clock forward. */
  async advanceClock(seconds: number): Promise<void> {
    await this.#control('POST', '/clock', { advance: seconds });
  }

  /** The next token request takes effect at once, and its answer comes `ms` milliseconds later. */
  async delayNextTokens(ms: number): Promise<void> {
    const fault = { operation: 'token', when: 'after', delayMs: ms, times: 1 };
    await this.#control('POST', '/faults', fault);
  }

  /** Whether the service has had the request that {@link delayNextTokens} is about. */
  async isDelaying(): Promise<boolean> {
    const { faults } = (await this.#control('GET', '/faults')) as { faults: readonly unknown[] };
    return faults.length === 0;
  }

  async stopFaults(): Promise<void> {
    await this.#control('DELETE', '/faults');
  }

  /** The service's last request so far, to count from. */
  async lastRequest(): Promise<number> {
    return (await this.#requests(0)).at(-1)?.id ?? 0;
  }

  /** How many token requests the service has had after {@link lastRequest}. */
  async tokenRequestsAfter(last: number): Promise<number> {
    return (await this.#requests(last)).filter(({ operation }) => operation === 'token').length;
  }

  /** What is stored of all sessions. */
  stored(): Promise<Stored> {
    return new SessionStore(new SessionDatabase(this.sessionFolder)).all();
  }

  /** Of the one session that is stored; 0 where there is none. */
  async generation(): Promise<number> {
    const [text = ''] = (await this.stored()).sessions.values();
    const record = readRecord(text);
    return record?.kind === 'sealed' ? record.header.generation : 0;
  }

  async stop(): Promise<void> {
    await this.#parts.browser.close();
    await this.#server.stop();
    await this.#parts.sandbox.stop();
  }

  /** Where the sessions are. */
  get sessionFolder(): string {
    return join(userDataFolder(this.home), 'User/globalStorage/vehicle-data.vehicle-data-explorer/sessions');
  }

  async #requests(after: number): Promise<readonly { readonly id: number; readonly operation: string | null }[]> {
    return ((await this.#control('GET', `/requests?since=${after}`)) as { requests: [] }).requests;
  }

  async #control(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(this.#parts.sandbox.controlUrl + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`The sandbox refuses ${method} ${path}: ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  }
}

async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
  context.setDefaultTimeout(patienceMs);
  return context;
}

/** Gives the command a key: it is in no menu. */
async function bindRefresh(home: string): Promise<void> {
  const folder = join(userDataFolder(home), 'User');
  await mkdir(folder, { recursive: true });
  const binding = { key: refreshKey, command: 'vehicleData.refreshTokens' };
  await writeFile(join(folder, 'keybindings.json'), JSON.stringify([binding]));
}
