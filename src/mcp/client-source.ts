import { readVehicles, withoutAddress } from '../extension/exported-api.ts';
import type { VehicleData } from '../service/model/vehicle-data.ts';
import { type RecordsQuery, recordsOf, type VehicleSource } from './vehicle-source.ts';

/** The vehicles of one account. */
export class ClientSource implements VehicleSource {
  readonly whose = 'the account';
  readonly #client: () => VehicleData;
  readonly #needsMake: boolean;

  /** @param needsMake whether charge records are asked for by the make, which costs a request */
  constructor(client: () => VehicleData, needsMake: boolean) {
    this.#client = client;
    this.#needsMake = needsMake;
  }

  vehicles({ signal, progress }: Parameters<VehicleSource['vehicles']>[0]) {
    return readVehicles(this.#client(), signal, (done, total) => progress(done, total, `${done} vehicles read`));
  }

  async nominalCapacity(vehicleId: string, signal: AbortSignal) {
    return withoutAddress(await this.#client().nominalCapacity(vehicleId, signal));
  }

  async *chargeRecords(query: RecordsQuery, signal: AbortSignal) {
    const make = this.#needsMake ? (await this.#client().vehicle(query.vehicleId, signal)).make : '';
    yield* recordsOf(await this.#client().chargeRecords({ ...query, make }, signal));
  }
}
