import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { savedName } from '../../common/text/saved-name.ts';
import { saveFailure, savePlace } from './save-place.ts';
import { window } from './window.ts';

/** Asks where to save, and returns the file that was saved, if any. Shows an error if it could not be. */
export async function saveText(fileName: string, text: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const dot = fileName.lastIndexOf('.');
  const extension = fileName.slice(dot + 1);
  const target = await window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, savedName(fileName.slice(0, dot), extension)),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (!target) return undefined;
  try {
    await savePlace(target, [text]);
    return target;
  } catch (error) {
    void window.showErrorMessage(saveFailure(target, error));
    return undefined;
  }
}
