import * as vscode from 'vscode';
import { now } from '../../common/clock.ts';
import type { Disposable, Event } from '../../common/event.ts';
import { timeText } from '../../common/text/dates.ts';
import { numberText } from '../../common/text/number-text.ts';
import type { RepeatableRequest } from '../../service/model/request-report.ts';
import { asFileName, MemoryDocuments } from '../window/memory-documents.ts';
import { window } from '../window/window.ts';
import { requestDetails } from './details.ts';
import type { HarCreator } from './har.ts';
import type { JournalEntry, Outcome, RequestJournal } from './journal.ts';
import {
  logLine,
  presentRepeat,
  presentRequest,
  type Repeats,
  repeatsOf,
  type RequestWording,
} from './presentation.ts';
import { shownHeaders, shownText } from './sent-request.ts';

/** What the Requests view and its commands need from the rest of the extension. */
export interface RequestsDeps {
  readonly log: vscode.LogOutputChannel;
  /** Name and version of the creator in exported files. */
  readonly creator: HarCreator;
  /** The name of a vehicle, if known; see `RequestWording`. */
  readonly vehicleName: RequestWording['vehicle'];
  /** Fires when `vehicleName` knows another name. */
  readonly onDidLearnName: Event<void>;
  /** Sends a data request again, with the current token of its session. Rejects with ServiceError. */
  readonly repeat: (request: RepeatableRequest) => Promise<void>;
}

export const outcomeColors: Readonly<Record<Outcome, vscode.ThemeColor>> = {
  ok: new vscode.ThemeColor('testing.iconPassed'),
  refused: new vscode.ThemeColor('list.warningForeground'),
  failed: new vscode.ThemeColor('list.errorForeground'),
};

/**
 * The lines of the view: the requests of this extension, newest first. A request that was sent several times is one
 * line, with the earlier ones nested under the latest.
 */
class RequestsTree {
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

/** The Requests view with its journal and log lines. */
export class RequestsView implements Disposable {
  readonly journal: RequestJournal;
  readonly tree: RequestsTree;
  readonly view: vscode.TreeView<JournalEntry>;
  readonly #disposables: readonly Disposable[];
  readonly #documents = new MemoryDocuments('vehicle-data-request');
  readonly #drawAgain: () => void;
  readonly #wording: RequestWording;
  #isPending = false;

  constructor(journal: RequestJournal, deps: RequestsDeps, view: vscode.TreeView<JournalEntry>, drawAgain: () => void) {
    this.journal = journal;
    const { log } = deps;
    const wording: RequestWording = {
      // With seconds, because requests follow each other quickly.
      time: (at) => timeText(at, now(), vscode.env.language, 'medium'),
      number: (value) => numberText(value, vscode.env.language),
      vehicle: deps.vehicleName,
    };
    this.#wording = wording;
    this.view = view;
    this.#drawAgain = drawAgain;
    this.tree = new RequestsTree(this.journal, wording);
    const lines = this.journal.onDidAdd((entry) => {
      if (entry.outcome === 'ok') log.info(logLine(entry));
      else if (entry.outcome === 'refused') log.warn(logLine(entry));
      else log.error(logLine(entry));
      log.debug(
        JSON.stringify({ id: entry.id, sent: shownHeaders(entry.requestHeaders), answered: entry.responseHeaders }),
      );
      if (entry.responseBody) log.trace(entry.responseBody.text);
    });
    const decisions = this.journal.onDidDecide((entry) => {
      log.info(`${entry.method} ${shownText(entry.path)}: ${entry.decision?.kind}. ${entry.decision?.why}`);
    });
    const changes = this.journal.onDidChange(() => this.#changed());
    const names = deps.onDidLearnName(() => this.#changed());
    this.#disposables = [lines, decisions, changes, names, this.#documents];
  }

  dispose(): void {
    for (const each of this.#disposables) each.dispose();
  }

  /** Shows a request as a read-only document. */
  open(entry: JournalEntry): Promise<void> {
    // The folder name is a path in the manifest, which assigns the language.
    const file = asFileName(`${entry.method} ${entry.operation} ${entry.id}`);
    return this.#documents.show(`/Requests/${file}.http`, requestDetails(entry, this.#wording));
  }

  showOnlyFailures(only: boolean): void {
    this.tree.failuresOnly = only;
    this.#changed();
  }

  /** Combines requests that end at the same time into one update of the view. */
  #changed(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    setImmediate(() => {
      this.#isPending = false;
      const { failuresOnly } = this.tree;
      void vscode.commands.executeCommand('setContext', 'vehicleData.hasRequests', this.journal.entries.length > 0);
      void vscode.commands.executeCommand('setContext', 'vehicleData.showsFailuresOnly', failuresOnly);
      const { billable } = this.journal;
      this.view.description = [
        ...(failuresOnly ? [vscode.l10n.t('failures only')] : []),
        ...(billable > 0 ? [vscode.l10n.t('{0} billable in version 3', this.#wording.number(billable))] : []),
      ].join(' · ');
      const isEmpty = failuresOnly && this.tree.entries.length === 0 && this.journal.entries.length > 0;
      this.view.message = isEmpty ? vscode.l10n.t('No failed requests.') : '';
      this.#drawAgain();
    });
  }
}
