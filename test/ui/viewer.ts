import type { FrameLocator } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';
import { ConsentPage } from './consent-page.ts';

/** The charge-record viewer in front. */
export class Viewer {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  get frame(): FrameLocator {
    return this.#workbench.webview;
  }

  /** Waits for the editor tab of a vehicle and for the first row of its table. */
  async firstRow({ make, model }: { readonly make: string; readonly model: string }): Promise<void> {
    await this.#workbench.page.getByRole('tab', { name: `${make} ${model}`, selected: true }).waitFor();
    await this.#workbench.webviewOpened();
    await this.frame.locator('[role=grid] [role=row][aria-rowindex="2"]').waitFor();
  }

  /** Asks the service again. */
  reload(): Promise<void> {
    return this.frame.getByRole('button', { name: 'Reload' }).click();
  }

  /** The text of the failure, once there is one. */
  async failure(): Promise<string> {
    await this.frame.locator('body[data-state=error]').waitFor();
    return this.frame.getByRole('alert').innerText();
  }

  /** Presses the button of a failure that the owner can mend, and gives the page that the owner sees. */
  async pressReconnect(): Promise<ConsentPage> {
    const opened = this.#workbench.page.context().waitForEvent('page');
    const [page] = await Promise.all([opened, this.frame.getByRole('button', { name: 'Connect Again' }).click()]);
    return new ConsentPage(page, this.#workbench);
  }

  /**
   * Waits until all records are there, or those from before a failure. The table and the status line must say the
   * same number.
   */
  async readCount(state: 'ready' | 'error' = 'ready'): Promise<number> {
    await this.frame.locator(`body[data-state=${state}]`).waitFor();
    const rows = Number(await this.frame.getByRole('grid').getAttribute('aria-rowcount')) - 1;
    const status = (await this.frame.getByRole('status').first().innerText()).replaceAll(/[,.\s\u202f]/g, ' ');
    const [, stated] = /([\d ]+) charge records?/.exec(status) ?? [];
    const count = Number(stated?.replaceAll(' ', ''));
    if (count !== rows) throw new Error(`The status line says "${status}", and the table has ${rows} rows.`);
    return rows;
  }
}
