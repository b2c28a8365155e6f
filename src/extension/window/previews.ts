import * as vscode from 'vscode';
import { asFileName, MemoryDocuments } from './memory-documents.ts';

/** VS Code may render a preview again at any time, so the most recent texts are kept. */
const mostKept = 10;

/** Markdown documents in memory, shown in VS Code's built-in preview. */
export class Previews implements vscode.Disposable {
  readonly #documents: MemoryDocuments;

  constructor(scheme: string) {
    this.#documents = new MemoryDocuments(scheme, { mostKept });
  }

  /** @param name a file name for the document */
  async show(name: string, text: string): Promise<void> {
    const uri = this.#documents.add({ name: asFileName(name), text });
    // Opened first, so that it exists when the preview asks for it, which may be the first thing it does in a window.
    await vscode.workspace.openTextDocument(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }

  dispose(): void {
    this.#documents.dispose();
  }
}
