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
    const lists = [account.list, ...(account.other ? [account.other.list] : [])];
    const times = lists.filter(({ loading }) => loading).map(({ askedAt = now }) => askedAt);
    const since = Math.min(...times);
    return now - since >= patienceMs && times.length > 0 ? [{ of: account, since }] : [];
  });
}
