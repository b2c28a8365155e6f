import type { VehicleDataApi } from './api.ts';
import { ClientReader } from '../service/client-reader.ts';
import type { VehicleData } from '../service/model/vehicle-data.ts';
import type { PartialRecord } from '../service/model/vehicles.ts';

/** The API that activation returns. Callers provide a session, which VS Code hands out only with consent. */
export function exportedApi(clientOfToken: (accessToken: string) => Promise<VehicleData>): VehicleDataApi {
  return {
    version: 2,
    forSession: async ({ accessToken }) => {
      const client = await clientOfToken(accessToken);
      const reader = new ClientReader(() => client, true);
      const { signal } = new AbortController();
      return {
        vehicles: async () => {
          const { vehicles, unread } = await reader.vehicles({ signal, progress: () => undefined });
          return Object.assign([...vehicles], { unread });
        },
        nominalCapacity: (vehicleId) => reader.nominalCapacity(vehicleId, signal),
        signals: (vehicleId) => reader.signals(vehicleId, signal),
        chargeRecords: async (query) => {
          const all: PartialRecord[] = [];
          for await (const { records } of reader.chargeRecords(query, signal)) all.push(...records);
          return all;
        },
      };
    },
  };
}
