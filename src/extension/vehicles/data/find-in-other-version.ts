import type { SessionInfo } from '../../auth/sessions/session-info.ts';
import { asServiceError } from '../../../service/model/as-service-error.ts';
import type { ServiceError } from '../../../service/model/errors.ts';
import type { VehicleData } from '../../../service/model/vehicle-data.ts';
import type { Vehicle } from '../../../service/model/vehicles.ts';
import { pageSize } from './account.ts';
import { versionOf } from './other-version.ts';

/** A vehicle of an account, whatever environment is selected. */
export interface AccountVehicle {
  readonly session: SessionInfo;
  readonly vehicleId: string;
}

/** What the other version has: the vehicle with the same ID, similar ones, or none, and why. */
export interface OtherVersion {
  readonly found?: AccountVehicle | undefined;
  readonly alike: readonly (AccountVehicle & { readonly vehicle: Vehicle })[];
  readonly failure?: ServiceError | undefined;
}

type Client = Pick<VehicleData, 'vehicleIds' | 'vehicle'>;

/** How many pages of one account are listed, and how many vehicles' names are requested at most. */
const mostPages = 20;
const mostNames = 20;

/**
 * Looks for a vehicle in the accounts of the other version: by its ID, which may differ between versions, then by make
 * and model. Accounts of the same owner come first. Rejects only when `signal` has aborted.
 */
export async function findInOtherVersion(
  wanted: { readonly account: SessionInfo; readonly vehicleId: string; readonly vehicle: Vehicle | undefined },
  sessions: readonly SessionInfo[],
  clientFor: (sessionId: string) => Client,
  signal: AbortSignal,
): Promise<OtherVersion> {
  const { account: own, vehicleId, vehicle } = wanted;
  const version = versionOf(own) === '3' ? '2.0' : '3';
  const isOwners = (session: SessionInfo) => session.account.id === own.account.id;
  const others = sessions
    .filter((session) => session.state !== 'locked' && versionOf(session) === version)
    .sort((a, b) => Number(isOwners(b)) - Number(isOwners(a)));
  let failure: ServiceError | undefined;
  const listed: AccountVehicle[] = [];
  for (const session of others) {
    try {
      const ids = await allIds(clientFor(session.id), signal);
      if (ids.has(vehicleId)) return { found: { session, vehicleId }, alike: [] };
      listed.push(...[...ids].map((id) => ({ session, vehicleId: id })));
    } catch (thrown) {
      signal.throwIfAborted();
      failure ??= asServiceError(thrown);
    }
  }
  const alike = vehicle ? await thoseAlike(vehicle, listed.slice(0, mostNames), clientFor, signal) : [];
  return { alike, failure };
}

async function allIds(client: Client, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let page = 0; page < mostPages; page++) {
    const before = ids.size;
    const { ids: found, total, unread } = await client.vehicleIds({ limit: pageSize, offset: page * pageSize }, signal);
    for (const id of found) ids.add(id);
    if ((ids.size === before && !unread) || (page + 1) * pageSize >= total) break;
  }
  return ids;
}

async function thoseAlike(
  { make, model }: Vehicle,
  listed: readonly AccountVehicle[],
  clientFor: (sessionId: string) => Client,
  signal: AbortSignal,
) {
  const named = await Promise.all(
    listed.map(async (each) => {
      const vehicle = await clientFor(each.session.id)
        .vehicle(each.vehicleId, signal)
        .catch(() => undefined);
      return vehicle ? [{ ...each, vehicle }] : [];
    }),
  );
  signal.throwIfAborted();
  const isAlike = (other: Vehicle) =>
    other.make.toLowerCase() === make.toLowerCase() && other.model.toLowerCase() === model.toLowerCase();
  return named.flat().filter(({ vehicle }) => isAlike(vehicle));
}
