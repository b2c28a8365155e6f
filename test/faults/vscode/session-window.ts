import type { Locator } from 'playwright-core';
import type { Workbench } from '../../host/workbench.ts';
import { patienceMs } from '../../tools/lib/patience.ts';
import { Explorer } from '../../ui/explorer.ts';

/** The key that refreshes the tokens of the only account, in VS Code's notation. */
export const refreshKey = 'ctrl+alt+t';

/** A window of VS Code, as far as its session goes. */
export class SessionWindow {
  readonly workbench: Workbench;
  readonly #explorer: Explorer;

  constructor(workbench: Workbench) {
    this.workbench = workbench;
    this.#explorer = new Explorer(workbench);
  }

  /** Connects the sandbox's first owner. */
  async connect(): Promise<void> {
    await this.#explorer.open();
    await (await this.#explorer.pressConnect()).allow();
    await this.showsSession();
  }

  /**
   * Whether the session is on screen in the end, with an access token that lasts: its line names any other state, and
   * otherwise at most when version 2.0 ends.
   */
  async showsSession(): Promise<boolean> {
    try {
      await this.#explorer.open();
      await this.#account(/(, 2\.0 [^·]* on [^·]*)?$/).waitFor({ timeout: patienceMs });
      return true;
    } catch {
      return false;
    }
  }

  /** Asks for new tokens, however fresh the present ones are. Does not wait for them. */
  async refresh(): Promise<void> {
    await this.workbench.page.bringToFront();
    await this.#account().click();
    await this.workbench.page.keyboard.press('Control+Alt+t');
  }

  /** The line of the owner's account, whatever the state after it, or with that alone. */
  #account(state = /(, |$)/): Locator {
    return this.#explorer.line(new RegExp(`^Robin Hale(?: \\(.*\\))?${state.source}`));
  }
}
