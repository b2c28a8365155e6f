import { lazy } from '../common/lazy.ts';
import type { TransportOptions } from './http/messages.ts';
import type { ApiVersion } from './model/environment.ts';
import type { VehicleData, VehicleDataSession } from './model/vehicle-data.ts';
import type { ApplicationTokens } from './oauth/application-tokens.ts';
import type { TokenEndpoint } from './oauth/token-endpoint.ts';

/** The only place that selects the version of the vehicle data. */
const loadVersion = async (version: ApiVersion) =>
  version === '3' ? (await import('./v3/client.ts')).VehicleDataV3 : (await import('./v2/client.ts')).VehicleDataV2;

/**
 * The service client, loaded with the first request: it brings zod, and the start of VS Code must not wait for that.
 * All its clients share one transport and one rate limiter, because they share limits.
 */
export class LazyService {
  readonly #options: TransportOptions;
  readonly #transport = lazy(async () => {
    const { Transport } = await import('./http/transport.ts');
    return new Transport(this.#options);
  });
  readonly #rateLimiter = lazy(async () => {
    const { RateLimiter } = await import('./http/rate-limiter.ts');
    return new RateLimiter(this.#options.clock);
  });
  readonly #applicationTokens = lazy(async () => {
    const { ApplicationTokens } = await import('./oauth/application-tokens.ts');
    return new ApplicationTokens(await this.tokenEndpoint(), this.#options.clock);
  });

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async tokenEndpoint(): Promise<TokenEndpoint> {
    const { TokenEndpoint } = await import('./oauth/token-endpoint.ts');
    return new TokenEndpoint(await this.#transport(), this.#options.clock);
  }

  /** See {@link ApplicationTokens.token}. */
  async applicationToken(...request: Parameters<ApplicationTokens['token']>): Promise<string> {
    return (await this.#applicationTokens()).token(...request);
  }

  vehicleData(session: VehicleDataSession): VehicleData {
    const clientOf = (version: ApiVersion) =>
      lazy<VehicleData>(async () => {
        const [Client, transport, rateLimiter] = await Promise.all([
          loadVersion(version),
          this.#transport(),
          this.#rateLimiter(),
        ]);
        return new Client(session, transport, rateLimiter);
      });
    const clients = { '2.0': clientOf('2.0'), '3': clientOf('3') };
    // Read for each request, because an environment may change.
    const client = async () => clients[(await session.environment()).version ?? '2.0']();
    return {
      user: async (...request) => (await client()).user(...request),
      vehicleIds: async (...request) => (await client()).vehicleIds(...request),
      vehicle: async (...request) => (await client()).vehicle(...request),
      permissions: async (...request) => (await client()).permissions(...request),
      disconnect: async (...request) => (await client()).disconnect(...request),
      nominalCapacity: async (...request) => (await client()).nominalCapacity(...request),
      chargeRecords: async (...request) => (await client()).chargeRecords(...request),
      fields: async (...request) => (await client()).fields(...request),
      rawJson: async (...request) => (await client()).rawJson(...request),
      repeat: async (...request) => (await client()).repeat(...request),
    };
  }
}
