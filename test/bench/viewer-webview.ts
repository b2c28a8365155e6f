import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Frame } from 'playwright-core';
import { installHost } from '../host/install.ts';
import { type ServedCode, serveAsUsersHaveIt, writeSettings } from '../host/server.ts';
import { Workbench } from '../host/workbench.ts';
import { packageExtension } from '../tools/lib/build.ts';
import { freshFolder } from '../tools/lib/paths.ts';
import { type RunningSandbox, startSandbox } from '../tools/lib/sandbox.ts';
import { Explorer } from '../ui/explorer.ts';
import type { BodyServer } from './body-server.ts';
import { processorsAtRest } from './machine.ts';
import { carryTitle, packageCarrier } from './viewer-carrier.ts';
import type { Pages } from './viewer-pages.ts';
import type { Subject } from './viewer-results.ts';
import { BenchedTable, drawCharts, type Figures, heapBytes, restingHeapBytes, workThrough } from './viewer-run.ts';

type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;

const environmentName = 'bench';

/** The service as the extension sees it: a sandbox, but for the charge records. */
class Service {
  readonly #bodies: BodyServer;
  readonly #sandbox: RunningSandbox;
  readonly #server = createServer((asked, response) => this.#answer(asked, response));
  /** How many records the next answer has. */
  size = 0;
  /** When the last answer with records began, in milliseconds since 1970. */
  answeredAt = NaN;

