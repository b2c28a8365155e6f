import type { Locator, Page } from 'playwright-core';

/** The context menu of VS Code that is on screen. */
export class ContextMenu {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get entries(): Locator {
    return this.#page.locator('.monaco-menu').getByRole('menuitem');
  }

  /**
   * Runs an entry: the pointer lights it up, Enter runs it. Of a menu that has the focus already, VS Code lights up no
   * entry that is given the focus by script, and Enter runs only what is lit. A click may come too soon: a menu takes
   * none in its first tenth of a second.
   */
  async choose(name: string): Promise<void> {
    const entry = this.entries.filter({ hasText: name }).first();
    await entry.hover();
    await this.#page.locator('.monaco-menu .action-item.focused').filter({ hasText: name }).waitFor();
    await this.#page.keyboard.press('Enter');
    await this.#closed();
  }

  /** Closes the menu if one is open: it would take all clicks that come after it. */
  async close(): Promise<void> {
    if ((await this.entries.count()) === 0) return;
    await this.entries.first().press('Escape');
    await this.#closed();
  }

  #closed(): Promise<void> {
    return this.entries.first().waitFor({ state: 'detached' });
  }
}
