import type { Locator } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';
import { titleOf } from './commands.ts';

/** The view "Sandbox" and the item in the status bar, by clicks. */
export class SandboxView {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Unfolds the view, which is collapsed at first. */
  async unfold(): Promise<void> {
    const header = this.#workbench.page.locator('.sidebar .pane-header').filter({ hasText: /^Sandbox$/ });
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
  }

  /** The button of the view while no sandbox runs. */
  get startButton(): Locator {
    return this.#workbench.page.locator('.sidebar .welcome-view').getByRole('button', { name: 'Start Sandbox' });
  }

  line(text: RegExp): Locator {
    return this.#workbench.tree('Sandbox').getByRole('treeitem', { name: text });
  }

  /** Shows the actions of a line. */
  async act(line: RegExp): Promise<void> {
    await this.#workbench.chooseFromMenu(this.line(line), titleOf('showSandboxActions'));
  }

  /** The item in the status bar, as a screen reader says it. */
  status(text: RegExp): Locator {
    return this.#workbench.page.locator('.statusbar').getByRole('button', { name: text });
  }

  /** Chooses from the quick pick that is open. */
  async choose(option: RegExp): Promise<void> {
    await this.#workbench.quickInput.getByRole('option', { name: option }).first().click();
  }
}
