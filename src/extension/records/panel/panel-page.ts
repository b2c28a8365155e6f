import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { PageMessage, ToPage } from '../../../viewer/messages/to-page.ts';
import { OutgoingQueue } from './outgoing-queue.ts';
import { viewerPage } from './page-html.ts';
import type { PanelLoads } from './panel-loads.ts';

/** The page of a viewer. VS Code makes it anew when the viewer is moved to another window. */
export class PanelPage {
  readonly #panel: vscode.WebviewPanel;
  readonly #extensionUri: vscode.Uri;
  readonly #title: string;
  readonly #init: () => PageMessage<'init'>;
  readonly #loads: PanelLoads;
  readonly #post = new OutgoingQueue((message) => this.#give(message));
  /** Whether it is the first page, which has received nothing that was meant for another. */
  #isFirst = true;

  /**
   * @param title what assistive technologies say of the page
   * @param init the current vehicles, days and settings
   * @param loads every message that a new page needs
   */
  constructor(
    panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    title: string,
    init: () => PageMessage<'init'>,
    loads: PanelLoads,
  ) {
    this.#panel = panel;
    this.#extensionUri = extensionUri;
    this.#title = title;
    this.#init = init;
    this.#loads = loads;
    // Set for restored panels too: an updated extension has a different folder.
    panel.webview.options = { enableScripts: true, localResourceRoots: [this.#folder] };
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
    if (!this.#post.expects) this.#post.expect(this.#loads.messages);
    this.#post.listen(...(begun && this.#isFirst ? [] : [this.#init()]));
    this.#isFirst = false;
  }

  #begin(): void {
    this.#post.expect(this.#loads.messages);
    this.#panel.webview.html = this.#html;
  }

  get #folder(): vscode.Uri {
    return vscode.Uri.joinPath(this.#extensionUri, 'dist', 'webview');
  }

  get #html(): string {
    const { webview } = this.#panel;
    const address = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(this.#folder, name)).toString();
    return viewerPage({
      nonce: randomBytes(18).toString('base64url'),
      cspSource: webview.cspSource,
      scriptUri: address('records.js'),
      styleUri: address('records.css'),
      language: vscode.env.language,
      title: this.#title,
      texts: vscode.l10n.bundle,
      init: this.#init(),
    });
  }

  async #give(message: ToPage): Promise<void> {
    await this.#panel.webview.postMessage(message);
    if (message.type === 'done') this.#loads.shown(message.load);
  }
}
