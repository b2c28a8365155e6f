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

/** The page of a viewer. VS Code makes it anew when the viewer is moved to another window. */
export class PanelPage {
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: PanelPageParts;
  readonly #post: OutgoingQueue;
  /** Whether it is the first page, which has received nothing that was meant for another. */
  #isFirst = true;

  constructor(panel: vscode.WebviewPanel, parts: PanelPageParts) {
    this.#panel = panel;
    this.#parts = parts;
    this.#post = new OutgoingQueue((message) => this.#give(message));
    panel.onDidDispose(() => this.#post.hush());
    this.#begin();
  }

  send(...messages: readonly ToPage[]): void {
    this.#post.send(...messages);
  }

  /** Starts a new page. What the old one has pending, such as a request to the service, concerns other records. */
  renew(): void {
    this.#isFirst = false;
    this.#begin();
  }

  /**
   * A page is ready.
   *
   * @param begun whether it has begun with the state in its HTML; that of a later page may be out of date
   */
  ready(begun: boolean): void {
    if (!this.#post.expects) this.#post.expect(this.#parts.messages());
    this.#post.listen(...(begun && this.#isFirst ? [] : [this.#parts.init()]));
    this.#isFirst = false;
  }

  #begin(): void {
    this.#post.expect(this.#parts.messages());
    this.#panel.webview.html = this.#parts.html(this.#parts.init());
  }

  async #give(message: ToPage): Promise<void> {
    await this.#panel.webview.postMessage(message);
    this.#parts.onGiven(message);
  }
}
