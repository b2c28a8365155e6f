import * as vscode from 'vscode';
import type { Disposable } from '../../common/event.ts';
import { displayText } from './display-text.ts';
import { window } from './window.ts';

/** A text, usually JSON, with the name that its tab shows. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Replaces characters that are not allowed in file names. */
export function asFileName(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|]/g, '-');
}

/**
 * Read-only documents that are kept in memory. If VS Code restores one with a window, its text is lost, and it says so.
 */
export class MemoryDocuments implements Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, NamedText>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registered: Disposable;
  readonly #mostKept: number | undefined;
  #count = 0;

  /** @param mostKept how many to keep after they are closed; by default a text is dropped when its document closes */
  constructor(scheme: string, { mostKept }: { readonly mostKept?: number } = {}) {
    this.#scheme = scheme;
    this.#mostKept = mostKept;
    this.#registered = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) =>
          this.#texts.get(uri.toString())?.text ??
          vscode.l10n.t('This document is no longer available. Open it again.'),
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (mostKept === undefined) this.#texts.delete(uri.toString());
      }),
    );
  }

  /** Adds a new document, even if another has the same name. */
  add({ name, text }: NamedText): vscode.Uri {
    this.#count += 1;
    const file = asFileName(name).replace(/(?:\.json|\.toml|\.md)?$/i, (end) => end || '.json');
    return this.put(`/${this.#count}/${file}`, text);
  }

  /** Sets the text of the document at a path, even if it is already open. */
  put(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: this.#scheme, path });
    this.#texts.set(uri.toString(), { name: path.slice(path.lastIndexOf('/') + 1), text });
    if (this.#mostKept !== undefined) {
      for (const oldest of [...this.#texts.keys()].slice(0, -this.#mostKept)) this.#texts.delete(oldest);
    }
    this.#changed.fire(uri);
    return uri;
  }

  /** Shows the document at a path in a preview tab, which the next one replaces. */
  async show(path: string, text: string, viewColumn?: vscode.ViewColumn): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.put(path, text));
    await window.showTextDocument(document, {
      preview: true,
      ...(viewColumn !== undefined && { viewColumn, preserveFocus: true }),
    });
  }

  /** Shows two texts in VS Code's diff editor. */
  async compare(left: NamedText, right: NamedText): Promise<void> {
    const title = `${left.name} ↔ ${right.name}`;
    await vscode.commands.executeCommand('vscode.diff', this.add(left), this.add(right), displayText(title));
  }

  dispose(): void {
    this.#registered.dispose();
    this.#texts.clear();
  }
}
