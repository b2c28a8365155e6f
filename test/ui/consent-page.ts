import type { Page } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';

/** The sandbox's Connect page, which the owner sees in the browser. */
export class ConsentPage {
  readonly page: Page;
  readonly #workbench: Workbench;

  constructor(page: Page, workbench: Workbench) {
    this.page = page;
    this.#workbench = workbench;
  }

  async screenshot(file: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Allow' }).waitFor();
    await this.page.screenshot({ path: file, fullPage: true });
  }

  /** Whether the button is on screen, at the size that windows of people who connect have at least. */
  async isAllowInView(): Promise<boolean> {
    await this.page.setViewportSize({ width: 1280, height: 720 });
    const box = await this.page.getByRole('button', { name: 'Allow' }).boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 720;
  }

  /** How many questions the owner has to answer before anything is allowed: those of which no answer is preset. */
  openQuestions(): Promise<number> {
    return this.page.evaluate<number>(`(() => {
      const names = (inputs) => new Set([...document.querySelectorAll(inputs)].map(({ name }) => name));
      return names('input:is([type=radio], [type=checkbox])').difference(names('input:checked')).size;
    })()`);
  }

  allow(): Promise<string> {
    return this.#decide('Allow');
  }

  deny(): Promise<string> {
    return this.#decide('Deny');
  }

  /**
   * Decides, waits for the page that sends the owner back to VS Code, and goes back there: a window behind another tab
   * draws once a second. Resolves to the heading of that last page.
   */
  async #decide(button: 'Allow' | 'Deny'): Promise<string> {
    await this.page.getByRole('button', { name: button }).click();
    await this.page.waitForURL(/[?&](code|user_id|error)=/);
    const heading = await this.page.getByRole('heading').first().innerText();
    await this.page.close();
    await this.#workbench.page.bringToFront();
    return heading;
  }
}
