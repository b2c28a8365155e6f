import * as vscode from 'vscode';
import type { Disposable } from '../../common/event.ts';
import { timeText } from '../../common/text/local-time.ts';
import { numberText } from '../../common/text/number-text.ts';
import { requestCommands, type RequestsDeps } from './commands.ts';
import { requestDetails } from './details.ts';
import type { JournalEntry } from './journal.ts';
import { RequestJournal } from './journal.ts';
import type { RequestCommand } from './command-ids.ts';
import { type RequestWording, logLine, meteredText, presentRequest } from './presentation.ts';
import { shownHeaders, shownText } from './sent-request.ts';
import { RequestsTree } from './requests-tree.ts';
import { asFileName, MemoryDocuments } from '../window/memory-documents.ts';

/** The Requests view with its journal, commands and log lines. */
export class RequestsView implements Disposable {
  readonly journal = new RequestJournal();
  readonly tree: RequestsTree;
  readonly commands: Readonly<Record<RequestCommand, (entry?: JournalEntry) => unknown>>;
  readonly #disposables: readonly Disposable[];
  readonly #view: vscode.TreeView<JournalEntry>;
  readonly #drawAgain: () => void;
  readonly #wording: RequestWording;
  #isPending = false;

  constructor(deps: RequestsDeps, view: vscode.TreeView<JournalEntry>, drawAgain: () => void) {
    const { log, clock } = deps;
    const wording: RequestWording = {
      // With seconds, because requests follow each other quickly.
      time: (at) => timeText(at, clock.now(), vscode.env.language, 'medium'),
      number: (value) => numberText(value, vscode.env.language),
      vehicle: deps.vehicleName,
    };
    this.#wording = wording;
    this.#view = view;
    this.#drawAgain = drawAgain;
    this.tree = new RequestsTree(this.journal, wording);
    const documents = new MemoryDocuments('vehicle-data-request');
    this.commands = requestCommands({
      ...deps,
      journal: this.journal,
      // The folder name is a path in the manifest, which assigns the language.
      open: (entry) =>
        documents.show(
          `/Requests/${asFileName(`${entry.method} ${entry.operation} ${entry.id}`)}.http`,
          requestDetails(entry, wording),
        ),
      selected: () => view.selection[0],
      reveal: async (entry, focus) => view.reveal(entry, { select: true, focus }),
      shown: () => this.tree.entries,
      describe: (entry) => presentRequest(entry, wording),
      showOnlyFailures: (only) => {
        this.tree.failuresOnly = only;
        this.#changed();
      },
    });
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
    this.#disposables = [lines, decisions, changes, names, documents, this.journal];
  }

  dispose(): void {
    for (const each of this.#disposables) each.dispose();
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
      this.#view.description = failuresOnly ? vscode.l10n.t('failures only') : '';
      const isEmpty = failuresOnly && this.tree.entries.length === 0 && this.journal.entries.length > 0;
      const lines = [
        isEmpty ? vscode.l10n.t('No failed requests.') : '',
        meteredText(this.journal.metered, this.#wording),
      ];
      this.#view.message = lines.filter((line) => line !== '').join(' ');
      this.#drawAgain();
    });
  }
}
