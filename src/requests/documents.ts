import * as vscode from 'vscode';
import type { Disposable } from '../common/event.ts';
import type { ComparedText } from './compare-responses.ts';
import { requestDetails } from './details.ts';
import type { JournalEntry, RequestJournal } from './journal.ts';
import type { RequestWording } from './presentation.ts';
import { window } from '../window/window.ts';

const scheme = 'vehicle-data-request';

/** Requests as documents that can only be read. */
export class RequestDocuments implements Disposable {
  readonly #provider: Disposable;
  readonly #closing: Disposable;
  /** What is compared, while it is open. */
  readonly #compared = new Map<string, string>();
  #count = 0;

  constructor(journal: RequestJournal, wording: RequestWording) {
    const provider: vscode.TextDocumentContentProvider = {
      provideTextDocumentContent: (uri) => {
        const { query } = uri;
        const compared = this.#compared.get(uri.toString());
        if (compared !== undefined) return compared;
        const entry = journal.find(Number(query));
        return entry ? requestDetails(entry, wording) : vscode.l10n.t('This request is no longer in the list.');
      },
    };
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(scheme, provider);
    this.#closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#compared.delete(uri.toString()));
  }

  async show(entry: JournalEntry): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uriOf(entry));
    await window.showTextDocument(document, { preview: true });
  }

  /** In VS Code's own comparison. */
  async compare(left: ComparedText, right: ComparedText): Promise<void> {
    const [from, to] = [left, right].map(({ name, text }) => {
      const uri = vscode.Uri.from({ scheme, path: `/${name}`, query: `compared-${++this.#count}` });
      this.#compared.set(uri.toString(), text);
      return uri;
    });
    await vscode.commands.executeCommand('vscode.diff', from, to, `${left.name} ↔ ${right.name}`);
  }

  dispose(): void {
    this.#provider.dispose();
    this.#closing.dispose();
  }
}

/** The name on the tab says method and operation; with `.http` an extension for such files can colour it. */
function uriOf({ id, method, operation }: JournalEntry): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${method} ${operation} ${id}.http`, query: String(id) });
}
