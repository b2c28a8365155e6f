import * as vscode from 'vscode';
import { ServiceError } from '../../service/model/errors.ts';
import { languagesFor, snippet } from './copy-as-code.ts';
import { toHar } from './har.ts';
import type { JournalEntry } from './journal.ts';
import type { RequestsDeps, RequestsView } from './requests-view.ts';
import type { SentRequest } from './sent-request.ts';
import { saveText } from '../window/save-text.ts';
import { window } from '../window/window.ts';

const { l10n } = vscode;

const requestsViewId = 'vehicleData.requests';

/** The command implementations. */
export function requestCommands(deps: RequestsDeps, requests: RequestsView) {
  const { journal, view } = requests;

  async function copyRequestId({ requestId }: JournalEntry): Promise<void> {
    if (requestId === undefined) return;
    await vscode.env.clipboard.writeText(requestId);
    window.setStatusBarMessage(l10n.t('Request ID copied'), 3000);
  }

  /** Reveals a line explicitly: a collapsed view has none yet when VS Code focuses it, so the focus would be lost. */
  async function show(): Promise<void> {
    await vscode.commands.executeCommand(`${requestsViewId}.focus`);
    const [newest] = requests.tree.entries;
    if (newest) await view.reveal(newest, { select: true, focus: true });
  }

  async function sendAgain({ repeatable }: JournalEntry): Promise<void> {
    if (!repeatable) return;
    const before = journal.entries[0]?.id;
    try {
      await window.withProgress({ location: { viewId: requestsViewId } }, () => deps.repeat(repeatable));
    } catch (error) {
      // A rejection by the service appears as a new line; only a request that was never sent needs a message.
      if (error instanceof ServiceError && error.sent) return;
      throw error;
    } finally {
      const [newest] = journal.entries;
      if (newest && newest.id !== before) await view.reveal(newest, { select: true, focus: false });
    }
  }

  async function exportHar(): Promise<void> {
    if (journal.entries.length === 0) {
      void window.showInformationMessage(l10n.t('There are no requests to export yet.'));
      return;
    }
    const har = toHar(journal.entries, deps.creator);
    if (!(await saveText('vehicle-data-requests.har', `${JSON.stringify(har, null, 2)}\n`))) return;
    const { length } = har.log.entries;
    const exported =
      length === 1
        ? l10n.t('1 request exported without secrets')
        : l10n.t('{0} requests exported without secrets', length);
    window.setStatusBarMessage(exported, 5000);
  }

  /** Runs a command for one line of the view: the one whose menu was opened, otherwise the selected one. */
  const ofEntry = (run: (entry: JournalEntry) => unknown) => (entry?: JournalEntry) => {
    const line = entry ?? view.selection[0];
    return line && run(line);
  };

  return {
    'vehicleData.showRequests': show,
    'vehicleData.clearRequests': () => journal.clear(),
    'vehicleData.copyRequestId': ofEntry(copyRequestId),
    'vehicleData.request.open': ofEntry((entry) => requests.open(entry)),
    'vehicleData.request.sendAgain': ofEntry(sendAgain),
    'vehicleData.request.copyAs': ofEntry((entry) =>
      copyRequestAs(entry, entry.operation, l10n.t('Secrets are variables.')),
    ),
    'vehicleData.request.exportHar': exportHar,
    'vehicleData.request.showFailures': () => requests.showOnlyFailures(true),
    'vehicleData.request.showAll': () => requests.showOnlyFailures(false),
    'vehicleData.showLog': () => deps.log.show(),
  };
}

/**
 * Asks for a language, then copies the request or saves it as `.http`.
 *
 * @param name of the file, without its extension
 * @param about what to know about secrets in it
 */
export async function copyRequestAs(request: SentRequest, name: string, about: string): Promise<void> {
  const languages = [...languagesFor(vscode.env.shell), { id: 'save', label: l10n.t('Save as .http…') } as const];
  const language = await window.showQuickPick(languages, { title: l10n.t('Copy Request As') });
  if (!language) return;
  if (language.id === 'save') {
    const saved = await saveText(`${name}.http`, snippet(request, 'http'));
    if (!saved) return;
    await window.showTextDocument(await vscode.workspace.openTextDocument(saved), {});
    window.setStatusBarMessage(l10n.t('Saved. {0}', about), 5000);
    return;
  }
  await vscode.env.clipboard.writeText(snippet(request, language.id));
  window.setStatusBarMessage(l10n.t('Copied as {0}. {1}', language.label, about), 5000);
}
