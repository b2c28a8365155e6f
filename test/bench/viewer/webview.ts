import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { installHost } from '../../host/install.ts';
import { type ServedCode, serveAsUsersHaveIt, writeSettings } from '../../host/server.ts';
import { Workbench } from '../../host/workbench.ts';
import { freshFolder } from '../../tools/lib/paths.ts';
import { type RunningSandbox, startSandbox } from '../../tools/lib/sandbox.ts';
import { Explorer } from '../../ui/explorer.ts';
import type { BodyServer } from '../body-server.ts';
import { packageCarrier } from './carrier.ts';
import type { Pages } from './pages.ts';
import { drawCharts, type Figures, heapBytes, heldBytes, workThrough } from './run.ts';
import { BenchService } from './service.ts';
import { type Contender, type Subject, subjectIn } from './subjects.ts';
import { BenchWindow } from './window.ts';

type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;

const environmentName = 'bench';

/** With it, the viewer shows as many pixels of rows as in a bare page, and as the peers do everywhere. */
const viewport = { width: 1560, height: 1123 };

/** Seconds. The extension host of a window that is closed keeps a gigabyte meanwhile. */
const windowsComeBackFor = 30;

export interface WebviewParts {
  /** The packaged extension. */
  readonly vsix: string;
  readonly pages: Pages;
  /** Has the bodies of the charge records. */
  readonly bodies: BodyServer;
}

/** What is measured in one window: a contender with so many records, and how many of them the filter keeps. */
export interface WebviewTask {
  readonly contender: Contender;
  readonly sizes: readonly number[];
  readonly matches: (size: number) => number;
  readonly keep: (subject: Subject, size: number, figures: Figures) => void;
}

/** The packaged extension in a served VS Code, with that of `carrier` beside it. */
export class WebviewBench {
  readonly #service: BenchService;
  readonly #sandbox: RunningSandbox;
  readonly #server: ServedCode;
  readonly #folder: string;
  readonly #probeScript: string;
  /** A person who has connected. */
  #signedIn: BrowserState | undefined;

  private constructor(
    parts: { service: BenchService; sandbox: RunningSandbox; server: ServedCode },
    folder: string,
    { pages }: WebviewParts,
  ) {
    this.#service = parts.service;
    this.#sandbox = parts.sandbox;
    this.#server = parts.server;
    this.#folder = folder;
    this.#probeScript = pages.probeScript;
  }

  static async start(given: WebviewParts): Promise<WebviewBench> {
    const { vsix, pages, bodies } = given;
    const host = await installHost('current');
    const home = await freshFolder('bench-webview');
    const folder = join(home, 'folder');
    await mkdir(folder);
    const sandbox = await startSandbox(join(home, 'sandbox.log'));
    const service = new BenchService(sandbox, bodies);
    const { authUrl, connectUrl, clientId, clientSecret } = sandbox;
    const redirectUri = 'http://localhost:0/callback';
    const baseUrl = await service.start();
    const environment = { authUrl, connectUrl, clientId, baseUrl, redirectUri };
    await writeSettings(home, {
      'vehicleData.environment': environmentName,
      'vehicleData.environments': { [environmentName]: environment },
    });
    const env = {
      [`VEHICLE_DATA_CLIENT_SECRET_${environmentName.toUpperCase()}`]: clientSecret,
      VEHICLE_DATA_BENCH_RECORDS: `${baseUrl}/charge/records`,
    };
    const beside = [await packageCarrier(pages.hosted)];
    const server = await serveAsUsersHaveIt(host, { home, vsix, beside, env, windowsComeBackFor });
    return new WebviewBench({ service, sandbox, server }, folder, given);
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    this.#service.stop();
    await this.#sandbox.stop();
  }

  /** All sizes one after another, each in a webview of its own, in a window that shows the same beside it. */
  async run(browser: Browser, { contender, sizes, matches, keep }: WebviewTask): Promise<void> {
    const workbench = await this.#open(browser);
    const explorer = new Explorer(workbench);
    await explorer.open();
    if (!this.#signedIn) await (await explorer.pressConnect()).allow();
    await explorer.settled();
    this.#signedIn = await workbench.page.context().storageState({ indexedDB: true });
    const window = new BenchWindow(workbench, explorer, contender);
    // With its first webview, a window installs what serves them.
    await this.#measure(window, 100, matches(100));
    if (contender === 'viewer') await window.showFields();
    const times = new Map<number, Figures>();
    for (const size of sizes) times.set(size, await this.#measure(window, size, matches(size)));
    for (const [size, figures] of times) {
      keep(subjectIn('VS Code', contender), size, { ...figures, ...(await this.#hold(window, size)) });
    }
  }

  async #open(browser: Browser): Promise<Workbench> {
    const context = await browser.newContext({
      viewport,
      ...(this.#signedIn && { storageState: this.#signedIn }),
    });
    context.setDefaultTimeout(180_000);
    await context.addInitScript(this.#probeScript);
    const workbench = new Workbench(await context.newPage());
    await workbench.open(this.#server.url, this.#folder);
    return workbench;
  }

  async #measure(window: BenchWindow, size: number, matches: number): Promise<Figures> {
    this.#service.size = size;
    const { table, clickedAt } = await window.show();
    const loaded = await table.load(size);
    const rows = await table.count();
    if (rows !== size) throw new Error(`The webview shows ${rows} of ${size} records`);
    // From when there is both a response and a page: how long a webview takes to come up is VS Code's.
    const origin = await table.timeOrigin();
    const start = Math.max(this.#service.answeredAt - origin, loaded.start);
    const worked = await workThrough(table, matches, size);
    const charts = window.contender === 'viewer' ? await drawCharts(table) : {};
    await window.closeWebview();
    return {
      firstRow: loaded.firstRow - start,
      allRows: loaded.allRows - start,
      loadBlock: loaded.longestBlock,
      ...(clickedAt !== undefined && {
        firstRowFromClick: loaded.firstRow + origin - clickedAt,
        allRowsFromClick: loaded.allRows + origin - clickedAt,
      }),
      ...charts,
      ...worked,
    };
  }

  /** What a webview's table holds of the window's heap. */
  async #hold(window: BenchWindow, size: number): Promise<Figures> {
    this.#service.size = size;
    const session = await window.session();
    const before = await heapBytes(session);
    const { table } = await window.show();
    await table.load(size);
    const held = await heldBytes(table, session, before);
    await window.closeWebview();
    return held;
  }
}
