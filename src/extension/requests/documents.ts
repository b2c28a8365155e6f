import * as vscode from 'vscode';
import type { Disposable } from '../../common/event.ts';
import { requestDetails } from './details.ts';
import type { JournalEntry, RequestJournal } from './journal.ts';
import type { RequestWording } from './presentation.ts';
import { window } from '../window/window.ts';

const scheme = 'vehicle-data-request';

/** Requests as documents that can only be read. */
export class RequestDocuments implements Disposable {
  readonly #provider: Disposable;

  constructor(journal: RequestJournal, wording: RequestWording) {
    const provider: vscode.TextDocumentContentProvider = {
      provideTextDocumentContent: (uri) => {
        const entry = journal.find(Number(uri.query));
        return entry ? requestDetails(entry, wording) : vscode.l10n.t('This request is no longer in the list.');
      },
    };
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(scheme, provider);
  }

  async show(entry: JournalEntry): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uriOf(entry));
    await window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.#provider.dispose();
  }
}

/** The name on the tab says method and operation; the folder stands in the manifest, which gives the language. */
function uriOf({ id, method, operation }: JournalEntry): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/Requests/${method} ${operation} ${id}.http`, query: String(id) });
}
