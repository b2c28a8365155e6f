import type { VehicleReader } from '../api.ts';
import type { RecordPart, RecordsQuery, VehicleSource } from '../agents/vehicle-source.ts';

/** The vehicles of connected accounts, for the tools of agents. */
export class AccountSource implements VehicleSource {
  readonly whose = 'the connected accounts in the selected environment';
  readonly #reader: VehicleReader;

  constructor(reader: VehicleReader) {
    this.#reader = reader;
  }

  vehicles() {
    return this.#reader.vehicles();
  }

  nominalCapacity(vehicleId: string) {
    return this.#reader.nominalCapacity(vehicleId);
  }

  async *chargeRecords(query: RecordsQuery): AsyncGenerator<RecordPart> {
    const vehicle = (await this.vehicles()).find(({ id }) => id === query.vehicleId);
    if (!vehicle) throw new Error('No connected account has a vehicle with this id. Call list_vehicles for the ids.');
    yield { records: await this.#reader.chargeRecords({ ...query, make: vehicle.make }), invalid: 0 };
  }
}
