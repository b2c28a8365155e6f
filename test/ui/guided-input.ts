import type { Locator } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';

/** The guided input of environments and the status bar's item, by keys and clicks. */
export class GuidedInput {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Waits for a step by its title: `Add Environment (3/9)`. */
  async at(step: RegExp): Promise<void> {
    await this.#workbench.quickInput.locator('.quick-input-title').filter({ hasText: step }).waitFor();
  }

  /** Replaces the text and accepts it. */
  async enter(text: string): Promise<void> {
    await this.#box.fill(text);
    await this.#box.press('Enter');
  }

  /** Accepts what stands there. */
  async keep(): Promise<void> {
    await this.#box.press('Enter');
  }

  /** Waits until this text stands there: it comes from the extension, one step later. */
  async holds(text: string): Promise<void> {
    const isThere = ([box, wanted]: readonly [unknown, string]) => (box as { value: string }).value === wanted;
    const box = await this.#box.elementHandle();
    await this.#workbench.page.waitForFunction(isThere, [box, text] as const);
  }

  /** Waits for what is said about the text. */
  async says(remark: RegExp): Promise<void> {
    await this.#workbench.quickInput.locator('.quick-input-message').filter({ hasText: remark }).waitFor();
  }

  async choose(option: RegExp): Promise<void> {
    await this.#workbench.quickInput.getByRole('option', { name: option }).first().click();
  }

  /** The button of an option, which is there under the pointer. */
  async pressButtonOf(option: RegExp, name: string): Promise<void> {
    const line = this.#workbench.quickInput.getByRole('option', { name: option }).first();
    await line.hover();
    await line.getByRole('button', { name }).click();
  }

  /** One of the buttons in the title. */
  async pressButton(name: string | RegExp): Promise<void> {
    await this.#workbench.quickInput.getByRole('button', { name }).click();
  }

  /** The item in the status bar, as a screen reader says it. */
  status(text: RegExp): Locator {
    return this.#workbench.page.locator('.statusbar').getByRole('button', { name: text });
  }

  get #box(): Locator {
    return this.#workbench.quickInput.getByRole('textbox');
  }
}
