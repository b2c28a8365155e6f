import { RateLimiter } from './http/rate-limiter.ts';
import type { TransportOptions } from './http/messages.ts';
import { Transport } from './http/transport.ts';
import type { ApiVersion } from './model/environment.ts';
import type { VehicleData, VehicleDataSession } from './model/vehicle-data.ts';
import { ApplicationTokens } from './oauth/application-tokens.ts';
import { TokenEndpoint } from './oauth/token-endpoint.ts';
import { VehicleDataV2 } from './v2/client.ts';
import { VehicleDataV3 } from './v3/client.ts';

/** One for each call: the type check finds one that is missing. */
const calls: Readonly<Record<keyof VehicleData, true>> = {
  user: true,
  vehicleIds: true,
  vehicle: true,
  permissions: true,
  disconnect: true,
  nominalCapacity: true,
  signals: true,
  chargeRecords: true,
  fields: true,
  rawJson: true,
  repeat: true,
};

/**
 * The service. All its clients share one transport and one rate limiter, because they share limits. The only place that
 * selects the version of the vehicle data.
 */
export class ServiceClient {
  readonly tokenEndpoint: TokenEndpoint;
  readonly applicationTokens: ApplicationTokens;
  readonly #transport: Transport;
  readonly #rateLimiter: RateLimiter;

  constructor(options: TransportOptions) {
    this.#transport = new Transport(options);
    this.#rateLimiter = new RateLimiter();
    this.tokenEndpoint = new TokenEndpoint(this.#transport);
    this.applicationTokens = new ApplicationTokens(this.tokenEndpoint);
  }

  vehicleData(session: VehicleDataSession): VehicleData {
    const clients: Readonly<Record<ApiVersion, VehicleData>> = {
      '2.0': new VehicleDataV2(session, this.#transport, this.#rateLimiter),
      '3': new VehicleDataV3(session, this.#transport, this.#rateLimiter),
    };
    const call =
      (name: keyof VehicleData) =>
      async (...request: unknown[]): Promise<unknown> => {
        try {
          // Read for each request, because an environment may change.
          const client = clients[(await session.environment()).version ?? '2.0'];
          return await (client[name] as (...request: unknown[]) => Promise<unknown>)(...request);
        } catch (error) {
          session.onFailure?.(error);
          throw error;
        }
      };
    const names = Object.keys(calls) as (keyof VehicleData)[];
    return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as VehicleData;
  }
}
