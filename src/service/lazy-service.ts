import type { TransportOptions } from './http/messages.ts';
import type { RateLimiter } from './http/rate-limiter.ts';
import type { Transport } from './http/transport.ts';
import type { VehicleData, VehicleDataSession } from './model/vehicle-data.ts';
import type { TokenEndpoint } from './oauth/token-endpoint.ts';

/** The one place that picks the version of the vehicle data: another one is loaded here. */
const loadVersion = async () => (await import('./v2/client.ts')).VehicleDataV2;

/**
 * The service client, loaded with the first request: its checks come with zod, which the start of VS Code must not
 * wait for. All its clients share one transport and one rate limiter, because they share limits.
 */
export class LazyService {
  readonly #options: TransportOptions;
  #transport: Promise<Transport> | undefined;
  #rateLimiter: Promise<RateLimiter> | undefined;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async tokenEndpoint(): Promise<TokenEndpoint> {
    const [{ TokenEndpoint }, transport] = await Promise.all([
      import('./oauth/token-endpoint.ts'),
      this.#loadTransport(),
    ]);
    return new TokenEndpoint(transport, this.#options.clock);
  }

  vehicleData(session: VehicleDataSession): VehicleData {
    let loading: Promise<VehicleData> | undefined;
    const load = async () => {
      const [Client, transport, rateLimiter] = await Promise.all([
        loadVersion(),
        this.#loadTransport(),
        this.#loadRateLimiter(),
      ]);
      return new Client(session, transport, rateLimiter);
    };
    const client = () => (loading ??= load());
    return {
      user: async (...request) => (await client()).user(...request),
      vehicleIds: async (...request) => (await client()).vehicleIds(...request),
      vehicle: async (...request) => (await client()).vehicle(...request),
      permissions: async (...request) => (await client()).permissions(...request),
      disconnect: async (...request) => (await client()).disconnect(...request),
      nominalCapacity: async (...request) => (await client()).nominalCapacity(...request),
      chargeRecords: async (...request) => (await client()).chargeRecords(...request),
      rawJson: async (...request) => (await client()).rawJson(...request),
      repeat: async (...request) => (await client()).repeat(...request),
    };
  }

  #loadTransport(): Promise<Transport> {
    const load = async () => new (await import('./http/transport.ts')).Transport(this.#options);
    return (this.#transport ??= load());
  }

  #loadRateLimiter(): Promise<RateLimiter> {
    const load = async () => new (await import('./http/rate-limiter.ts')).RateLimiter(this.#options.clock);
    return (this.#rateLimiter ??= load());
  }
}
