import * as vscode from 'vscode';
import type { JournalEntry, Outcome, RequestJournal } from './journal.ts';
import { type RequestWording, presentRequest } from './presentation.ts';
import { window } from '../window/window.ts';

const colors: Readonly<Record<Outcome, vscode.ThemeColor>> = {
  ok: new vscode.ThemeColor('testing.iconPassed'),
  refused: new vscode.ThemeColor('list.warningForeground'),
  failed: new vscode.ThemeColor('list.errorForeground'),
};

/** The lines of the view: the requests of this extension, newest first. */
export class RequestsTree {
  readonly #journal: RequestJournal;
  readonly #wording: RequestWording;
  /** Whether requests that brought what was asked for are left out. */
  failuresOnly = false;

  constructor(journal: RequestJournal, wording: RequestWording) {
    this.#journal = journal;
    this.#wording = wording;
  }

  get entries(): JournalEntry[] {
    return this.#journal.entries.filter(({ outcome }) => !this.failuresOnly || outcome !== 'ok');
  }

  item(entry: JournalEntry): vscode.TreeItem {
    const line = presentRequest(entry, this.#wording);
    const item = new vscode.TreeItem(line.label);
    item.id = String(entry.id);
    item.description = line.description;
    item.iconPath = new vscode.ThemeIcon(line.icon, colors[line.outcome]);
    item.contextValue = line.tokens.join(';');
    item.accessibilityInformation = { label: line.spoken };
    item.command = { command: 'vehicleData.request.open', title: vscode.l10n.t('Open Details'), arguments: [entry] };
    return item;
  }

  resolved(item: vscode.TreeItem, entry: JournalEntry): vscode.TreeItem {
    item.tooltip = window.tooltip(presentRequest(entry, this.#wording).tooltip);
    return item;
  }
}
