import * as vscode from 'vscode';
import { now } from '../../common/clock.ts';
import type { Disposable } from '../../common/event.ts';
import { groupBy } from '../../common/missing-in-node-20.ts';
import { timeText } from '../../common/text/dates.ts';
import { numberText } from '../../common/text/number-text.ts';
import { ServiceError } from '../../service/model/errors.ts';
import type { SessionClients } from '../auth/provider/session-clients.ts';
import type { KnownVehicles } from '../vehicles/data/known-vehicles.ts';
import { asFileName, MemoryDocuments } from '../window/memory-documents.ts';
import { saveText } from '../window/save-text.ts';
import { literalView, type ViewShell } from '../window/tree-view.ts';
import { treeOf } from '../window/view-lines.ts';
import { window } from '../window/window.ts';
import { canExpress, languagesFor, snippet } from './copy-as-code.ts';
import { requestDetails } from './details.ts';
import { type HarCreator, toHar } from './har.ts';
import type { JournalEntry, RequestJournal } from './journal.ts';
import { logLine, type RequestLine, requestLines, type RequestWording } from './presentation.ts';
import { type SentRequest, shownHeaders, shownText } from './sent-request.ts';

const { l10n } = vscode;

const requestsViewId = 'vehicleData.requests';

/** The Requests view, its commands, and the lines of the log. */
export class RequestsView implements Disposable {
  readonly #journal: RequestJournal;
  readonly #clients: SessionClients;
  readonly #creator: HarCreator;
  readonly #shell: ViewShell;
  readonly #view: vscode.TreeView<RequestLine>;
  readonly #disposables: readonly Disposable[];
  readonly #documents = new MemoryDocuments('vehicle-data-request');
  readonly #wording: RequestWording;
  #failuresOnly = false;
  #isPending = false;

  /** @param creator name and version of the creator in exported files */
  constructor(
    journal: RequestJournal,
    known: KnownVehicles,
    clients: SessionClients,
    creator: HarCreator,
    shell: ViewShell,
    log: vscode.LogOutputChannel,
  ) {
    this.#journal = journal;
    this.#clients = clients;
    this.#creator = creator;
    this.#shell = shell;
    this.#view = literalView(shell.view);
    this.#wording = {
      // With seconds, because requests follow each other quickly.
      time: (at) => timeText(at, now(), vscode.env.language, 'medium'),
      number: (value) => numberText(value, vscode.env.language),
      vehicle: (...vehicle) => known.name(...vehicle),
    };
    const lines = journal.onDidAdd((entry) => {
      if (entry.outcome === 'ok') log.info(logLine(entry));
      else if (entry.outcome === 'refused') log.warn(logLine(entry));
      else log.error(logLine(entry));
      log.debug(
        JSON.stringify({ id: entry.id, sent: shownHeaders(entry.requestHeaders), answered: entry.responseHeaders }),
      );
      if (entry.responseBody) log.trace(entry.responseBody.text);
    });
    const decisions = journal.onDidDecide((entry) => {
      log.info(`${entry.method} ${shownText(entry.path)}: ${entry.decision?.kind}. ${entry.decision?.why}`);
    });
    const changes = journal.onDidChange(() => this.#changed());
    this.#disposables = [lines, decisions, changes, known.onDidLearnName(() => this.#changed()), this.#documents];
  }

