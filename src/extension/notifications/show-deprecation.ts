import * as vscode from 'vscode';
import type { RequestReport } from '../../service/model/request-report.ts';
import { deprecationNotice } from '../../service/deprecation-notices.ts';
import { window } from '../window/window.ts';

/** Shows, once, what a response says about the end of version 2.0. */
export async function showDeprecation(memory: vscode.Memento, report: RequestReport): Promise<void> {
  const { l10n, env } = vscode;
  const notice = deprecationNotice(report, memory, env.language);
  if (!notice) return;
  const changes = l10n.t('See What Changes');
  const page = l10n.t('Learn More');
  const pressed = await window.showInformationMessage(notice.text, changes, ...(notice.page ? [page] : []));
  if (pressed === changes) await vscode.commands.executeCommand('vehicleData.openHelp', { page: 'version-2' });
  if (pressed === page && notice.page) await env.openExternal(vscode.Uri.parse(notice.page));
}
