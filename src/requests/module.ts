import * as vscode from 'vscode';
import type { Clock } from '../common/clock.ts';
import type { Disposable } from '../common/event.ts';
import type { Logger } from '../common/logger.ts';
import type { RequestReport } from '../service/transport.ts';
import type { JournalEntry } from './journal.ts';
import { RequestJournal } from './journal.ts';
import { logLine, presentRequest } from './presentation.ts';
import { RequestsTree } from './requests-tree.ts';

const viewId = 'vehicleData.requests';

export interface RequestsModule {
  /** For `TransportOptions.onRequest`. */
  readonly onRequest: (report: RequestReport) => void;
  readonly disposables: readonly Disposable[];
}

/** Builds the room: the journal, its view, its commands, and one line of `log` for each request. */
export function createRequestsModule(log: Logger, clock: Clock): RequestsModule {
  const { l10n, window, commands } = vscode;
  const journal = new RequestJournal();
  const time = (at: number) => momentText(at, clock.now());
  const tree = new RequestsTree(journal, time);
  const view = window.createTreeView(viewId, { treeDataProvider: tree });
  const lines = journal.onDidChange((entry) => {
    if (entry?.outcome === 'ok') log.info(logLine(entry));
    else if (entry) log.warn(logLine(entry));
  });

  async function copyRequestId(entry?: JournalEntry): Promise<void> {
    const requestId = (entry ?? (await pickEntry()))?.requestId;
    if (requestId === undefined) return;
    await vscode.env.clipboard.writeText(requestId);
    window.setStatusBarMessage(l10n.t('Request id copied'), 3000);
  }

  async function pickEntry(): Promise<JournalEntry | undefined> {
    const entries = journal.entries.filter(({ requestId }) => requestId !== undefined);
    if (entries.length === 0) {
      void window.showInformationMessage(l10n.t('No request of this session has a request id.'));
      return undefined;
    }
    const items = entries.map((entry) => {
      const { label, description } = presentRequest(entry, l10n.t, time);
      return { label, description, detail: entry.requestId ?? '', entry };
    });
    return (await window.showQuickPick(items, { title: l10n.t('Copy the id of which request?') }))?.entry;
  }

  return {
    onRequest: (report) => journal.add(report),
    disposables: [
      commands.registerCommand('vehicleData.showRequests', () => commands.executeCommand(`${viewId}.focus`)),
      commands.registerCommand('vehicleData.clearRequests', () => journal.clear()),
      commands.registerCommand('vehicleData.copyRequestId', copyRequestId),
      lines,
      view,
      tree,
      journal,
    ],
  };
}

/** With seconds: requests follow each other quickly. */
function momentText(at: number, now: number): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return isToday ? date.toLocaleTimeString(vscode.env.language) : date.toLocaleString(vscode.env.language);
}