  readonly lines = treeOf(() => requestLines(this.#shown, this.#wording));

  readonly commands = {
    'vehicleData.showRequests': () => this.#show(),
    'vehicleData.clearRequests': () => this.#journal.clear(),
    'vehicleData.request.open': this.#ofLine((entry) => this.#open(entry)),
    'vehicleData.request.sendAgain': this.#ofLine((entry) => this.#sendAgain(entry)),
    'vehicleData.request.copyAs': this.#ofLine((entry) =>
      copyRequestAs(entry, entry.operation, l10n.t('Secrets are variables.')),
    ),
    'vehicleData.request.exportHar': () => this.#exportHar(),
    'vehicleData.request.showFailures': () => {
      this.#failuresOnly = !this.#failuresOnly;
      this.#changed();
    },
    'vehicleData.copy': this.#ofLine(async ({ requestId }) => {
      if (requestId === undefined) return;
      await vscode.env.clipboard.writeText(requestId);
      window.note(l10n.t('Request ID copied'));
    }),
  };

  dispose(): void {
    for (const each of this.#disposables) each.dispose();
  }

  /** The requests that are not hidden, newest first. */
  get #shown(): readonly JournalEntry[] {
    return this.#journal.entries.filter(({ outcome }) => !this.#failuresOnly || outcome !== 'ok');
  }

  /** Runs a command for one line of the view: the one whose menu was opened, otherwise the selected one. */
  #ofLine(run: (entry: JournalEntry) => unknown) {
    return (line?: RequestLine) => {
      const { entry } = line ?? this.#view.selection[0] ?? {};
      return entry && run(entry);
    };
  }

  /** Reveals a line explicitly: a collapsed view has none yet when VS Code focuses it, so the focus would be lost. */
  async #show(): Promise<void> {
    await vscode.commands.executeCommand(`${requestsViewId}.focus`);
    await this.#revealNewest(true);
  }

  async #revealNewest(focus: boolean): Promise<void> {
    const [newest] = requestLines(this.#shown, this.#wording);
    if (newest) await this.#view.reveal(newest, { select: true, focus });
  }

  /** Shows a request as a read-only document. */
  #open(entry: JournalEntry): Promise<void> {
    // The folder name is a path in the manifest, which assigns the language.
    const file = asFileName(`${entry.method} ${entry.operation} ${entry.id}`);
    return this.#documents.show(`/Requests/${file}.http`, requestDetails(entry, this.#wording));
  }

  async #sendAgain({ repeatable }: JournalEntry): Promise<void> {
    if (!repeatable) return;
    const { sessionId, version, ...request } = repeatable;
    const before = this.#journal.entries[0]?.id;
    try {
      await window.withProgress({ location: { viewId: requestsViewId } }, () =>
        this.#clients.of(sessionId, undefined, version).repeat(request),
      );
    } catch (error) {
      // A rejection by the service appears as a new line; only a request that was never sent needs a message.
      if (error instanceof ServiceError && error.sent) return;
      throw error;
    } finally {
      if (this.#journal.entries[0]?.id !== before) await this.#revealNewest(false);
    }
  }

  async #exportHar(): Promise<void> {
    const { entries } = this.#journal;
    if (entries.length === 0) {
      void window.showInformationMessage(l10n.t('There are no requests to export yet.'));
      return;
    }
    const har = toHar(entries, this.#creator);
    if (!(await saveText('vehicle-data-requests.har', `${JSON.stringify(har, null, 2)}\n`))) return;
    const { length } = har.log.entries;
    const exported =
      length === 1
        ? l10n.t('1 request exported without secrets')
        : l10n.t('{0} requests exported without secrets', length);
    void window.showInformationMessage(exported);
  }

  /** Combines requests that end at the same time into one update of the view. */
  #changed(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    setImmediate(() => {
      this.#isPending = false;
      const { billable, entries } = this.#journal;
      void vscode.commands.executeCommand('setContext', 'vehicleData.hasRequests', entries.length > 0);
      this.#view.description = [
        ...(this.#failuresOnly ? [l10n.t('failures only')] : []),
        ...(billable > 0 ? [l10n.t('{0} billable in version 3', this.#wording.number(billable))] : []),
      ].join(' · ');
      const isEmpty = this.#failuresOnly && this.#shown.length === 0 && entries.length > 0;
      this.#view.message = isEmpty ? l10n.t('No failed requests.') : '';
      this.lines.redraw(this.#shell);
    });
  }
}

/**
 * Asks for a language, then copies the request or saves it as `.http`.
 *
 * @param name of the file, without its extension
 * @param about what to know about secrets in it
 */
export async function copyRequestAs(request: SentRequest, name: string, about: string): Promise<void> {
  const able = groupBy(languagesFor(vscode.env.shell), ({ id }) => canExpress(id, request));
  const languages = [...(able.get(true) ?? []), { id: 'save', label: l10n.t('Save as .http…') } as const];
  const unable = able.get(false)?.map(({ label }) => label);
  const language = await window.showQuickPick(languages, {
    title: l10n.t('Copy Request As'),
    ...(unable && { placeHolder: l10n.t('Not as {0}: the body is too long or has line breaks', unable.join(', ')) }),
  });
  if (!language) return;
  if (language.id === 'save') {
    const saved = await saveText(`${name}.http`, snippet(request, 'http'));
    if (!saved) return;
    await window.showTextDocument(await vscode.workspace.openTextDocument(saved), {});
    void window.showInformationMessage(l10n.t('Saved. {0}', about));
    return;
  }
  await vscode.env.clipboard.writeText(snippet(request, language.id));
  void window.showInformationMessage(l10n.t('Copied as {0}. {1}', language.label, about));
}
