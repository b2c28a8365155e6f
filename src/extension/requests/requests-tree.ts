import * as vscode from 'vscode';
import type { JournalEntry, Outcome, RequestJournal } from './journal.ts';
import { type RequestWording, presentRepeat, presentRequest } from './presentation.ts';
import { type Repeats, repeatsOf } from './repeats.ts';
import { window } from '../window/window.ts';

export const outcomeColors: Readonly<Record<Outcome, vscode.ThemeColor>> = {
  ok: new vscode.ThemeColor('testing.iconPassed'),
  refused: new vscode.ThemeColor('list.warningForeground'),
  failed: new vscode.ThemeColor('list.errorForeground'),
};

/**
 * The lines of the view: the requests of this extension, newest first. A request that was sent several times is one
 * line, with the earlier ones nested under the latest.
 */
export class RequestsTree {
  readonly #journal: RequestJournal;
  readonly #wording: RequestWording;
  /** The repeats that each entry belongs to; undefined: must be computed again. */
  #repeats: ReadonlyMap<JournalEntry, Repeats> | undefined;
  #failuresOnly = false;

  constructor(journal: RequestJournal, wording: RequestWording) {
    this.#journal = journal;
    this.#wording = wording;
    journal.onDidChange(() => (this.#repeats = undefined));
  }

  /** Whether successful requests are hidden. */
  get failuresOnly(): boolean {
    return this.#failuresOnly;
  }

  set failuresOnly(only: boolean) {
    this.#failuresOnly = only;
    this.#repeats = undefined;
  }

  /** All requests that are shown, newest first. */
  get entries(): JournalEntry[] {
    return this.#journal.entries.filter(({ outcome }) => !this.failuresOnly || outcome !== 'ok');
  }

  children(entry?: JournalEntry): JournalEntry[] {
    const all = this.#counted();
    if (!entry) return [...new Set(all.values())].map(({ newest }) => newest);
    const repeats = all.get(entry);
    return repeats?.newest === entry ? [...repeats.earlier] : [];
  }

  /** The later request under which it is nested. */
  parent(entry: JournalEntry): JournalEntry | undefined {
    const newest = this.#counted().get(entry)?.newest;
    return newest === entry ? undefined : newest;
  }

  item(entry: JournalEntry): vscode.TreeItem {
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const earlier = this.children(entry);
    const isRepeat = this.parent(entry) !== undefined;
    const line = isRepeat ? presentRepeat(entry, this.#wording) : presentRequest(entry, this.#wording, earlier);
    const item = new vscode.TreeItem(line.label, earlier.length > 0 ? Collapsed : None);
    // The ID stays the same, so that a line remains expanded and selected when the request is sent again.
    item.id = (isRepeat ? undefined : this.#counted().get(entry)?.key) ?? String(entry.id);
    item.description = line.description;
    item.iconPath = new vscode.ThemeIcon(line.icon, outcomeColors[line.outcome]);
    item.contextValue = line.tokens.join(';');
    item.accessibilityInformation = { label: line.spoken };
    item.command = { command: 'vehicleData.request.open', title: vscode.l10n.t('Open Details'), arguments: [entry] };
    return item;
  }

  resolved(item: vscode.TreeItem, entry: JournalEntry): vscode.TreeItem {
    item.tooltip = window.tooltip(presentRequest(entry, this.#wording).tooltip);
    return item;
  }

  #counted(): ReadonlyMap<JournalEntry, Repeats> {
    this.#repeats ??= new Map(
      repeatsOf(this.entries).flatMap((each) => [each.newest, ...each.earlier].map((entry) => [entry, each] as const)),
    );
    return this.#repeats;
  }
}
