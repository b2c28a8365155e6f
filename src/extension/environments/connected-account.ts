import type { Event } from '../../common/event.ts';

/** How the tokens of an account are; the sessions of the room above say it. */
export type TokenState = 'fresh' | 'application' | 'expiring' | 'refreshing' | 'offline' | 'locked' | 'needs-owner';

/** A connected account, as far as it matters here. Times are milliseconds since 1970. */
export interface ConnectedAccount {
  readonly environment: string;
  readonly account: { readonly label: string };
  readonly state: TokenState;
  readonly accessTokenExpiresAt: number;
  readonly refreshTokenExpiresAt: number;
}

/** The connected accounts of all environments. The room of the sessions has them, and is built after this one. */
export interface Accounts {
  readonly onDidChange: Event<void>;
  /** Resolves once something in this window wants to show accounts or use them; looking at this asks for nothing. */
  readonly inUse: Promise<void>;
  /** Rejects while nothing of them can be read. */
  list(): Promise<readonly ConnectedAccount[]>;
}

/** Those of one environment; none while they can't be read. */
export async function accountsOf(accounts: Accounts, environment: string): Promise<readonly ConnectedAccount[]> {
  const all = await accounts.list().catch(() => []);
  return all.filter((each) => each.environment === environment);
}
