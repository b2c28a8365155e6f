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
    const waiting = account.sources.filter(({ list }) => list.loading);
    const times = waiting.map(({ list: { askedAt = now } }) => askedAt);
    const since = Math.min(...times);
    return now - since >= patienceMs && times.length > 0 ? [{ of: account, since }] : [];
  });
}
