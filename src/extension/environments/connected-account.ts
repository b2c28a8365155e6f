import type { Event } from '../../common/event.ts';

/** The state of an account's tokens, as reported by its session. */
export type TokenState = 'fresh' | 'application' | 'expiring' | 'refreshing' | 'offline' | 'locked' | 'needs-owner';

/** A connected account, as far as it matters here. Times are milliseconds since 1970. */
export interface ConnectedAccount {
  readonly environment: string;
  readonly account: { readonly label: string };
  readonly state: TokenState;
  readonly accessTokenExpiresAt: number;
  readonly refreshTokenExpiresAt: number;
}

/** The connected accounts of all environments, provided by the `auth` room, which is built after this one. */
export interface Accounts {
  readonly onDidChange: Event<void>;
  /** Rejects while none can be read. */
  list(): Promise<readonly ConnectedAccount[]>;
}

/** The accounts of one environment; none while they can't be read. */
export async function accountsOf(accounts: Accounts, environment: string): Promise<readonly ConnectedAccount[]> {
  const all = await accounts.list().catch(() => []);
  return all.filter((each) => each.environment === environment);
}
