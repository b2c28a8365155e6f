import { build } from 'esbuild';
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { compareLoad } from '../../src/extension/records/load/compare-load.ts';
import { BatchMerger } from '../../src/extension/records/load/batch-merger.ts';
import { viewerPage } from '../../src/extension/records/panel/page-html.ts';
import type { RecordsSource, SavedState } from '../../src/viewer/messages/target.ts';
import type { HostAnswers, ToHost } from '../../src/viewer/messages/to-host.ts';
import type { FailureText, PageMessage } from '../../src/viewer/messages/to-page.ts';
import type { ColumnBatch } from '../../src/service/records/columns.ts';
import { formOf } from '../../src/service/records/wire-format.ts';
import { readColumns } from '../../src/service/records/record-stream.ts';
import { bodyOf } from '../unit/service/records/record-bodies.ts';
import { columnIds } from '../../src/viewer/data/view-columns.ts';
import { textNames } from './text-names.ts';
import { sharedBrowser } from './shared-browser.ts';
import { patienceMs } from '../tools/lib/patience.ts';

const origin = 'http://viewer.test';

/** What the stand-in for VS Code's webview API keeps in the page. */
interface PageWindow {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: () => void): void;
  removeEventListener(type: 'message', listener: () => void): void;
  sent: ToHost[];
  state: unknown;
  decode: (value: unknown) => unknown;
}

/** What a test reads of an element. Tests are compiled without the browser's types. */
interface Cell {
  readonly textContent: string;
  closest(selector: string): { readonly dataset: { readonly row?: string } } | null;
  getAttribute(name: string): string | null;
}

interface LoadOptions {
  readonly receivedAt?: number;
  /** The days that were asked for. */
  readonly startDate?: string;
  /** What stands beside the records. */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** All of the records are posted so many times, one after another. */
  readonly times?: number;
}

interface Scrolled {
  scrollTop: number;
  readonly scrollHeight: number;
}

function initOf(
  others?: readonly RecordsSource[],
  timeZone?: string,
  language = 'en',
  vehicle = { id: 'vehicle-1', make: 'BMW', model: 'i4', year: 2024 },
): PageMessage<'init'> {
  const target = { sessionId: 'session-1', vehicle, ...(others && { others: [...others] }) };
  return { type: 'init', language, target, energyUnit: 'kWh', timeZone, layout };
}

/** Every column but the one that shows two of them. */
const layout = columnIds.map((id) => ({ id, hidden: id === 'levels' }));

/** Typed arrays as base64, because a page under test is told things as JSON; without records to the letter, which stay with the host. */
function encode(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) {
    return { base64: Buffer.from(value.buffer).toString('base64'), type: value.constructor.name };
  }
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => key !== 'raw');
  return Object.fromEntries(members.map(([key, each]) => [key, encode(each)]));
}

function isBatch(message: unknown): boolean {
  return (message as { type: string }).type === 'batch';
}

/** The page's scripts and styles by their names, built once. */
let bundled: Promise<ReadonlyMap<string, string>> | undefined;

async function bundle(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: { records: 'src/viewer/main.ts', charts: 'src/viewer/charts/charts.ts' },
    bundle: true,
    format: 'iife',
    outdir: 'out',
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}

/** The viewer's page, under its own policy, in a browser without VS Code. The test is its host. */
export class ViewerPage {
  #page: Page | undefined;
  /** What the page begins with. */
  #init: PageMessage<'init'>;
  /** What the browser's console said: refusals by the policy, and errors. */
  #complaints: string[] = [];
  readonly #texts: Readonly<Record<string, string>>;

  private constructor(texts: Readonly<Record<string, string>>) {
    this.#texts = texts;
    this.#init = initOf();
  }

