import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import { OutgoingQueue } from './outgoing-queue.ts';
import type { PageMessage, ToPage } from '../../../viewer/messages/to-page.ts';

export interface PanelPageParts {
  /** The HTML of a page with this initial state. */
  readonly html: (init: PageMessage<'init'>) => string;
  /** The current vehicles, days and settings. */
  readonly init: () => PageMessage<'init'>;
  /** Every message that a new page needs. */
  readonly messages: () => readonly ToPage[];
  /** VS Code has delivered a message to the page. */
  readonly onGiven: (message: ToPage) => void;
}

/** The page of a viewer, or several in succession: VS Code discards the page of a viewer that is hidden or moved. */
export class PanelPage {
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: PanelPageParts;
  readonly #post: OutgoingQueue;
  /** The initial state embedded in the current HTML. */
  #introduction: PageMessage<'init'>;
  /** True if the page replaced another one, and so may have received messages meant for that one. */
  #isRenewed = false;

  constructor(panel: vscode.WebviewPanel, parts: PanelPageParts) {
    this.#panel = panel;
    this.#parts = parts;
    this.#post = new OutgoingQueue((message) => this.#give(message));
    panel.onDidChangeViewState(() => {
      if (!panel.visible) this.#leave();
      else if (!this.#post.hasPage) this.#post.expect(parts.messages());
    });
    panel.onDidDispose(() => this.#post.hush());
    this.#introduction = parts.init();
    this.#begin();
  }

  send(...messages: readonly ToPage[]): void {
    this.#post.send(...messages);
    if (!this.#post.hasPage) this.#foresee();
  }

  /** Starts a new page. What the old one has pending, such as a request to the service, concerns other records. */
  renew(): void {
    this.#introduction = this.#parts.init();
    this.#isRenewed = true;
    this.#begin();
  }

  /**
   * A page is ready. If it is sent `init`, it starts over and discards anything it received that was meant for an
   * earlier page.
   *
   * @param begun whether it has already applied the state in its HTML
   */
  ready(begun: boolean): void {
    // If no page was expected, VS Code has recreated it.
    const isForeseen = this.#post.expects && !this.#isRenewed;
    this.#isRenewed = false;
    if (!this.#post.expects) this.#post.expect(this.#parts.messages());
    const init = this.#parts.init();
    this.#post.listen(...(begun && this.#isSame(init) && isForeseen ? [] : [init]));
  }

  /** VS Code discards the page. */
  #leave(): void {
    this.#post.hush();
    this.#foresee();
  }

  /**
   * Updates the HTML, so that the next page starts with the current state. Starting with an old state and then over
   * again would make it lose what it has saved.
   */
  #foresee(): void {
    const init = this.#parts.init();
    if (this.#isSame(init)) return;
    this.#introduction = init;
    this.#panel.webview.html = this.#parts.html(init);
  }

  /** The layout and the view are ignored: the page has saved any changes to them itself. */
  #isSame(init: PageMessage<'init'>): boolean {
    const kept = { layout: undefined, view: undefined };
    return isDeepStrictEqual({ ...init, ...kept }, { ...this.#introduction, ...kept });
  }

  #begin(): void {
    this.#post.expect(this.#parts.messages());
    this.#panel.webview.html = this.#parts.html(this.#introduction);
  }

  async #give(message: ToPage): Promise<void> {
    await this.#panel.webview.postMessage(message);
    this.#parts.onGiven(message);
  }
}
