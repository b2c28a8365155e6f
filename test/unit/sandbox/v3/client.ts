import { vehicleList } from '../../../../src/service/v2/contract.ts';
import { allPermissions } from '../../../../src/service/model/vehicles.ts';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import { applicationToken, connectionList } from '../../../../src/service/v3/contract.ts';
import { ownWebhookId } from '../../../../src/sandbox/world/connections.ts';
import { SandboxClient } from '../client.ts';

const permissions = allPermissions.join(' ');

/** A sandbox whose first owner has connected all vehicles, and an application of version 3. */
export class Version3Client {
  readonly client: SandboxClient;
  /** Of the application. */
  readonly token: string;
  /** Of version 2.0. */
  readonly accessToken: string;
  readonly userId: string;
  /** In the order of the world. */
  readonly vehicleIds: readonly string[];

  private constructor(parts: Pick<Version3Client, 'client' | 'token' | 'accessToken' | 'userId' | 'vehicleIds'>) {
    this.client = parts.client;
    this.token = parts.token;
    this.accessToken = parts.accessToken;
    this.userId = parts.userId;
    this.vehicleIds = parts.vehicleIds;
  }

  static async start(options: SandboxOptions = {}, { subscribed = true, scope = permissions } = {}) {
    const client = await SandboxClient.start({ emptyStore: !subscribed, ...options });
    const { access_token: accessToken } = await client.pair({ scope });
    const { id: userId } = (await (await client.get('/v2.0/user', accessToken)).json()) as { id: string };
    const list = await (await client.get('/v2.0/vehicles?limit=50', accessToken)).json();
    const { vehicles: vehicleIds } = vehicleList.parse(list);
    const { access_token: token } = applicationToken.parse(await (await requestToken(client)).json());
    return new Version3Client({ client, token, accessToken, userId, vehicleIds });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.client.get(`/v3${path}`, this.token, { 'sc-user-id': this.userId, ...headers });
  }

  /** Without `sc-user-id`. */
  send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.client.addresses.baseUrl}/v3${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** Of a vehicle, in the order of the world. */
  async connectionId(vehicle = 0): Promise<string> {
    const list = connectionList.parse(await (await this.send('GET', '/connections')).json());
    return list.data[vehicle]?.id ?? '';
  }

  async newToken(): Promise<string> {
    return applicationToken.parse(await (await requestToken(this.client)).json()).access_token;
  }

  subscribe(vehicle = 0, webhookId = ownWebhookId(1)): Promise<Response> {
    const attributes = { webhookId, userId: this.userId, vehicleId: this.vehicleIds[vehicle] };
    return this.send('POST', '/subscriptions', { data: { attributes } });
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

/** `POST /oauth2/token`, as a form unless `init` says otherwise. */
export function requestToken(
  { addresses: { v3 } }: SandboxClient,
  fields: Readonly<Record<string, string>> = {},
  init: RequestInit = {},
): Promise<Response> {
  const { authUrl = '', apiClientId = '', apiClientSecret = '' } = v3 ?? {};
  const form = { grant_type: 'client_credentials', client_id: apiClientId, client_secret: apiClientSecret, ...fields };
  return fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form), ...init });
}
