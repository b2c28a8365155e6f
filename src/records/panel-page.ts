import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import { PagePost } from './page-post.ts';
import type { InitMessage, Posted, ToWebview } from './protocol.ts';

export interface PanelPageParts {
  /** A page that begins so. */
  readonly html: (init: InitMessage) => string;
  /** Whose records are shown now, and how. */
  readonly init: () => InitMessage;
  /** VS Code has given the page a message. */
  readonly onGiven: (type: Posted['type']) => void;
}

/** A viewer's page, or one after another: VS Code throws away the page of a viewer that is hidden or moved. */
export class PanelPage {
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: PanelPageParts;
  readonly #post: PagePost;
  /** What its HTML holds. */
  #introduction: InitMessage;

  constructor(panel: vscode.WebviewPanel, parts: PanelPageParts) {
    this.#panel = panel;
    this.#parts = parts;
    this.#post = new PagePost((message) => this.#give(message));
    panel.onDidChangeViewState(() => {
      if (!panel.visible) this.#post.hush();
    });
    panel.onDidDispose(() => this.#post.hush());
    this.#introduction = parts.init();
    panel.webview.html = parts.html(this.#introduction);
  }

  send(...messages: readonly ToWebview[]): void {
    this.#post.send(...messages);
  }

  /** Has a new page begin. What the old one has under way, such as a wait for the service, is about other records. */
  renew(): void {
    this.#post.hush();
    this.#introduction = this.#parts.init();
    this.#panel.webview.html = this.#parts.html(this.#introduction);
  }

  /**
   * A page is ready.
   *
   * @param begun whether it knows what its HTML says
   * @param story all that there is to tell it
   */
  tell(begun: boolean, story: readonly ToWebview[]): void {
    this.#post.listen();
    const init = this.#parts.init();
    // Columns that were chosen since then, the page has kept itself.
    const isSame = isDeepStrictEqual({ ...init, layout: undefined }, { ...this.#introduction, layout: undefined });
    if (!begun || !isSame) this.send(init);
    this.send(...story);
  }

  async #give(message: Posted): Promise<void> {
    await this.#panel.webview.postMessage(message);
    this.#parts.onGiven(message.type);
  }
}
