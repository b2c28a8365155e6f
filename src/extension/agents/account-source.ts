import type { ChargeRecord, ChargeRecordsQuery, VehicleReader } from '../api.ts';
import type { ListedVehicles, RecordPart, RecordsQuery, VehicleSource } from '../../mcp/vehicle-source.ts';

/** The vehicles of the view. What it reads, it keeps: only a read of charge records can be cancelled. */
export interface ReaderOfView extends Pick<VehicleReader, 'nominalCapacity'> {
  vehicles(): Promise<ListedVehicles>;
  chargeRecords(query: ChargeRecordsQuery, signal: AbortSignal): Promise<readonly ChargeRecord[]>;
}

/** The vehicles of connected accounts, for the tools of agents. */
export class AccountSource implements VehicleSource {
  readonly whose = 'the connected accounts in the selected environment';
  readonly #reader: ReaderOfView;

  constructor(reader: ReaderOfView) {
    this.#reader = reader;
  }

  vehicles() {
    return this.#reader.vehicles();
  }

  nominalCapacity(vehicleId: string) {
    return this.#reader.nominalCapacity(vehicleId);
  }

  async *chargeRecords(query: RecordsQuery, signal: AbortSignal): AsyncGenerator<RecordPart> {
    const { vehicles, unread } = await this.vehicles();
    signal.throwIfAborted();
    const isAsked = ({ id }: { readonly id?: string }) => id === query.vehicleId;
    const unknown = unread.find(isAsked);
    if (unknown) throw unknown.error;
    const vehicle = vehicles.find(isAsked);
    if (!vehicle) throw new Error('No connected account has a vehicle with this id. Call list_vehicles for the ids.');
    yield { records: await this.#reader.chargeRecords({ ...query, make: vehicle.make }, signal), invalid: 0 };
  }
}
