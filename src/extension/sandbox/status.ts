import * as vscode from 'vscode';
import { accountLabel } from '../../common/vehicle-names.ts';
import { now } from '../../common/clock.ts';
import { timeText } from '../../common/text/dates.ts';
import { plainText } from '../../common/text/plain-text.ts';
import { t } from '../../common/translate.ts';
import {
  type Accounts,
  accountsOf,
  type ConnectedAccount,
  type TokenState,
} from '../environments/connected-account.ts';
import { isSandboxEnvironment } from '../environments/settings/environment-entry.ts';
import type { Environments } from '../environments/settings/environments.ts';
import { sandboxLocation, type WindowHost } from '../../sandbox-client/sandbox-location.ts';
import type { Sandbox, SandboxStatus } from '../../sandbox-client/sandbox.ts';
import { window } from '../window/window.ts';

/** Tokens expire without an event, so the state is checked regularly. */
const lookEveryMs = 30_000;

/** Shows the extension's status bar item and keeps it up to date. */
export function showStatusItem(
  environments: Environments,
  sandbox: Sandbox,
  accounts: Accounts,
  host: WindowHost,
): vscode.Disposable {
  const { commands } = vscode;
  const item = window.createStatusBarItem('vehicleData.environment', vscode.StatusBarAlignment.Left);
  item.name = t('Vehicle Data Environment');
  let updates = 0;

  async function update(): Promise<void> {
    const turn = ++updates;
    void commands.executeCommand('setContext', 'vehicleData.sandboxRuns', sandbox.status.kind === 'running');
    const selected = environments.current();
    const connected = await accountsOf(accounts, selected);
    // A later update has started meanwhile; its result is newer.
    if (turn !== updates) return;
    const status = environmentStatus(selected, sandbox.status, connected, host);
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

/** The extension's only status bar item. */
interface EnvironmentStatus {
  /** Name of a theme icon. */
  readonly icon: string;
  readonly text: string;
  /** Lines of plain text; the first is the heading. */
  readonly tooltip: readonly string[];
  readonly spoken: string;
  /** True if somebody has to act. */
  readonly isWarning: boolean;
}

const sandboxIcons = { stopped: 'vm-outline', starting: 'loading~spin', running: 'vm-running' } as const;

/** From worst to best: the item has only one icon, so it shows the worst state of all accounts. */
const worstFirst: readonly TokenState[] = [
  'needs-owner',
  'locked',
  'offline',
  'refreshing',
  'expiring',
  'fresh',
  'application',
];

/** States that are important enough to replace the icon of the environment, and what that icon says. */
const states: Partial<Record<TokenState, readonly [icon: string, spoken: () => string]>> = {
  'needs-owner': ['warning', () => t('access ended: connect again')],
  locked: ['lock', () => t('keyring locked, tokens are kept')],
  offline: ['debug-disconnect', () => t('API not reachable')],
  refreshing: ['sync~spin', () => t('refreshing tokens')],
};

/** The environment, the accounts and the state of their tokens. */
export function environmentStatus(
  selected: string,
  sandbox: SandboxStatus,
  accounts: readonly ConnectedAccount[],
  host: WindowHost,
): EnvironmentStatus {
  const isSandbox = isSandboxEnvironment(selected);
  const name = isSandbox ? t('Sandbox') : plainText(selected, 30);
  const worst = worstFirst.find((state) => accounts.some((account) => account.state === state));
  const ownIcon = isSandbox ? sandboxIcons[sandbox.kind] : 'server-environment';
  const [icon, state] = (worst && states[worst]) ?? [ownIcon, () => ''];
  const [first, ...others] = accounts;
  const who = first ? (others.length === 0 ? labelOf(first, 30) : t('{0} accounts', accounts.length)) : '';
  const heading = t('Vehicle Data environment: {0}', name);
  const lines = accounts.map((account) => accountLine(account));
  if (accounts.length === 0) lines.push(t('No account is connected.'));
  if (isSandbox || sandbox.kind !== 'stopped') lines.push(...sandboxLines(sandbox, host));
  return {
    icon,
    text: [name, who].filter((part) => part !== '').join(' · '),
    tooltip: [heading, ...lines],
    // Read at each visit, so without the tooltip's times and ports.
    spoken: [
      heading,
      isSandbox ? t(sandbox.kind === 'running' ? 'running' : 'not running') : '',
      who || t('No account is connected.'),
      state(),
    ]
      .filter((part) => part !== '')
      .join(', '),
    isWarning: worst === 'needs-owner',
  };
}

function labelOf({ account, environment }: ConnectedAccount, maxLength: number): string {
  return accountLabel(account.label, environment, maxLength);
}

/** Includes both expiry times, if they matter. */
function accountLine(account: ConnectedAccount): string {
  return `${labelOf(account, 60)}: ${stateText(account)}`;
}

function stateText(account: ConnectedAccount): string {
  const { state, accessTokenExpiresAt, refreshTokenExpiresAt } = account;
  const time = (at: number) => timeText(at, now(), vscode.env.language);
  switch (state) {
    case 'fresh':
      return t(
        'access token until {0}, refresh token until {1}',
        time(accessTokenExpiresAt),
        time(refreshTokenExpiresAt),
      );
    case 'application':
      return t('application token');
    case 'expiring':
      return t('access token due for refresh, refresh token until {0}', time(refreshTokenExpiresAt));
    case 'offline':
      return t('API not reachable, refresh token until {0}', time(refreshTokenExpiresAt));
    default:
      return states[state]?.[1]() ?? '';
  }
}

function sandboxLines(sandbox: SandboxStatus, host: WindowHost): readonly string[] {
  switch (sandbox.kind) {
    case 'stopped':
      return [t('Sandbox not running. The next request starts it.')];
    case 'starting':
      return [t('Starting sandbox…')];
    case 'running': {
      const where = sandboxLocation(host, sandbox.addresses, t);
      return [t('Sandbox running at {0}.', sandbox.addresses.baseUrl), ...(where ? [where.meaning] : [])];
    }
  }
}
