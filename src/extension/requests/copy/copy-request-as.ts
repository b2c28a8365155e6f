import * as vscode from 'vscode';
import { saveText } from '../../window/save-text.ts';
import { window } from '../../window/window.ts';
import type { SentRequest } from '../sent-request.ts';
import { snippet } from './copy-as-code.ts';
import { languagesFor } from './languages.ts';

/**
 * Asks for a language, then copies the request or saves it as `.http`.
 *
 * @param name of the file, without its extension
 * @param about what to know about secrets in it
 */
export async function copyRequestAs(request: SentRequest, name: string, about: string): Promise<void> {
  const { l10n } = vscode;
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
