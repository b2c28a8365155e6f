import type { Account } from './account.ts';
import type { CachedAnswer } from './cached-request.ts';
import { failsForAll, isOutage, outagePauseMs } from './failures-for-all.ts';
import type { VehicleDirectory } from './vehicle-directory.ts';

/** Accounts to retry now because an outage is the only problem: each once a minute, and none while it is retried. */
export function accountsToRetry({ accounts }: Pick<VehicleDirectory, 'accounts'>, now: number): readonly Account[] {
  return accounts.filter((account) => isDue(account, now));
}

function isDue(account: Account, now: number): boolean {
  const lost = lostAnswers(account);
  if (lost.length === 0 || lost.some(({ loading }) => loading)) return false;
  // A time in the future is from before the clock was set back, and says nothing.
  const asked = Math.max(...lost.map(({ askedAt = 0 }) => askedAt).filter((at) => at <= now));
  const retryAt = Math.max(...lost.map(({ error }) => error?.retryAt ?? 0));
  return now - asked >= outagePauseMs && now >= retryAt;
}

/** The list, if it failed because of an outage, and requests about vehicles that failed for a reason that all share. */
function lostAnswers({ list, vehicles }: Account): readonly CachedAnswer<unknown>[] {
  const ofVehicles = vehicles.flatMap(({ answers }) => answers).filter(({ error }) => error && failsForAll(error));
  return [list, ...ofVehicles].filter(({ error }) => error && isOutage(error));
}
