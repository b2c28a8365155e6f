import * as vscode from 'vscode';
import { asFileName, MemoryDocuments, type NamedText } from './memory-documents.ts';

/** VS Code may render a preview again at any time, so the most recent texts are kept. */
const mostKept = 10;

/** Markdown documents in memory, shown in VS Code's built-in preview. */
export class Previews implements vscode.Disposable {
  readonly #onShown: (isShown: boolean) => void;
  readonly #documents: MemoryDocuments;
  readonly #registered: vscode.Disposable;

  /** @param onShown called with whether one of these previews is active */
  constructor(scheme: string, onShown: (isShown: boolean) => void = () => undefined) {
    this.#onShown = onShown;
    this.#documents = new MemoryDocuments(scheme, { mostKept });
    const { tabGroups } = vscode.window;
    const follow = () => this.#follow();
    this.#registered = vscode.Disposable.from(
      this.#documents,
      tabGroups.onDidChangeTabs(follow),
      tabGroups.onDidChangeTabGroups(follow),
    );
  }

  /** The active preview, or its source. If two have the same name, the newer one. */
  get shown(): NamedText | undefined {
    const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
    // The title of a preview tab starts with a word in VS Code's display language, followed by the name.
    return this.#documents.all.findLast(({ name }) => label.endsWith(name));
  }

  /** @param name a file name for the document */
  async show(name: string, text: string): Promise<void> {
    const uri = this.#documents.add({ name: asFileName(name), text });
    // Opened first, so that it exists when the preview asks for it, which may be the first thing it does in a window.
    await vscode.workspace.openTextDocument(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
    this.#follow();
  }

  dispose(): void {
    this.#registered.dispose();
  }

  #follow(): void {
    this.#onShown(this.shown !== undefined);
  }
}