  constructor(sandbox: RunningSandbox, bodies: BodyServer) {
    this.#sandbox = sandbox;
    this.#bodies = bodies;
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(asked: IncomingMessage, response: ServerResponse): void {
    const path = asked.url ?? '';
    if (path.includes('/charge/records')) {
      this.answeredAt = performance.timeOrigin + performance.now();
      // Without a second server in between: its work would be done by the processors that the viewer has.
      void this.#bodies.answer(`/good/${this.size}`, response);
      return;
    }
    const { host: _, ...headers } = asked.headers;
    const onward = request(`${this.#sandbox.baseUrl}${path}`, { method: asked.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    asked.pipe(onward);
  }
}

/** The packaged extension in a served VS Code. */
export class WebviewBench {
  readonly #service: Service;
  readonly #sandbox: RunningSandbox;
  readonly #server: ServedCode;
  readonly #folder: string;
  #probeScript = '';
  /** A person who has connected. */
  #signedIn: BrowserState | undefined;

  private constructor(parts: { service: Service; sandbox: RunningSandbox; server: ServedCode }, folder: string) {
    this.#service = parts.service;
    this.#sandbox = parts.sandbox;
    this.#server = parts.server;
    this.#folder = folder;
  }

  /**
   * @param bodies has the bodies of the charge records
   * @param sizes how many records will be measured with
   */
  static async start(bodies: BodyServer, sizes: readonly number[]): Promise<WebviewBench> {
    const vsix = await packageExtension();
    const host = await installHost('current');
    const home = await freshFolder('bench-webview');
    const folder = join(home, 'folder');
    await mkdir(folder);
    const sandbox = await startSandbox(join(home, 'sandbox.log'));
    const service = new Service(sandbox, bodies);
    const { authUrl, connectUrl, clientId, clientSecret } = sandbox;
    const redirectUri = 'http://localhost:0/callback';
    const environment = { authUrl, connectUrl, clientId, baseUrl: await service.start(), redirectUri };
    await writeSettings(home, {
      'vehicleData.environment': environmentName,
      'vehicleData.environments': { [environmentName]: environment },
    });
    const env = { [`VEHICLE_DATA_CLIENT_SECRET_${environmentName.toUpperCase()}`]: clientSecret };
    const server = await serveAsUsersHaveIt(host, { home, vsix, beside: [await packageCarrier(sizes)], env });
    return new WebviewBench({ service, sandbox, server }, folder);
  }

  /** @param probeScript see {@link Pages} */
  use(probeScript: Pages['probeScript']): void {
    this.#probeScript = probeScript;
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    this.#service.stop();
    await this.#sandbox.stop();
  }

  /** All sizes one after another, each in a viewer of its own. */
  async run(
    browser: Browser,
    sizes: readonly number[],
    matches: (size: number) => number,
    keep: (subject: Subject, size: number, figures: Figures) => void,
  ): Promise<void> {
    const workbench = await this.#open(browser);
    const explorer = new Explorer(workbench);
    await explorer.open();
    if (!this.#signedIn) await (await explorer.pressConnect()).allow();
    await explorer.settled();
    this.#signedIn = await workbench.page.context().storageState({ indexedDB: true });
    // With its first webview, a window installs what serves them.
    await this.#measure(workbench, explorer, 100, matches(100));
    for (const size of sizes) {
      keep('viewer in VS Code', size, await this.#measure(workbench, explorer, size, matches(size)));
      keep('empty in VS Code', size, await this.#carry(workbench, size));
    }
  }

  async #open(browser: Browser): Promise<Workbench> {
    const context = await browser.newContext({
      viewport: { width: 1560, height: 1060 },
      ...(this.#signedIn && { storageState: this.#signedIn }),
    });
    context.setDefaultTimeout(180_000);
    await context.addInitScript(this.#probeScript);
    const workbench = new Workbench(await context.newPage());
    await workbench.open(this.#server.url, this.#folder);
    return workbench;
  }

  /** What VS Code itself takes to open a webview and to carry as many bytes there. */
  async #carry(workbench: Workbench, size: number): Promise<Figures> {
    await processorsAtRest();
    await workbench.runCommand(carryTitle(size));
    await workbench.webviewOpened();
    const { start, firstRow, allRows, longestBlock } = await new BenchedTable(await webviewFrame(workbench)).load(size);
    await closeWebview(workbench);
    return { firstRow: firstRow - start, allRows: allRows - start, loadBlock: longestBlock };
  }

  async #measure(workbench: Workbench, explorer: Explorer, size: number, matches: number): Promise<Figures> {
    this.#service.size = size;
    const session = await workbench.page.context().newCDPSession(workbench.page);
    const before = await heapBytes(session);
    const name = (await explorer.vehicleLines.locator('.label-name').first().textContent()) ?? '';
    await processorsAtRest();
    await explorer.clickChargeRecords(name);
    await workbench.webviewOpened();
    const table = new BenchedTable(await webviewFrame(workbench));
    const loaded = await table.load(size);
    const rows = await table.count();
    if (rows !== size) throw new Error(`The webview shows ${rows} of ${size} records`);
    // From when there is both a response and a page: how long a webview takes to come up is VS Code's.
    const start = Math.max(this.#service.answeredAt - (await table.timeOrigin()), loaded.start);
    const bytesAtRest = (await restingHeapBytes(session)) - before;
    const worked = await workThrough(table, matches, size, async () => (await restingHeapBytes(session)) - before);
    const charts = await drawCharts(table);
    await closeWebview(workbench);
    return {
      firstRow: loaded.firstRow - start,
      allRows: loaded.allRows - start,
      loadBlock: loaded.longestBlock,
      bytesAtRest,
      ...charts,
      ...worked,
    };
  }
}

async function closeWebview(workbench: Workbench): Promise<void> {
  await workbench.runCommand('View: Close All Editors');
  await workbench.page.locator('iframe.webview').first().waitFor({ state: 'detached' });
}

/** The frame that a webview's page is written into. */
async function webviewFrame({ page }: Workbench): Promise<Frame> {
  const outer = await page.locator('iframe.webview.ready').filter({ visible: true }).elementHandle();
  const inner = await (await outer?.contentFrame())?.waitForSelector('#active-frame');
  const frame = await inner?.contentFrame();
  if (!frame) throw new Error('There is no webview');
  return frame;
}
