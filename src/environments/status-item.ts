import * as vscode from 'vscode';
import { tooltipMarkdown } from '../common/markdown.ts';
import { environmentStatus } from './environment-status.ts';
import type { Environments } from './environments.ts';
import type { Sandbox } from './sandbox.ts';

/** Shows the extension's item in the status bar, and keeps it true. */
export function showStatusItem(environments: Environments, sandbox: Sandbox): vscode.Disposable {
  const { l10n, window, commands } = vscode;
  const item = window.createStatusBarItem('vehicleData.environment', vscode.StatusBarAlignment.Left);
  item.name = l10n.t('Vehicle Data Environment');
  item.command = 'vehicleData.showSandboxActions';

  function update(): void {
    void commands.executeCommand('setContext', 'vehicleData.sandboxRuns', sandbox.status.kind === 'running');
    const status = environmentStatus(environments.current(), sandbox.status, l10n.t);
    if (!status) return item.hide();
    item.text = status.text;
    item.tooltip = new vscode.MarkdownString(tooltipMarkdown(status.tooltip));
    item.accessibilityInformation = { label: status.spoken };
    item.show();
  }

  const subscriptions = [environments, sandbox].map((source) => source.onDidChange(update));
  update();
  return vscode.Disposable.from(item, ...subscriptions);
}
