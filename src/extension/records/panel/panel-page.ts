import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import { OutgoingQueue } from './outgoing-queue.ts';
import type { PageMessage, ToPage } from '../../../viewer/messages/to-page.ts';

export interface PanelPageParts {
  /** A page that begins so. */
  readonly html: (init: PageMessage<'init'>) => string;
  /** Whose records are shown now, and how. */
  readonly init: () => PageMessage<'init'>;
  /** All that a new page has to receive. */
  readonly messages: () => readonly ToPage[];
  /** VS Code has given the page a message. */
  readonly onGiven: (message: ToPage) => void;
}

/** A viewer's page, or one after another: VS Code throws away the page of a viewer that is hidden or moved. */
export class PanelPage {
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: PanelPageParts;
  readonly #post: OutgoingQueue;
  /** What its HTML holds. */
  #introduction: PageMessage<'init'>;
  /** It came in the place of another one, and may have heard what was meant for that. */
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

  /** Has a new page begin. What the old one has under way, such as a wait for the service, is about other records. */
  renew(): void {
    this.#introduction = this.#parts.init();
    this.#isRenewed = true;
    this.#begin();
  }

  /**
   * A page is ready. With `init` it begins anew, and forgets what it may have heard that was not meant for it.
   *
   * @param begun whether it knows what its HTML says
   */
  ready(begun: boolean): void {
    // One that nobody announced: VS Code made it anew.
    const isForeseen = this.#post.expects && !this.#isRenewed;
    this.#isRenewed = false;
    if (!this.#post.expects) this.#post.expect(this.#parts.messages());
    const init = this.#parts.init();
    this.#post.listen(...(begun && this.#isSame(init) && isForeseen ? [] : [init]));
  }

  /** VS Code throws the page away. */
  #leave(): void {
    this.#post.hush();
    this.#foresee();
  }

  /** The next page begins with what holds by now: to begin with something else and then anew would cost it what it keeps. */
  #foresee(): void {
    const init = this.#parts.init();
    if (this.#isSame(init)) return;
    this.#introduction = init;
    this.#panel.webview.html = this.#parts.html(init);
  }

  /** Columns and the view that were chosen since then, the page has kept itself. */
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
