import * as vscode from 'vscode';
import { ServiceError } from '../../service/model/errors.ts';
import { type FilledRequest, type HttpRequest, httpRequests } from './http-requests.ts';
import type { JournalEntry } from './journal.ts';
import { window } from '../window/window.ts';

const { l10n } = vscode;

/** Puts Send above each request of an `.http` file, unless an extension for such files does so. */
export const sendLenses: vscode.CodeLensProvider = {
  provideCodeLenses(document) {
    if (vscode.extensions.getExtension('humao.rest-client')) return [];
    return httpRequests(document.getText()).map(({ line }) => {
      const title = l10n.t('Send');
      const command = 'vehicleData.request.sendFromFile';
      return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
        title,
        command,
        arguments: [document.uri, line],
      });
    });
  },
};

export interface FileSending {
  readonly send: (request: FilledRequest, secrets: readonly string[]) => Promise<void>;
  /** The last request that was sent from a file. */
  readonly newest: () => JournalEntry | undefined;
  /** Shows a request and its response beside the file. */
  readonly showBeside: (entry: JournalEntry) => Promise<void>;
}

/** Sends a request of an open file, and shows the response. */
export async function sendFromFile(uri: vscode.Uri, line: number, sending: FileSending): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const request = httpRequests(document.getText()).find((each) => each.line === line);
  const values = request && (await askValues(request));
  if (!request || !values) return;
  const before = sending.newest()?.id;
  try {
    const title = l10n.t('Sending…');
    await window.withProgress({ title, location: vscode.ProgressLocation.Window }, () =>
      sending.send(request.filled(values), [...values.values()]),
    );
  } catch (error) {
    const text = error instanceof ServiceError ? `${error.message} ${error.nextStep}` : String(error);
    // A request that was sent has its failure in what is shown of it.
    if (!(error instanceof ServiceError && error.sent)) void window.showErrorMessage(text);
  }
  const entry = sending.newest();
  if (entry && entry.id !== before) await sending.showBeside(entry);
}

/** Undefined if one of the inputs was dismissed. */
async function askValues({ prompts }: HttpRequest): Promise<ReadonlyMap<string, string> | undefined> {
  const values = new Map<string, string>();
  for (const { name, hint } of prompts) {
    const options = { title: name, prompt: hint, password: true, ignoreFocusOut: true };
    const value = await window.showInputBox(options);
    if (value === undefined) return undefined;
    values.set(name, value);
  }
  return values;
}
