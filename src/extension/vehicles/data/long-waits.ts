import type { Account } from './account.ts';
import type { VehicleDirectory } from './vehicle-directory.ts';

/** How long a list may take before the view mentions it, in milliseconds. */
const patienceMs = 5_000;

/** A list that takes long to arrive. */
export interface LongWait {
  readonly of: Account;
  /** Milliseconds since 1970. */
  readonly since: number;
}

export function longWaits({ accounts }: Pick<VehicleDirectory, 'accounts'>, now: number): readonly LongWait[] {
  return accounts.flatMap((account) => {
    const { loading, askedAt: since = now } = account.list;
    return loading && now - since >= patienceMs ? [{ of: account, since }] : [];
  });
}
