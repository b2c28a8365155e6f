import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { abortWith } from '../../../common/abort-with.ts';
import { overPage } from '../../window/over-page.ts';
import { saveFailure, savePlace } from '../../window/save-place.ts';
import { window } from '../../window/window.ts';

/** What may be written, made piece by piece while it is written. */
export interface SaveChoice {
  /** Shown where there is more than one choice, or what it holds is to be known. */
  readonly label: string;
  /** Number of pieces, for the progress. */
  readonly pieces: number;
  readonly make: () => Iterable<string | Uint8Array>;
}

export interface SaveRequest {
  /** Without a folder, with its extension. */
  readonly fileName: string;
  readonly choices: readonly [SaveChoice, ...SaveChoice[]];
  /** Whether a choice is shown though there is no other. */
  readonly mustAsk?: boolean;
}

/** Asks where to save, and writes with progress. Settles when that is done, given up or failed, and tells the user. */
export type SaveFile = (request: SaveRequest) => Promise<void>;

const { l10n } = vscode;

export const saveFile: SaveFile = async ({ fileName, choices, mustAsk = false }) => {
  const choice =
    choices.length === 1 && !mustAsk
      ? choices[0]
      : await window.showQuickPick(choices, { title: fileName, ...overPage });
  if (!choice) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1);
  const target = await window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, fileName),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (!target) return;
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: l10n.t('Saving {0}…', fileName),
    cancellable: true,
  };
  try {
    await window.withProgress(progress, (report, token) => {
      const increment = 100 / Math.max(1, choice.pieces);
      return savePlace(target, choice.make(), abortWith(token), () => report.report({ increment }));
    });
    void offerToOpen(target);
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return;
    void window.showErrorMessage(saveFailure(target, error));
  }
};

async function offerToOpen(target: vscode.Uri): Promise<void> {
  const open = l10n.t('Open');
  const name = target.path.slice(target.path.lastIndexOf('/') + 1);
  if ((await window.showInformationMessage(l10n.t('Saved {0}.', name), open)) !== open) return;
  await vscode.commands.executeCommand('vscode.open', target);
}
