import { accountLabel } from '../../common/account-label.ts';
import { plainText } from '../../common/text/plain-text.ts';
import type { Translate } from '../../common/translate.ts';
import type { ConnectedAccount, TokenState } from '../environments/connected-account.ts';
import { isSandboxEnvironment } from '../environments/settings/environment-entry.ts';
import { sandboxLocation } from '../../sandbox-client/sandbox-location.ts';
import type { WindowHost } from '../../sandbox-client/sandbox-location.ts';
import type { SandboxStatus } from '../../sandbox-client/sandbox.ts';

/** The data from which the status bar item is made. */
export interface StatusFacts {
  /** Name of the selected environment. */
  readonly selected: string;
  readonly sandbox: SandboxStatus;
  /** The accounts of the selected environment. */
  readonly accounts: readonly ConnectedAccount[];
  /** Formats a time for display, with the date if it is not today. */
  readonly time: (at: number) => string;
  readonly host: WindowHost;
  readonly t: Translate;
}

/** The extension's only status bar item. */
export interface EnvironmentStatus {
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

/** Icons of states that are important enough to replace the icon of the environment. */
const stateIcons: Partial<Record<TokenState, string>> = {
  'needs-owner': 'warning',
  locked: 'lock',
  offline: 'debug-disconnect',
  refreshing: 'sync~spin',
};

/** The environment, the accounts and the state of their tokens. */
export function environmentStatus({ selected, sandbox, accounts, time, host, t }: StatusFacts): EnvironmentStatus {
  const isSandbox = isSandboxEnvironment(selected);
  const name = isSandbox ? t('Sandbox') : plainText(selected, 30);
  const worst = worstFirst.find((state) => accounts.some((account) => account.state === state));
  const ownIcon = isSandbox ? sandboxIcons[sandbox.kind] : 'server-environment';
  const icon = (worst && stateIcons[worst]) ?? ownIcon;
  const [first, ...others] = accounts;
  const who = first ? (others.length === 0 ? labelOf(first, 30) : t('{0} accounts', accounts.length)) : '';
  const heading = t('Vehicle Data environment: {0}', name);
  const lines = accounts.map((account) => accountLine(account, time, t));
  if (accounts.length === 0) lines.push(t('No account is connected.'));
  if (isSandbox || sandbox.kind !== 'stopped') lines.push(...sandboxLines(sandbox, host, t));
  return {
    icon,
    text: [name, who].filter((part) => part !== '').join(' · '),
    tooltip: [heading, ...lines],
    spoken: [heading, ...lines].join(', '),
    isWarning: worst === 'needs-owner',
  };
}

function labelOf({ account, environment }: ConnectedAccount, maxLength: number): string {
  return accountLabel(account.label, environment, maxLength);
}

/** Includes both expiry times, if they matter. */
function accountLine(account: ConnectedAccount, time: (at: number) => string, t: Translate): string {
  return `${labelOf(account, 60)}: ${stateText(account, time, t)}`;
}

function stateText(account: ConnectedAccount, time: (at: number) => string, t: Translate): string {
  const { state, accessTokenExpiresAt, refreshTokenExpiresAt } = account;
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
    case 'refreshing':
      return t('refreshing tokens');
    case 'offline':
      return t('API not reachable, refresh token until {0}', time(refreshTokenExpiresAt));
    case 'locked':
      return t('keyring locked, tokens are kept');
    case 'needs-owner':
      return t('access ended: connect again');
  }
}

function sandboxLines(sandbox: SandboxStatus, host: WindowHost, t: Translate): readonly string[] {
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
