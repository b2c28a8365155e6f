import { vehicleList } from '../../../../src/service/v2/contract.ts';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import type { StoredState } from '../../../../src/sandbox/world/stored-state.ts';
import { SandboxClient } from '../client.ts';

const permissions = 'read_vehicle_info read_vin read_battery read_charge read_charge_records';
const token = '6b0f7f4c-94a5-4b4e-9d0b-0a8f0c2b1d11';

interface State {
  clock: { sandboxMs: number };
  applicationTokens: unknown[];
  subscriptions: StoredState['subscriptions'] extends Map<infer Id, infer Subscription> ? [Id, Subscription][] : never;
}

/** A sandbox whose first owner has connected all vehicles, and an application of version 3. */
export class Version3Client {
  readonly client: SandboxClient;
  /** Of version 2.0. */
  readonly accessToken: string;
  readonly userId: string;
  /** In the order of the world. */
  readonly vehicleIds: readonly string[];

  private constructor(client: SandboxClient, accessToken: string, userId: string, vehicleIds: readonly string[]) {
    this.client = client;
    this.accessToken = accessToken;
    this.userId = userId;
    this.vehicleIds = vehicleIds;
  }

  static async start(options: SandboxOptions = {}, { subscribed = true, scope = permissions } = {}) {
    const client = await SandboxClient.start(options);
    const { access_token } = await client.pair({ scope });
    const { id } = (await (await client.get('/v2.0/user', access_token)).json()) as { id: string };
    const list = await (await client.get('/v2.0/vehicles?limit=50', access_token)).json();
    const { vehicles } = vehicleList.parse(list);
    const made = new Version3Client(client, access_token, id, vehicles);
    await made.#prepare(subscribed);
    return made;
  }

  /** What the token endpoint and the subscriptions leave behind. */
  async #prepare(subscribed: boolean): Promise<void> {
    const state = (await (await this.client.control('/state')).json()) as State;
    state.applicationTokens = [[token, { expiresAt: this.client.sandbox.clock.now() + 3_600_000 }]];
    const of = { webhookId: 'webhook', ownerId: this.userId, createdAt: 0 };
    if (subscribed) state.subscriptions = this.vehicleIds.map((vehicleId) => [vehicleId, { ...of, vehicleId }]);
    const answer = await this.client.control('/state', 'PUT', state);
    if (!answer.ok) throw new Error(await answer.text());
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.client.get(`/v3${path}`, token, { 'sc-user-id': this.userId, ...headers });
  }

  signals(vehicle = 0, query = ''): Promise<Response> {
    return this.get(`/vehicles/${this.vehicleIds[vehicle] ?? ''}/signals${query}`);
  }

  signal(code: string, vehicle = 0): Promise<Response> {
    return this.get(`/vehicles/${this.vehicleIds[vehicle] ?? ''}/signals/${code}`);
  }

  version2(path: string, vehicle = 0): Promise<Response> {
    return this.client.get(`/v2.0/vehicles/${this.vehicleIds[vehicle] ?? ''}${path}`, this.accessToken);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
