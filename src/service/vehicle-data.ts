import type { ServiceEnvironment } from './environment.ts';
import type { Transport } from './transport.ts';
import type { ChargeRecordsQuery, NominalCapacity, Vehicle } from './vehicles.ts';

export interface VehicleDataOptions {
  readonly transport: Transport;
  /** Asked for each request, because the sandbox may move to another port. */
  readonly environment: () => Promise<ServiceEnvironment>;
  /**
   * The access token to use. Called again with the rejected token after a 401, once; whoever answers decides whether
   * another generation exists or a refresh is due.
   */
  readonly accessToken: (rejected?: string) => Promise<string>;
}

export interface ChargeRecordsAnswer {
  /** `{"records":[…]}` as bytes. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly requestId: string | undefined;
  /** When the service fetched it from the maker (`SC-Fetched-At`, ISO 8601), if it says so. */
  readonly fetchedAt: string | undefined;
}

/** Vehicle data endpoints for one session. Every rejection is a ServiceError. */
export class VehicleData {
  constructor(_options: VehicleDataOptions) {
    throw new Error('to be written');
  }

  /** The owner's id (public). */
  user(_signal?: AbortSignal): Promise<{ readonly id: string }> {
    throw new Error('to be written');
  }

  /** One page of ids (public). `total` counts all pages. */
  vehicleIds(
    _page: { readonly limit: number; readonly offset: number },
    _signal?: AbortSignal,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
    throw new Error('to be written');
  }

  /** Make, model, year (public; needs `read_vehicle_info`). */
  vehicle(_id: string, _signal?: AbortSignal): Promise<Vehicle> {
    throw new Error('to be written');
  }

  /** Endpoint 3 of the document. */
  nominalCapacity(_vehicleId: string, _signal?: AbortSignal): Promise<NominalCapacity> {
    throw new Error('to be written');
  }

  /** Endpoint 4 of the document, as a stream. */
  chargeRecords(_query: ChargeRecordsQuery, _signal?: AbortSignal): Promise<ChargeRecordsAnswer> {
    throw new Error('to be written');
  }
}
