import * as vscode from 'vscode';
import type { Clock } from '../../common/clock.ts';
import type { Disposable, Event } from '../../common/event.ts';
import { timeText } from '../../common/text/dates.ts';
import { numberText } from '../../common/text/number-text.ts';
import type { RepeatableRequest } from '../../service/model/request-report.ts';
import type { HarCreator } from './copy/har.ts';
import { requestDetails } from './details.ts';
import { type JournalEntry, RequestJournal } from './journal.ts';
import { type RequestLine, type RequestWording, logLine, presentRequest } from './presentation.ts';
import { shownHeaders, shownText } from './sent-request.ts';
import type { FileSending } from './send-from-file.ts';
import { RequestsTree } from './requests-tree.ts';
import { asFileName, MemoryDocuments, type NamedText } from '../window/memory-documents.ts';

/** What the Requests view and its commands need from the rest of the extension. */
export interface RequestsDeps {
  readonly log: vscode.LogOutputChannel;
  readonly clock: Clock;
  /** Name and version of the creator in exported files. */
  readonly creator: HarCreator;
  /** The name of a vehicle, if known; see `RequestWording`. */
  readonly vehicleName: RequestWording['vehicle'];
  /** Fires when `vehicleName` knows another name. */
  readonly onDidLearnName: Event<void>;
  /** Sends a request that the person has written. Rejects with ServiceError. */
  readonly send: FileSending['send'];
  /** Sends a data request again, with the current token of its session. Rejects with ServiceError. */
  readonly repeat: (request: RepeatableRequest) => Promise<void>;
}

/** The Requests view with its journal and log lines. */
export class RequestsView implements Disposable {
  readonly journal = new RequestJournal();
  readonly tree: RequestsTree;
  readonly view: vscode.TreeView<JournalEntry>;
  readonly #disposables: readonly Disposable[];
  readonly #documents = new MemoryDocuments('vehicle-data-request');
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
    this.#disposables = [lines, decisions, changes, names, this.#documents, this.journal];
  }

  dispose(): void {
    for (const each of this.#disposables) each.dispose();
  }

  /** Shows a request as a read-only document. */
  open(entry: JournalEntry, column?: vscode.ViewColumn): Promise<void> {
    // The folder name is a path in the manifest, which assigns the language.
    const file = asFileName(`${entry.method} ${entry.operation} ${entry.id}`);
    return this.#documents.show(`/Requests/${file}.http`, requestDetails(entry, this.#wording), column);
  }

  /** Shows how two texts differ, in VS Code's diff editor. */
  compare(older: NamedText, newer: NamedText): Promise<void> {
    return this.#documents.compare(older, newer);
  }

  describe(entry: JournalEntry): RequestLine {
    return presentRequest(entry, this.#wording);
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
