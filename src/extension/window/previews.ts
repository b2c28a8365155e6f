import * as vscode from 'vscode';
import { asFileName, MemoryDocuments, type NamedText } from './memory-documents.ts';

/** Previews are drawn anew at any time, so the last ones are kept. */
const mostKept = 10;

/** Markdown that lives in memory, shown rendered in VS Code's own preview. */
export class Previews implements vscode.Disposable {
  readonly #onShown: (isShown: boolean) => void;
  readonly #documents: MemoryDocuments;
  readonly #registered: vscode.Disposable;

  /** @param onShown told whether one of these previews is in front */
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

  /** The one in front, or its source. Of two with one name, the newer. */
  get shown(): NamedText | undefined {
    const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
    // A preview's tab has a word of VS Code's language before the name.
    return this.#documents.all.findLast(({ name }) => label.endsWith(name));
  }

  /** @param name of the file that it would be */
  async show(name: string, text: string): Promise<void> {
    const uri = this.#documents.add({ name: asFileName(name), text });
    // There before the preview asks for it, which may be the first thing that it does in a window.
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