  /**
   * For the suite that asks for it: each of its tests has a page of its own, of which the browser must not complain.
   *
   * @param texts none: in English
   */
  static ofSuite(texts = textNames): ViewerPage {
    const viewer = new ViewerPage(texts);
    beforeEach(async () => viewer.#open(await sharedBrowser()));
    afterEach(async () => {
      await viewer.page.close();
      assert.deepEqual(viewer.#complaints, [], 'the browser has nothing to complain of, the policy included');
    });
    return viewer;
  }

  get page(): Page {
    assert(this.#page, 'There is a page in tests only.');
    return this.#page;
  }

  async #open(browser: Browser): Promise<void> {
    const files = await (bundled ??= bundle());
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.setDefaultTimeout(patienceMs);
    this.#page = page;
    this.#complaints = [];
    page.on('console', (message) => this.#complaints.push(message.text()));
    page.on('pageerror', (error) => this.#complaints.push(String(error)));
    await page.route(`${origin}/**`, (route) => {
      const name = basename(new URL(route.request().url()).pathname);
      const body = files.get(name);
      if (body !== undefined) {
        return route.fulfill({ contentType: name.endsWith('.js') ? 'text/javascript' : 'text/css', body });
      }
      const parts = { nonce: 'only-for-this-test', language: 'en', title: 'Viewer', cspSource: origin };
      const uris = { scriptUri: `${origin}/records.js`, styleUri: `${origin}/records.css` };
      return route.fulfill({
        contentType: 'text/html',
        body: viewerPage({ ...parts, ...uris, texts: this.#texts, init: this.#init }),
      });
    });
    await page.addInitScript(() => {
      const own = globalThis as unknown as PageWindow;
      own.sent = [];
      own.decode = (value) => {
        if (typeof value !== 'object' || value === null) return value;
        if ('base64' in value && 'type' in value) {
          const { buffer } = Uint8Array.from(atob(String(value.base64)), (char) => char.charCodeAt(0));
          const types = globalThis as unknown as Record<string, new (buffer: ArrayBuffer) => unknown>;
          const type = types[String(value.type)];
          return type && new type(buffer);
        }
        if (Array.isArray(value)) return value.map(own.decode);
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, own.decode(each)]));
      };
      const api = {
        postMessage: (message: ToHost) => {
          own.sent.push(message);
          if (message.type === 'copy') own.postMessage({ type: 'answer', request: message.request, value: true });
        },
        getState: () => own.state,
        setState: (state: unknown) => (own.state = state),
      };
      Object.assign(globalThis, { acquireVsCodeApi: () => api });
    });
    await this.reopen();
  }

  /**
   * Loads the page anew, as VS Code does with one that is moved to another window.
   *
   * @param others vehicles beside the first
   * @param timeZone the setting
   * @param language of VS Code
   * @param vehicle the first
   */
  async reopen(
    others?: readonly RecordsSource[],
    timeZone?: string,
    language?: string,
    vehicle?: RecordsSource['vehicle'],
  ): Promise<void> {
    await this.#begin(initOf(others, timeZone, language, vehicle));
    // In the order of the records, as tests write them down.
    await this.page.locator('.head .chargeStart').dispatchEvent('click');
  }

  /** A page that compares the records of two versions. */
  async reopenComparing(): Promise<void> {
    const init = initOf();
    const { target } = init;
    const others = [{ ...target, version: '3' as const }];
    // As nobody has arranged it.
    await this.#begin({ ...init, layout: undefined, target: { ...target, version: '2.0', compares: true, others } });
  }

  async #begin(init: PageMessage<'init'>): Promise<void> {
    this.#init = init;
    await this.page.goto(origin);
    const begun = await this.page.evaluate(() =>
      (globalThis as unknown as PageWindow).sent.some((message) => message.type === 'ready' && message.begun),
    );
    if (!begun) await this.post(this.#init);
  }

  /**
   * Loads the page anew with what it has kept of itself, as VS Code does after a restart.
   *
   * @param change what an earlier version has kept otherwise of the view
   * @param others vehicles beside the first
   */
  async comeBack(change: Readonly<Record<string, unknown>> = {}, others?: readonly RecordsSource[]): Promise<void> {
    const kept = await this.page.evaluate(() => (globalThis as unknown as PageWindow).state as SavedState);
    const state = { ...kept, view: { ...(kept.view as object), ...change } };
    await this.page.addInitScript((saved) => Object.assign(globalThis, { state: saved }), state);
    await this.#begin(initOf(others));
  }

  /** Loads the page anew, with the order and the columns that a user finds. */
  async openAsShipped(change: Partial<PageMessage<'init'>> = {}): Promise<void> {
    await this.#begin({ ...initOf(), layout: undefined, ...change });
  }

  /** Loads the page anew, for the records of a file. */
  async openFile(): Promise<void> {
    await this.openTarget({ file: 'file:///report.charges.json' });
  }

  /** Loads the page anew, for another target. */
  async openTarget(change: Partial<PageMessage<'init'>['target']>): Promise<void> {
    const init = initOf();
    await this.#begin({ ...init, target: { ...init.target, ...change } });
  }

  /** Summary the page's last request of this name, as the host does. */
  async answer<Name extends keyof HostAnswers>(name: Name, value: HostAnswers[Name]): Promise<void> {
    const { request } = (await this.sent()).findLast(({ type }) => type === name) ?? {};
    await this.post({ type: 'answer', request, value });
  }

  /** Chooses UTC, or local time on a machine in this zone. */
  async chooseZone(zone: string): Promise<void> {
    await this.choose('chooseZone', 'UTC, as in the API');
    if (zone === 'utc') return;
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: zone });
    await this.choose('chooseZone', 'Local time');
  }

  async openFilter(column: string): Promise<void> {
    await this.page.locator(`.head .${column}`).press('Alt+ArrowDown');
  }

  async hideColumn(name: string): Promise<void> {
    await this.page.locator('#columns').click();
    await this.page.getByRole('dialog').getByRole('checkbox', { name }).uncheck();
    await this.page.keyboard.press('Escape');
  }

  /** Posts messages as the host does, and waits until the page has taken them: its own listener comes first. */
  async post(...messages: readonly unknown[]): Promise<void> {
    if (messages.length === 0) return;
    await this.page.evaluate((encoded) => {
      const own = globalThis as unknown as PageWindow;
      let left = encoded.length;
      const taken = new Promise<void>((done) => {
        const count = () => {
          left -= 1;
          if (left > 0) return;
          own.removeEventListener('message', count);
          done();
        };
        own.addEventListener('message', count);
      });
      for (const message of encoded) own.postMessage(own.decode(message));
      return taken;
    }, messages.map(encode));
  }

  /** Posts a load with these records, up to its end or without one. */
  async load(
    id: number,
    records: readonly unknown[],
    end: 'done' | 'none' = 'done',
    { receivedAt = Date.now(), times = 1, startDate, beside = {} }: LoadOptions = {},
  ): Promise<void> {
    const batches: ColumnBatch[] = [];
    const names: string[] = [];
    const body = bodyOf(JSON.stringify({ records, ...beside }));
    const reading = { form: formOf(records[0]) };
    for await (const batch of readColumns(body, (found) => names.push(...found), reading)) batches.push(batch);
    await this.post({ type: 'start', load: id, startDate });
    for (let time = 0; time < times; time += 1) {
      const after = (batch: ColumnBatch) => ({ ...batch, firstRow: batch.firstRow + time * records.length });
      await this.post(...batches.map((batch) => ({ type: 'batch', load: id, batch: after(batch) })));
    }
    const rows = records.length * times;
    if (end === 'done') await this.post({ type: 'done', load: id, rows, receivedAt, topLevelFields: names });
  }

  /** Posts a load of several vehicles' records, each vehicle's in a batch and in the order of their numbers. */
  async loadSeveral(
    id: number,
    vehicles: readonly (readonly unknown[] | FailureText)[],
    end: 'done' | 'none' = 'done',
  ): Promise<void> {
    const messages: unknown[] = [{ type: 'start', load: id }];
    const merger = new BatchMerger();
    for (const [vehicle, records] of vehicles.entries()) {
      if ('message' in records) {
        messages.push({ type: 'part', load: id, vehicle, rows: 0, failure: records });
        continue;
      }
      const body = bodyOf(JSON.stringify({ records }));
      for await (const batch of readColumns(body, undefined, { form: formOf(records[0]) })) {
        messages.push({ type: 'batch', load: id, vehicle, batch: merger.add(vehicle, batch) });
      }
      messages.push({ type: 'part', load: id, vehicle, rows: records.length });
    }
    const rows = vehicles.reduce((sum, records) => sum + ('message' in records ? 0 : records.length), 0);
    const batches = messages.filter((message): message is PageMessage<'batch'> => isBatch(message));
    const compared = this.#init.target.compares ? compareLoad(batches).compared : undefined;
    if (end === 'done') messages.push({ type: 'done', load: id, rows, receivedAt: Date.now(), compared });
    await this.post(...messages);
  }

  /** Posts a load with these records, and waits until the page has taken it. */
  async show(records: readonly unknown[], id = 1): Promise<void> {
    await this.load(id, records);
    await this.state('ready');
  }

  /** Waits until so many charges are summed up. */
  async charges(count: number | string): Promise<void> {
    await this.page.locator('#total-charges', { hasText: new RegExp(`^${count}$`) }).waitFor();
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name }).click();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Drags over the chart on screen, between places in parts of its width and height. */
  async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    const box = await this.page.locator('[role=tabpanel]:visible .u-over').boundingBox();
    assert(box);
    const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
    await this.page.mouse.move(...at(from));
    await this.page.mouse.down();
    await this.page.mouse.move(...at(to), { steps: 3 });
    await this.page.mouse.up();
  }

  async state(name: 'loading' | 'ready' | 'empty' | 'error'): Promise<void> {
    await this.page.locator(`body[data-state=${name}]`).waitFor();
  }

  /** Classes of what is on screen at a point. */
  classAt(x: number, y: number): Promise<string | undefined> {
    return this.page.evaluate(
      ([left, top]) => {
        const page = globalThis as unknown as {
          document: { elementFromPoint(x: number, y: number): { className: string } | null };
        };
        return page.document.elementFromPoint(left, top)?.className;
      },
      [x, y] as const,
    );
  }

  text(selector: string): Promise<string> {
    return this.page.locator(selector).innerText();
  }

  /**
   * Waits until an expression holds in the page. It is put again in each frame: the page's content security policy
   * refuses a text that Playwright has left there to be evaluated again.
   */
  async holds(expression: string): Promise<void> {
    const nextFrame = 'new Promise((done) => requestAnimationFrame(done))';
    while (!(await this.page.evaluate(expression))) await this.page.evaluate(nextFrame);
  }

  /** Runs a command that has the user choose, and chooses the item of this name. */
  async choose(name: string, label: string): Promise<void> {
    const picks = async () => (await this.sent()).filter((message) => message.type === 'pick');
    const { length } = await picks();
    await this.post({ type: 'command', name });
    await this.hasSent('pick', length + 1);
    const offer = (await picks()).at(-1);
    await this.answer('pick', offer?.items.indexOf(label) ?? -1);
  }

  /** Waits until the page has said so many messages of a type to its host. */
  async hasSent(type: ToHost['type'], count = 1): Promise<void> {
    await this.page.waitForFunction(
      ([wanted, least]) =>
        (globalThis as unknown as PageWindow).sent.filter((message) => message.type === wanted).length >= least,
      [type, count] as const,
    );
  }

  /** What the page has said to its host. */
  sent(): Promise<ToHost[]> {
    return this.page.evaluate(() => (globalThis as unknown as PageWindow).sent);
  }

  /**
   * Text of the focused cell and the row it is in; the row is absent in the header. Found and read in one step of the
   * page: an element that has the focus may show another row by the next one, when another element has it.
   */
  async focused(): Promise<{ row: string | undefined; text: string; sort: string | null }> {
    await this.page.locator(':focus').waitFor();
    return this.page.evaluate(() => {
      const { activeElement: cell } = (globalThis as unknown as { document: { activeElement: Cell } }).document;
      const row = cell.closest('[data-row]')?.dataset.row;
      return { row, text: cell.textContent, sort: cell.getAttribute('aria-sort') };
    });
  }

  /** Scrolls the table, to its end if no place is given. */
  async scroll(to?: number): Promise<void> {
    await this.page.locator('.grid').evaluate((grid: Scrolled, top: number | undefined) => {
      grid.scrollTop = top ?? grid.scrollHeight;
    }, to);
  }

  scrollTop(): Promise<number> {
    return this.page.locator('.grid').evaluate((grid: Scrolled) => grid.scrollTop);
  }
}
