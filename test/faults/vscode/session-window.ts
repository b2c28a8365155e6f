import type { Workbench } from '../../host/workbench.ts';
import { Explorer } from '../../ui/explorer.ts';

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
    await this.showsSession(30_000);
  }

  /**
   * Waits until the session is on screen, with an access token that lasts. Resolves to how many milliseconds that was
   * after the extension came to life in this window, 0 where it was alive; undefined where it takes more than `limitMs`.
   */
  async showsSession(limitMs: number): Promise<number | undefined> {
    const isAlive = this.workbench.page.locator('.statusbar [id^="vehicle-data.vehicle-data-explorer"]').first();
    try {
      await this.#explorer.open();
      const wasAlive = await isAlive.isVisible();
      await isAlive.waitFor({ timeout: limitMs });
      const aliveAt = performance.now();
      await this.#explorer.line(/^Tokens, (renewing… · )?access 1 h/).waitFor({ timeout: limitMs });
      return wasAlive ? 0 : performance.now() - aliveAt;
    } catch {
      return undefined;
    }
  }

  /** Asks for new tokens, however fresh the present ones are. Does not wait for them. */
  async refresh(): Promise<void> {
    await this.workbench.page.bringToFront();
    await this.workbench.runCommand('Vehicle Data: Refresh Tokens');
  }
}
