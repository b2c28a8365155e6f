import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/common/event.ts';
import type { PageMessage, ToPage } from '../../../../src/viewer/messages/to-page.ts';

/** A WebviewPanel as far as the viewer uses it. */
export class FakePanel {
  readonly posted: ToPage[] = [];
  readonly #received = new Emitter<unknown>();
  readonly #viewState = new Emitter<unknown>();
  readonly #disposed = new Emitter<void>();
  readonly #posts = new Emitter<ToPage>();
  active = false;
  revealed = 0;
  disposed = false;
  title: string;
  readonly webview = {
    html: '',
    options: {} as vscode.WebviewOptions,
    cspSource: 'https://webview.test',
    asWebviewUri: (uri: unknown) => `https://webview.test/${String(uri)}`,
    onDidReceiveMessage: this.#received.event,
    postMessage: (message: ToPage) => {
      const arrived = structuredClone(message);
      this.posted.push(arrived);
      this.#posts.fire(arrived);
      return Promise.resolve(true);
    },
  };
  readonly onDidChangeViewState = this.#viewState.event;
  readonly onDidDispose = this.#disposed.event;

  constructor(title = '') {
    this.title = title;
  }

  /** The same, typed as VS Code's. */
  get panel(): vscode.WebviewPanel {
    return this as unknown as vscode.WebviewPanel;
  }

  reveal(): void {
    this.revealed += 1;
  }

  dispose(): void {
    this.disposed = true;
    this.#disposed.fire();
  }

  /** The page says something. */
  say(message: unknown): void {
    this.#received.fire(message);
  }

  /** The page is ready. Resolves when it is told a message of the type: long stories take more than a turn of the host. */
  async begin(end: ToPage['type'], begun = false): Promise<void> {
    const ended = this.next(end);
    this.say({ type: 'ready', begun });
    await ended;
  }

  /** The page says something. Resolves when it is told a message of the type. */
  async ask<T extends ToPage['type']>(message: object, end: T, load?: number): Promise<PageMessage<T>> {
    const ended = this.next(end, load);
    this.say(message);
    return (await ended) as PageMessage<T>;
  }

  /** All that was posted of a kind. */
  told<T extends ToPage['type']>(type: T): PageMessage<T>[] {
    return this.posted.filter((message) => message.type === type) as PageMessage<T>[];
  }

  /** A person goes to the viewer, or away from it. */
  activate(active: boolean): void {
    this.active = active;
    this.#viewState.fire(undefined);
  }

  /** Resolves with the next message of the type, and of the load if one is given; to be called before it is caused. */
  next(type: ToPage['type'], load?: number): Promise<ToPage> {
    return new Promise((resolve) => {
      const listening = this.#posts.event((message) => {
        if (message.type !== type || (load !== undefined && 'load' in message && message.load !== load)) return;
        listening.dispose();
        resolve(message);
      });
    });
  }

  /** Types of all that was posted, and forgets it. */
  takeTypes(): string[] {
    return this.posted.splice(0).map(({ type }) => type);
  }
}
