import type { CDPSession, Frame } from 'playwright-core';
import { fields } from '../../../src/service/records/columns.ts';
import { defaultLayout } from '../../../src/viewer/grid/layout.ts';
import type { Workbench } from '../../host/workbench.ts';
import type { Explorer } from '../../ui/explorer.ts';
import { Viewer } from '../../ui/viewer.ts';
import { processorsAtRest } from '../machine.ts';
import { showTitle } from './carrier.ts';
import { BenchedTable } from './run.ts';
import type { Contender, PeerName } from './subjects.ts';

/** A table in a webview that was just opened. */
export interface Shown {
  readonly table: BenchedTable;
  /** Milliseconds since 1970; undefined where the records are asked for later. */
  readonly clickedAt?: number;
}

/** A window of VS Code in which somebody has connected, and one contender is measured. */
export class BenchWindow {
  readonly contender: Contender;
  readonly #workbench: Workbench;
  readonly #explorer: Explorer;

  constructor(workbench: Workbench, explorer: Explorer, contender: Contender) {
    this.#workbench = workbench;
    this.#explorer = explorer;
    this.contender = contender;
  }

  /** Opens the contender's webview, once the machine has nothing else to do. */
  show(): Promise<Shown> {
    return this.contender === 'viewer' ? this.#showViewer() : this.#showPeer(this.contender);
  }

  /** Leaves the columns that all tables show, those of the record: the viewer keeps for the next one what is chosen. */
  async showFields(): Promise<void> {
    const { table } = await this.#showViewer();
    await table.load(100);
    const { frame } = new Viewer(this.#workbench);
    await frame.locator('#columns').press('Enter');
    const boxes = await frame.locator('.popup [type=checkbox]').all();
    for (const [index, { id, hidden = false }] of defaultLayout().entries()) {
      const isField = fields.some((field) => field === id);
      if (hidden === isField) await boxes[index]?.press('Space');
    }
    const columns = await frame.locator('.grid').getAttribute('aria-colcount');
    if (columns !== String(fields.length)) throw new Error(`The viewer shows ${columns ?? 'no'} columns`);
    await this.closeWebview();
  }

  async closeWebview(): Promise<void> {
    await this.#workbench.runCommand('View: Close All Editors');
    await this.#workbench.page.locator('iframe.webview').first().waitFor({ state: 'detached' });
  }

  session(): Promise<CDPSession> {
    const { page } = this.#workbench;
    return page.context().newCDPSession(page);
  }

  /** By a click on a vehicle: the extension asks for the records while the webview comes up. */
  async #showViewer(): Promise<Shown> {
    const name = (await this.#explorer.vehicleLines.locator('.label-name').first().textContent()) ?? '';
    await processorsAtRest();
    let clickedAt = NaN;
    const table = await this.#openedBy(async () => (clickedAt = await this.#explorer.clickChargeRecords(name)));
    return { table, clickedAt: performance.timeOrigin + clickedAt };
  }

  /** Its page is there and the table is made, but empty, before anything is asked for. */
  async #showPeer(peer: PeerName): Promise<Shown> {
    const table = await this.#openedBy(() => this.#workbench.runCommand(showTitle(peer)));
    await table.offered();
    await processorsAtRest();
    return { table };
  }

  /**
   * The table in the webview that comes up. Nobody looks for it: what Playwright looks with is a script of 300 KB in each
   * frame, and one frame of the screen asked for after another, just while the page comes up.
   */
  async #openedBy(act: () => Promise<unknown>): Promise<BenchedTable> {
    const [frame] = await Promise.all([this.#webviewFrame(), act()]);
    return new BenchedTable(frame);
  }

  /** The frame that a webview's page is written into, once it is there to be written into. */
  #webviewFrame(): Promise<Frame> {
    return this.#workbench.page.waitForEvent('framenavigated', (frame) => frame.url().includes('/fake.html?'));
  }
}
