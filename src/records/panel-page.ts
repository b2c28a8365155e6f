import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import { PagePost } from './page-post.ts';
import type { InitMessage, Posted, ToWebview } from './protocol.ts';

/** What a load has told so far. */
interface Told {
  readonly id: number;
  readonly story: readonly ToWebview[];
}

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
   * A page is ready, and is told what it has not heard.
   *
   * @param begun whether it knows what its HTML says
   * @param known what every page is told
   * @param loads their stories, the last load last
   * @returns false if it is another page than was told of these loads before
   */
  tell(begun: boolean, known: readonly ToWebview[], loads: readonly Told[]): boolean {
    const heard = this.#post.listen(begun);
    const init = this.#parts.init();
    // Columns that were chosen since then, the page has kept itself.
    const isSame = isDeepStrictEqual({ ...init, layout: undefined }, { ...this.#introduction, layout: undefined });
    if (!begun || !isSame) this.send(init);
    this.send(...known);
    const last = loads.at(-1);
    if (!heard) this.send(...loads.flatMap(({ story }) => story));
    else if (last) this.send({ type: 'told', load: last.id });
    return heard;
  }

  async #give(message: Posted): Promise<void> {
    await this.#panel.webview.postMessage(message);
    this.#parts.onGiven(message.type);
  }
}
