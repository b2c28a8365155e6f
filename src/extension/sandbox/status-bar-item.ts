import * as vscode from 'vscode';
import type { Clock } from '../../common/clock.ts';
import { timeText } from '../../common/text/dates.ts';
import { accountsOf } from '../environments/connected-account.ts';
import type { Accounts } from '../environments/connected-account.ts';
import type { Environments } from '../environments/settings/environments.ts';
import type { WindowHost } from '../../sandbox-client/sandbox-location.ts';
import type { Sandbox } from '../../sandbox-client/sandbox.ts';
import { environmentStatus } from './status.ts';
import { window } from '../window/window.ts';

/** Tokens expire without an event, so the state is checked regularly. */
const lookEveryMs = 30_000;

/** Shows the extension's status bar item and keeps it up to date. */
export function showStatusItem(
  environments: Environments,
  sandbox: Sandbox,
  accounts: Accounts,
  host: WindowHost,
  clock: Clock,
): vscode.Disposable {
  const { l10n, commands } = vscode;
  const item = window.createStatusBarItem('vehicleData.environment', vscode.StatusBarAlignment.Left);
  item.name = l10n.t('Vehicle Data Environment');
  let updates = 0;

  async function update(): Promise<void> {
    const turn = ++updates;
    void commands.executeCommand('setContext', 'vehicleData.sandboxRuns', sandbox.status.kind === 'running');
    const selected = environments.current();
    const connected = await accountsOf(accounts, selected);
    // A later update has started meanwhile; its result is newer.
    if (turn !== updates) return;
    const status = environmentStatus({
      selected,
      sandbox: sandbox.status,
      accounts: connected,
      time: (at) => timeText(at, clock.now(), vscode.env.language),
      host,
      t: l10n.t,
    });
    item.text = window.statusText(status.icon, status.text);
    item.tooltip = window.tooltip(status.tooltip);
    item.accessibilityInformation = { label: status.spoken };
    item.backgroundColor = status.isWarning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.command = 'vehicleData.selectEnvironment';
    item.show();
  }

  const subscriptions = [environments, sandbox, accounts].map((source) => source.onDidChange(() => void update()));
  const timer = setInterval(() => void update(), lookEveryMs);
  void update();
  return vscode.Disposable.from(item, ...subscriptions, {
    dispose() {
      clearInterval(timer);
      updates = Infinity;
    },
  });
}
