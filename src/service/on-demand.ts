import type { RequestPace } from './http/request-pace.ts';
import type { TokenEndpoint } from './oauth/token-endpoint.ts';
import type { Transport, TransportOptions } from './http/transport.ts';
import type { VehicleData, VehicleDataOptions } from './v2/vehicle-data.ts';

/** What {@link VehicleData} offers. */
export type VehicleDataClient = Pick<
  VehicleData,
  | 'user'
  | 'vehicleIds'
  | 'vehicle'
  | 'permissions'
  | 'disconnect'
  | 'nominalCapacity'
  | 'chargeRecords'
  | 'rawJson'
  | 'again'
>;

/**
 * The service client, loaded with the first request: its checks come with zod, which the start of VS Code must not
 * wait for.
 */
export class ServiceOnDemand {
  readonly #options: TransportOptions;
  #transport: Promise<Transport> | undefined;
  #pace: Promise<RequestPace> | undefined;

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

  vehicleData(options: Omit<VehicleDataOptions, 'transport' | 'pace'>): VehicleDataClient {
    let loading: Promise<VehicleData> | undefined;
    const load = async () => {
      const [{ VehicleData }, transport, pace] = await Promise.all([
        import('./v2/vehicle-data.ts'),
        this.#loadTransport(),
        this.#loadPace(),
      ]);
      return new VehicleData({ ...options, transport, pace });
    };
    const client = () => (loading ??= load());
    return {
      user: async (...request) => (await client()).user(...request),
      vehicleIds: async (...request) => (await client()).vehicleIds(...request),
      vehicle: async (...request) => (await client()).vehicle(...request),
      nominalCapacity: async (...request) => (await client()).nominalCapacity(...request),
      chargeRecords: async (...request) => (await client()).chargeRecords(...request),
      again: async (...request) => (await client()).again(...request),
      permissions: async (...request) => (await client()).permissions(...request),
      disconnect: async (...request) => (await client()).disconnect(...request),
      rawJson: async (...request) => (await client()).rawJson(...request),
    };
  }

  /** The data endpoints with a token that no session has yet. */
  withToken(environment: VehicleDataOptions['environment'], accessToken: string): Promise<VehicleDataClient> {
    return Promise.resolve(this.vehicleData({ environment, accessToken: () => Promise.resolve(accessToken) }));
  }

  #loadPace(): Promise<RequestPace> {
    const load = async () => new (await import('./http/request-pace.ts')).RequestPace(this.#options.clock);
    return (this.#pace ??= load());
  }

  #loadTransport(): Promise<Transport> {
    const load = async () => new (await import('./http/transport.ts')).Transport(this.#options);
    return (this.#transport ??= load());
  }
}
