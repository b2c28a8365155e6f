import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { abortWith } from '../../../common/abort-with.ts';
import { overPage } from '../../window/over-page.ts';
import { saveFailure, savePlace } from '../../window/save-place.ts';
import { window } from '../../window/window.ts';

/** One thing that can be saved; its pieces are created while it is written. */
export interface SaveChoice {
  /** Shown if there is more than one choice, or if `mustAsk` is set. */
  readonly label: string;
  /** The number of pieces, for the progress bar. */
  readonly pieces: number;
  readonly make: () => Iterable<string | Uint8Array>;
}

export interface SaveRequest {
  /** Without a folder, with the file extension. */
  readonly fileName: string;
  readonly choices: readonly [SaveChoice, ...SaveChoice[]];
  /** Whether to show the choice even if it is the only one. */
  readonly mustAsk?: boolean;
}

/**
 * Asks where to save, and writes with progress. Settles once that has succeeded, failed or been cancelled; informs the
 * user of the result.
 */
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
