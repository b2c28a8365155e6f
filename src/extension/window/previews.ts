import * as vscode from 'vscode';
import { asFileName, type NamedText } from './memory-documents.ts';

/** Previews are drawn anew at any time, so the last ones are kept. */
const mostKept = 10;

/** Markdown that lives in memory, shown rendered in VS Code's own preview. */
export class Previews implements vscode.Disposable {
  readonly #scheme: string;
  readonly #onShown: (isShown: boolean) => void;
  readonly #kept = new Map<string, NamedText>();
  readonly #registered: vscode.Disposable;
  #count = 0;

  /** @param onShown told whether one of these previews is in front */
  constructor(scheme: string, onShown: (isShown: boolean) => void = () => undefined) {
    this.#scheme = scheme;
    this.#onShown = onShown;
    const { tabGroups } = vscode.window;
    const follow = () => this.#follow();
    this.#registered = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: (uri) => this.#kept.get(uri.toString())?.text ?? '',
      }),
      tabGroups.onDidChangeTabs(follow),
      tabGroups.onDidChangeTabGroups(follow),
    );
  }

  /** The one in front, or its source. Of two with one name, the newer. */
  get shown(): NamedText | undefined {
    const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
    // A preview's tab has a word of VS Code's language before the name.
    return [...this.#kept.values()].findLast(({ name }) => label.endsWith(name));
  }

  /** @param name of the file that it would be */
  async show(name: string, text: string): Promise<void> {
    this.#count += 1;
    const file = asFileName(name);
    const uri = vscode.Uri.from({ scheme: this.#scheme, path: `/${this.#count}/${file}` });
    this.#kept.set(uri.toString(), { name: file, text });
    for (const oldest of [...this.#kept.keys()].slice(0, -mostKept)) this.#kept.delete(oldest);
    // There before the preview asks for it, which may be the first thing that it does in a window.
    await vscode.workspace.openTextDocument(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
    this.#follow();
  }

  dispose(): void {
    this.#registered.dispose();
    this.#kept.clear();
  }

  #follow(): void {
    this.#onShown(this.shown !== undefined);
  }
}
