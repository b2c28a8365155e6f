import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FrameLocator, JSHandle, Locator, Page } from 'playwright-core';
import { insist, patienceMs } from '../tools/lib/patience.ts';

/** Of a line in a tree of VS Code, in pixels. */
const lineHeight = 22;

/** How often the pointer is moved away from a tooltip, which takes a few frames to go. */
const mostMoves = 200;

/** One window of VS Code, used as a person does: by clicks and keys, on what is on screen. */
export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens VS Code with a folder, or with none where it is empty, and waits until its extensions run. */
  async open(url: string, folder: string): Promise<void> {
    await this.page.goto(folder === '' ? `${url}/?ew=true` : `${url}/?folder=${encodeURIComponent(folder)}`);
    await this.ready();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** By VS Code's own command: a browser that is reloaded may forget what it has not yet written. */
  async reloadWindow(): Promise<void> {
    const reloaded = this.page.waitForEvent('domcontentloaded');
    await this.runCommand('Developer: Reload Window');
    await reloaded;
    await this.ready();
  }

  /** Waits until the window is drawn, with what was on screen there before. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .activitybar').waitFor({ timeout: patienceMs });
    await this.page.waitForFunction(`performance.getEntriesByName('code/didStartWorkbench').length > 0`, undefined, {
      timeout: patienceMs,
    });
  }

  /** The name of the window's product and version, as `About` gives it: `1.139.1`. */
  async version(): Promise<string> {
    await this.runCommand('Help: About');
    const text = await this.dialog.innerText();
    await this.answerDialog('OK');
    const version = /^(?:VS Code|Code|Version)\D*(\d+\.\d+\.\d+)/m.exec(text)?.[1] ?? /(\d+\.\d+\.\d+)/.exec(text)?.[1];
    if (!version) throw new Error(`About names no version: ${text}`);
    return version;
  }

  /**
   * Shows a view container by its icon in the activity bar. A click on that of one that is shown would hide it, and one
   * that comes while the window is busy may do nothing.
   */
  async openViewContainer(title: string): Promise<void> {
    const tab = this.page.locator('.activitybar').getByRole('tab', { name: new RegExp(`^${escapeRegExp(title)}`) });
    const heading = this.page.locator('.sidebar .composite.title', { hasText: title });
    await insist(async (timeout) => {
      await tab.waitFor({ timeout });
      if (!(await heading.isVisible())) await tab.click({ timeout });
      await heading.waitFor({ timeout });
    });
  }

  /** Moves the pointer onto an element, once no tooltip of what it rested on is left to cover that. */
  async pointAt(element: Locator, timeout = patienceMs): Promise<void> {
    await this.#leaveTooltip();
    await element.hover({ timeout });
  }

  /** Clicks an element, once no tooltip is left to cover it. */
  async click(element: Locator, timeout: number): Promise<void> {
    await this.#leaveTooltip();
    await element.click({ timeout });
  }

  /**
   * Takes the pointer away from what it rests on. A tooltip that comes up late stays until the pointer moves again; one
   * of what has the focus stays until that is gone too. What covers a place even then is named by the click that fails.
   */
  async #leaveTooltip(): Promise<void> {
    const tooltip = this.page.locator('.workbench-hover-container:visible').first();
    for (let moves = 0; moves < mostMoves; moves++) {
      await this.page.mouse.move(0, 0);
      await this.page.mouse.move(1, 1);
      if (!(await tooltip.isVisible())) return;
    }
    await this.page.evaluate('document.activeElement?.blur()');
  }

  /** Presses a button that shows while the pointer rests on what it is in: VS Code may draw that anew meanwhile. */
  async pressIn(place: Locator, button: string | RegExp): Promise<void> {
    await insist(async (timeout) => {
      await this.pointAt(place, timeout);
      await place.getByRole('button', { name: button }).click({ timeout });
    });
  }

  /** Presses a button in the title of a view. */
  async pressInTitle(view: string, button: string): Promise<void> {
    await this.pressIn(this.page.locator('.sidebar .pane-header').filter({ hasText: view }), button);
  }

  /** The tree of a view, by the view's name. */
  tree(view: string): Locator {
    return this.page.locator('.sidebar').getByRole('tree', { name: view });
  }

  /**
   * Scrolls a tree to its first line. A tree stays where it is when lines come above, and a line that is cut off takes
   * no click: Playwright can't bring it on screen, because VS Code moves the lines itself.
   */
  async scrollToTop(tree: Locator): Promise<void> {
    while (await this.#scrolls(tree, -lineHeight * 100));
  }

  /** Scrolls a tree to its last line. */
  async scrollToEnd(tree: Locator): Promise<void> {
    while (await this.#scrolls(tree, lineHeight * 100));
  }

  /** Scrolls a tree down from its first line until a line is drawn, or to the end: only lines on screen are drawn. */
  async scrollTo(tree: Locator, line: Locator): Promise<void> {
    await this.scrollToTop(tree);
    while (!(await line.isVisible()) && (await this.#scrolls(tree, lineHeight)));
  }

  /**
   * Turns the wheel over a tree, and tells whether that moved its lines: how far is up to VS Code. A tooltip there would
   * take the wheel.
   */
  async #scrolls(tree: Locator, pixels: number): Promise<boolean> {
    const top = () => tree.locator('.monaco-list-rows').evaluate(topOf);
    const before = await top();
    await this.pointAt(tree);
    await this.page.mouse.wheel(0, pixels);
    await this.page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);
    return before !== (await top());
  }

  /** Runs a command by its title in the palette: `Vehicle Data: Sign Out`. */
  async runCommand(title: string): Promise<void> {
    await insist((timeout) => this.#chooseInQuickOpen('F1', `>${title}`, title, timeout));
  }

  /** Brings a file of the folder to the front, by its name in Quick Open. */
  async quickOpen(name: string): Promise<void> {
    // A comparison has the names of both files on its tab.
    const tab = this.page.getByRole('tab', { name: new RegExp(`^${escapeRegExp(name)}`), selected: true });
    await insist(async (timeout) => {
      // Enter does nothing while what is listed is that of the keys before.
      await this.#chooseInQuickOpen('Control+p', name, name, timeout);
      await tab.waitFor({ timeout });
    });
  }

  /**
   * A webview that gets the focus back, as after a menu, may take it late. That closes Quick Open, or takes the key that
   * opens it: who calls does it again.
   */
  async #chooseInQuickOpen(key: string, text: string, option: string, timeout: number): Promise<void> {
    const box = this.quickInput.getByRole('textbox');
    await this.page.keyboard.press(key);
    await box.fill(text, { timeout });
    await this.quickInput.getByRole('option', { name: option }).first().waitFor({ timeout });
    await box.press('Enter', { timeout });
  }

  /**
   * Clicks a line that opens something. Lines that come above move it away under the pointer, and VS Code draws another
   * line with the same element: one that was hit in its place is no success.
   */
  async clickLine(line: Locator): Promise<void> {
    await insist((timeout) => this.#hit(line, { timeout }));
  }

  async #hit(line: Locator, options: { readonly timeout: number; readonly button?: 'right' }): Promise<void> {
    await this.#leaveTooltip();
    const meant = await line.getAttribute('aria-label', options);
    const arrived = await this.#arrival('mousedown', '[role=treeitem]');
    await line.click(options);
    const { label } = await arrived.jsonValue();
    if (label !== undefined && label !== meant) throw new Error(`“${label}” was hit instead of “${String(meant)}”.`);
  }

  /** Chooses from the context menu of what is given. */
  async chooseFromMenu(from: Locator, label: string): Promise<void> {
    await this.#choose((timeout) => this.#hit(from, { button: 'right', timeout }), label);
  }

  /** Chooses from the menu in the title of a view. */
  async chooseInTitle(view: string, label: string): Promise<void> {
    const header = this.page.locator('.sidebar .pane-header').filter({ hasText: view });
    await this.#choose(async (timeout) => {
      await this.pointAt(header, timeout);
      await header.getByRole('button', { name: /More Actions/ }).click({ timeout });
    }, label);
  }

  /** Chooses from the menu in the title of the editor in front. */
  async chooseInEditorTitle(label: string): Promise<void> {
    const more = this.page.locator('.editor-actions').getByRole('button', { name: /^More Actions/ });
    await this.#choose((timeout) => more.click({ timeout }), label);
  }

  /**
   * The pointer lights an entry up, and Enter runs it: a menu takes no click in its first tenth of a second. A menu that
   * goes away unchosen, as it does when the window loses its focus, is opened again.
   */
  async #choose(open: (timeout: number) => Promise<void>, name: string): Promise<void> {
    const menu = this.page.locator('.monaco-menu');
    const entry = this.page.getByRole('menuitem', { name, exact: true });
    await insist(async (timeout) => {
      // One that an earlier attempt has left open covers what opens it.
      while (await menu.first().isVisible()) await this.page.keyboard.press('Escape');
      await open(timeout);
      await menu.locator(entry).hover({ timeout });
      await menu.locator('.action-item.focused').filter({ has: entry }).waitFor({ timeout });
      const arrived = await this.#arrival('keydown', '.monaco-menu');
      await this.page.keyboard.press('Enter');
      if (!(await arrived.jsonValue()).isInside) throw new Error('The menu was gone before Enter came.');
    });
    await menu.first().waitFor({ state: 'detached' });
  }

  /** Where the next event of a kind arrives: whether inside of what is named, and how a screen reader calls that. */
  #arrival(kind: 'keydown' | 'mousedown', inside: string): Promise<JSHandle<{ isInside: boolean; label?: string }>> {
    type Part = Partial<{ matches(selector: string): boolean; getAttribute(name: string): string | null }>;
    return this.page.evaluateHandle(
      ([kind, inside]) => {
        const { document } = globalThis as unknown as { document: EventTarget };
        const arrived: { isInside: boolean; label?: string } = { isInside: false };
        const look = (event: Event) => {
          // A menu is in a shadow root, which the target of the event hides.
          const place = (event.composedPath() as Part[]).find((part) => part.matches?.(inside));
          const label = place?.getAttribute?.('aria-label');
          arrived.isInside = place !== undefined;
          if (label) arrived.label = label;
        };
        document.addEventListener(kind, look, { capture: true, once: true });
        return arrived;
      },
      [kind, inside] as const,
    );
  }

  /** The palette, a quick pick or an input box. */
  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget').filter({ visible: true });
  }

  /** Waits until VS Code's dialog that saves proposes a path that ends so: it takes the palette's place. */
  async savesAs(name: string): Promise<void> {
    await this.page.waitForFunction((end) => {
      const { document } = globalThis as unknown as {
        document: { querySelector(selector: string): { value: string } | null };
      };
      return document.querySelector('.quick-input-widget input')?.value.endsWith(end) ?? false;
    }, name);
  }

  /** The modal dialog on screen. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /**
   * Types a path into VS Code's own file dialog, once that lists a folder: until then it writes into its field itself.
   * A dialog that takes no text, or has gone, is opened again.
   */
  async openFile(ask: () => Promise<void>, path: string): Promise<void> {
    const box = this.quickInput.getByRole('textbox');
    await insist(async (timeout) => {
      while (await box.isVisible()) await box.press('Escape', { timeout });
      await ask();
      await this.quickInput.getByText('..', { exact: true }).waitFor({ timeout });
      await box.fill(path, { timeout });
      await this.quickInput.getByRole('button', { name: 'OK' }).click({ timeout });
    });
  }

  async answerDialog(button: string): Promise<void> {
    // Another one may follow at once.
    const answered = await this.dialog.elementHandle();
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
    // What closes gives the focus back: a picker that opens before would lose it and close.
    await answered?.waitForElementState('hidden');
  }

  /** A notification that is on screen and contains the text. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-list-item').filter({ hasText: text, visible: true });
  }

  /**
   * Waits for a notification. One goes after a while, and a busy window may show none at all: the list of all of them,
   * behind the bell, has it still.
   */
  async notified(text: string | RegExp): Promise<Locator> {
    const notification = this.notification(text).first();
    const list = this.page.locator('.notifications-center').filter({ visible: true });
    await insist(async (timeout) => {
      try {
        await notification.waitFor({ timeout });
      } catch (error) {
        if (!(await list.isVisible())) {
          await this.page.locator('[id="status.notifications"]').click({ timeout });
          // The bell's own tooltip would cover the buttons of the list.
          await this.#leaveTooltip();
        }
        throw error;
      }
    });
    return notification;
  }

  /** Allows what a notification asks, by its button and that of the dialog that opens. */
  async allow(question: string | RegExp): Promise<void> {
    await this.#answer(question, 'Allow…');
    await this.answerDialog('Allow');
  }

  /** Refuses what a notification asks. */
  refuse(question: string | RegExp): Promise<void> {
    return this.#answer(question, 'Don’t Allow');
  }

  async #answer(question: string | RegExp, button: string): Promise<void> {
    await (await this.notified(question)).getByRole('button', { name: button, exact: true }).click();
  }

  /** What the webview in front shows. */
  get webview(): FrameLocator {
    return this.#webviewFrame.contentFrame().frameLocator('#active-frame');
  }

  /**
   * Waits until the webview in front has its page. To wait for something inside at once would see it late: while a
   * frame is missing, Playwright looks for it once a second.
   */
  async webviewOpened(): Promise<void> {
    await this.#webviewFrame.waitFor();
    await this.#webviewFrame.contentFrame().locator('#active-frame').waitFor();
  }

  get #webviewFrame(): Locator {
    return this.page.locator('iframe.webview.ready').filter({ visible: true });
  }

  async screenshot(file: string): Promise<void> {
    await mkdir(dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
  }
}

function topOf(element: unknown): string {
  return (element as { style: { top: string } }).style.top;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
