import type { NominalCapacity, VehicleDataApi } from './api.ts';
import type { SessionClients } from './auth/provider/session-clients.ts';
import { limit } from '../common/concurrency-limit.ts';
import type { ServiceError } from '../service/model/errors.ts';
import type { VehicleData } from '../service/model/vehicle-data.ts';
import type { ChargeRecordsQuery, NominalCapacity as CapacityOfService, Vehicle } from '../service/model/vehicles.ts';
import type { VehiclesModule } from './vehicles/register.ts';

/** The API that activation returns. Whoever calls it brings a session, which VS Code gives out with consent. */
export function exportedApi(clients: Pick<SessionClients, 'ofToken'>): VehicleDataApi {
  return {
    version: 2,
    forSession: async ({ accessToken }) => {
      const client = await clients.ofToken(accessToken);
      return {
        vehicles: async () => (await readVehicles(client)).vehicles,
        nominalCapacity: async (vehicleId) => withoutAddress(await client.nominalCapacity(vehicleId)),
        chargeRecords: (query) => readRecords(client, query),
      };
    },
  };
}

/** The vehicles of the view, for this extension alone: nobody is asked for consent. */
export function readerOfView(
  vehicles: Pick<VehiclesModule, 'vehicles' | 'nominalCapacity' | 'sessionOf'>,
  clients: Pick<SessionClients, 'of'>,
) {
  return {
    vehicles: () => vehicles.vehicles(),
    nominalCapacity: async (vehicleId: string) => withoutAddress(await vehicles.nominalCapacity(vehicleId)),
    chargeRecords: async (query: ChargeRecordsQuery, signal: AbortSignal) => {
      return readRecords(clients.of(await vehicles.sessionOf(query.vehicleId)), query, signal);
    },
  };
}

const pageSize = 50;

/**
 * Every vehicle that the client lists, and those of them whose make, model and year can't be read. Rejects if there are
 * some and none can.
 *
 * @param progress hears after each vehicle how many of how many were asked about
 */
export async function readVehicles(
  client: Pick<VehicleData, 'vehicleIds' | 'vehicle'>,
  signal = new AbortController().signal,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<{
  readonly vehicles: readonly Vehicle[];
  readonly unread: readonly { readonly id?: string; readonly error: unknown }[];
}> {
  const ids = new Set<string>();
  const odd = new Map<string, ServiceError>();
  for (let [offset, total] = [0, Infinity]; offset < total; offset += pageSize) {
    const before = ids.size + odd.size;
    const page = await client.vehicleIds({ limit: pageSize, offset }, signal);
    for (const id of page.ids) ids.add(id);
    if (page.unread) odd.set(page.unread.message, page.unread);
    // A page with nothing new ends the list, whatever the service counts.
    total = ids.size + odd.size > before ? page.total : 0;
  }
  const limited = limit(4);
  const listed = [...ids];
  let done = 0;
  const count = () => progress(++done, listed.length);
  const results = await Promise.allSettled(
    listed.map((id) => limited(() => client.vehicle(id, signal), signal).finally(count)),
  );
  signal.throwIfAborted();
  const vehicles = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  const ofVehicles = listed.flatMap((id, index) => {
    const result = results[index];
    return result?.status === 'rejected' ? [{ id, error: result.reason as unknown }] : [];
  });
  const unread = [...ofVehicles, ...[...odd.values()].map((error) => ({ error }))];
  if (unread[0] && vehicles.length === 0) throw unread[0].error;
  return { vehicles, unread };
}

async function readRecords(
  client: Pick<VehicleData, 'chargeRecords'>,
  query: ChargeRecordsQuery,
  signal?: AbortSignal,
) {
  const { readRecordList } = await import('./records/load/record-list.ts');
  return readRecordList(await client.chargeRecords(query, signal));
}

/** The address of the owner's choice holds a token. */
export function withoutAddress(capacity: CapacityOfService): NominalCapacity {
  if (capacity.case === 'determined') {
    const { isSourceUnknown: _, ...rest } = capacity;
    return rest;
  }
  const { selectUrl, ...rest } = capacity;
  return { ...rest, canChoose: selectUrl !== null };
}
