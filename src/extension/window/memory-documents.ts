import * as vscode from 'vscode';
import type { Disposable } from '../../common/event.ts';
import { displayText } from './display-text.ts';

/** JSON, or what should be, under the name that its tab has. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The name without what a file's name can't have. */
export function asFileName(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|]/g, '-');
}

/** Read-only documents that live in memory, and no longer than they are open. */
export class MemoryDocuments implements Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #registered: Disposable;
  #count = 0;

  constructor(scheme: string) {
    this.#scheme = scheme;
    this.#registered = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? '',
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  add({ name, text }: NamedText): vscode.Uri {
    this.#count += 1;
    const file = asFileName(name).replace(/(?:\.json|\.toml)?$/i, (end) => end || '.json');
    const uri = vscode.Uri.from({ scheme: this.#scheme, path: `/${this.#count}/${file}` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  /** In VS Code's own comparison, with what there is to say of it behind the names. */
  async compare(left: NamedText, right: NamedText, summary = ''): Promise<void> {
    const title = `${left.name} ↔ ${right.name}${summary && ` (${summary})`}`;
    await vscode.commands.executeCommand('vscode.diff', this.add(left), this.add(right), displayText(title));
  }

  dispose(): void {
    this.#registered.dispose();
    this.#texts.clear();
  }
}
