import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Frame } from 'playwright-core';
import { fields } from '../../src/service/columns.ts';
import { derivedFields } from '../../src/webview/data/view-columns.ts';
import { installHost } from '../host/install.ts';
import { type ServedCode, serveAsUsersHaveIt, writeSettings } from '../host/server.ts';
import { Workbench } from '../host/workbench.ts';
import { freshFolder } from '../tools/lib/paths.ts';
import { type RunningSandbox, startSandbox } from '../tools/lib/sandbox.ts';
import { Explorer } from '../ui/explorer.ts';
import { Viewer } from '../ui/viewer.ts';
import type { BodyServer } from './body-server.ts';
import { recordsVariable } from './carrier/variable.ts';
import { processorsAtRest } from './machine.ts';
import { carryTitle, packageCarrier, showTitle } from './viewer-carrier.ts';
import type { Pages } from './viewer-pages.ts';
import { BenchedTable, drawCharts, type Figures, heapBytes, heldBytes, workThrough } from './viewer-run.ts';
import { BenchService } from './viewer-service.ts';
import { type Contender, type PeerName, type Subject, subjectIn } from './viewer-subjects.ts';

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
  /** How many records will be measured with. */
  readonly sizes: readonly number[];
  /** Whether the viewer shows what it derives too, as it does when nobody has chosen: the others have no such columns. */
  readonly allColumns: boolean;
}

/** What is measured in one window: a contender with so many records, and how many of them the filter keeps. */
export interface WebviewTask {
  readonly contender: Contender;
  readonly sizes: readonly number[];
  readonly matches: (size: number) => number;
  readonly keep: (subject: Subject, size: number, figures: Figures) => void;
}

/** A window of VS Code in which somebody has connected. */
interface BenchWindow {
  readonly workbench: Workbench;
  readonly explorer: Explorer;
  /** What is measured in it. */
  readonly contender: Contender;
}

interface Shown {
  readonly table: BenchedTable;
  /** Milliseconds since 1970; undefined where the records are asked for later. */
  readonly clickedAt?: number;
}

/** The packaged extension in a served VS Code, with that of `carrier` beside it. */
export class WebviewBench {
  readonly #service: BenchService;
  readonly #sandbox: RunningSandbox;
  readonly #server: ServedCode;
  readonly #folder: string;
  readonly #probeScript: string;
  readonly #allColumns: boolean;
  /** A person who has connected. */
  #signedIn: BrowserState | undefined;

  private constructor(
    parts: { service: BenchService; sandbox: RunningSandbox; server: ServedCode },
    folder: string,
    { pages, allColumns }: WebviewParts,
  ) {
    this.#service = parts.service;
    this.#sandbox = parts.sandbox;
    this.#server = parts.server;
    this.#folder = folder;
    this.#probeScript = pages.probeScript;
    this.#allColumns = allColumns;
  }

  static async start(given: WebviewParts): Promise<WebviewBench> {
    const { vsix, pages, bodies, sizes } = given;
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
      [recordsVariable]: `${baseUrl}/charge/records`,
    };
    const beside = [await packageCarrier(sizes, pages.hosted)];
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
    const window = { workbench, explorer, contender };
    // With its first webview, a window installs what serves them.
    await this.#measure(window, 100, matches(100));
    if (contender === 'viewer' && !this.#allColumns) await hideDerived(window);
    const times = new Map<number, Figures>();
    for (const size of sizes) {
      times.set(size, await this.#measure(window, size, matches(size)));
      if (contender === 'viewer') keep('empty in VS Code', size, await this.#carry(workbench, size));
    }
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

  /** What VS Code itself takes to open a webview and to carry as many bytes there. */
  async #carry(workbench: Workbench, size: number): Promise<Figures> {
    await processorsAtRest();
    await workbench.runCommand(carryTitle(size));
    const { start, firstRow, allRows, longestBlock } = await (await openedTable(workbench)).load(size);
    await closeWebview(workbench);
    return { firstRow: firstRow - start, allRows: allRows - start, loadBlock: longestBlock };
  }

  async #measure(window: BenchWindow, size: number, matches: number): Promise<Figures> {
    const { workbench, contender } = window;
    const { table, clickedAt } = await this.#show(window, size);
    const loaded = await table.load(size);
    const rows = await table.count();
    if (rows !== size) throw new Error(`The webview shows ${rows} of ${size} records`);
    // From when there is both a response and a page: how long a webview takes to come up is VS Code's.
    const origin = await table.timeOrigin();
    const start = Math.max(this.#service.answeredAt - origin, loaded.start);
    const worked = await workThrough(table, matches, size);
    const charts = contender === 'viewer' ? await drawCharts(table) : {};
    await closeWebview(workbench);
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
    const { page } = window.workbench;
    const session = await page.context().newCDPSession(page);
    const before = await heapBytes(session);
    const { table } = await this.#show(window, size);
    await table.load(size);
    const held = await heldBytes(table, session, before);
    await closeWebview(window.workbench);
    return held;
  }

  #show(window: BenchWindow, size: number): Promise<Shown> {
    this.#service.size = size;
    return window.contender === 'viewer' ? showViewer(window) : showPeer(window.workbench, window.contender);
  }
}

/** By a click on a vehicle: the extension asks for the records while the webview comes up. */
async function showViewer({ workbench, explorer }: BenchWindow): Promise<Shown> {
  const name = (await explorer.vehicleLines.locator('.label-name').first().textContent()) ?? '';
  await processorsAtRest();
  const clickedAt = performance.timeOrigin + (await explorer.clickChargeRecords(name));
  return { table: await openedTable(workbench), clickedAt };
}

/** Leaves the columns that all tables show, those of the record: the viewer keeps for the next one what is chosen. */
async function hideDerived(window: BenchWindow): Promise<void> {
  const { table: shown } = await showViewer(window);
  await shown.load(100);
  const { frame } = new Viewer(window.workbench);
  await frame.locator('#columns').press('Enter');
  for (const box of await frame
    .locator('.popup [type=checkbox]')
    .all()
    .then((all) => all.slice(-derivedFields.length))) {
    await box.press('Space');
  }
  const columns = await frame.locator('.grid').getAttribute('aria-colcount');
  if (columns !== String(fields.length)) throw new Error(`The viewer shows ${columns ?? 'no'} columns`);
  await closeWebview(window.workbench);
}

/** Its page is there and the table is made, but empty, before anything is asked for. */
async function showPeer(workbench: Workbench, peer: PeerName): Promise<Shown> {
  await workbench.runCommand(showTitle(peer));
  const table = await openedTable(workbench);
  await table.offered();
  await processorsAtRest();
  return { table };
}

/** The one in the webview in front. */
async function openedTable(workbench: Workbench): Promise<BenchedTable> {
  await workbench.webviewOpened();
  return new BenchedTable(await webviewFrame(workbench));
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
