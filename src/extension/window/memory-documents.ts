import * as vscode from 'vscode';
import type { Disposable } from '../../common/event.ts';
import { displayText } from './display-text.ts';
import { window } from './window.ts';

/** JSON, or what should be, under the name that its tab has. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The name without what a file's name can't have. */
export function asFileName(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|]/g, '-');
}

/** Read-only documents that live in memory. One that VS Code restores with a window is gone, and says so. */
export class MemoryDocuments implements Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, NamedText>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registered: Disposable;
  readonly #mostKept: number | undefined;
  #count = 0;

  /** @param mostKept of those that are no longer open; by default a text goes with its document */
  constructor(scheme: string, { mostKept }: { readonly mostKept?: number } = {}) {
    this.#scheme = scheme;
    this.#mostKept = mostKept;
    this.#registered = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) =>
          this.#texts.get(uri.toString())?.text ?? vscode.l10n.t('This document was not kept. Open it again.'),
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (mostKept === undefined) this.#texts.delete(uri.toString());
      }),
    );
  }

  /** What is kept, the oldest first. */
  get all(): readonly NamedText[] {
    return [...this.#texts.values()];
  }

  /** A document of its own, whatever others are called. */
  add({ name, text }: NamedText): vscode.Uri {
    this.#count += 1;
    const file = asFileName(name).replace(/(?:\.json|\.toml|\.md)?$/i, (end) => end || '.json');
    return this.put(`/${this.#count}/${file}`, text);
  }

  /** The document at a path, which gets this text; also where it is open already. */
  put(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: this.#scheme, path });
    this.#texts.set(uri.toString(), { name: path.slice(path.lastIndexOf('/') + 1), text });
    if (this.#mostKept !== undefined) {
      for (const oldest of [...this.#texts.keys()].slice(0, -this.#mostKept)) this.#texts.delete(oldest);
    }
    this.#changed.fire(uri);
    return uri;
  }

  /** Shows the document at a path, in a tab that the next one replaces. */
  async show(path: string, text: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.put(path, text));
    await window.showTextDocument(document, { preview: true });
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
