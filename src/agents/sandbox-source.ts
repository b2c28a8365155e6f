import { LazyService } from '../service/lazy-service.ts';
import { ServiceError } from '../service/model/errors.ts';
import { permissions } from '../service/model/permissions.ts';
import type { ServiceEnvironment } from '../service/model/environment.ts';
import type { NominalCapacity } from '../api.ts';
import { withoutAddress } from '../exported-api.ts';
import type { VehicleData } from '../service/model/vehicle-data.ts';
import { connectUrl, readConnectRedirect } from '../service/oauth/connect-url.ts';
import type { Overview, SandboxAddresses } from '../sandbox/control/contract.ts';
import { callControl, type Fetch } from '../sandbox-view/control-client.ts';
import type { Sandbox } from '../sandbox-view/sandbox.ts';
import { type RecordsQuery, recordsOf, type VehicleSource } from './vehicle-source.ts';
import { systemClock } from '../common/clock.ts';

/** The sandbox takes any on this machine; nothing listens there. */
const redirectUri = 'http://localhost:1/agent';

/** Vehicles of the sandbox, read as an application does, with the consent of owners: there it is anybody's to give. */
export class SandboxSource implements VehicleSource {
  readonly whose = 'the sandbox';
  readonly #sandbox: Sandbox;
  readonly #fetch: Fetch;
  readonly #service: LazyService;
  readonly #clients = new Map<string, VehicleData>();

  /** @param userAgent by which the sandbox's list of requests tells who asked */
  constructor(sandbox: Sandbox, fetch: Fetch, userAgent: string) {
    this.#sandbox = sandbox;
    this.#fetch = fetch;
    this.#service = new LazyService({ fetch, clock: systemClock, userAgent });
  }

  async vehicles() {
    const { vehicles } = await this.#overview();
    return vehicles.map(({ id, make, model, year, owner, region, connected, records }) => {
      return { id, make, model, year, owner, region, connected, hasChargeRecords: records !== null };
    });
  }

  async nominalCapacity(vehicleId: string, signal: AbortSignal): Promise<NominalCapacity> {
    const { client } = await this.#clientFor(vehicleId);
    return withoutAddress(await client.nominalCapacity(vehicleId, signal));
  }

  async *chargeRecords({ vehicleId, startDate, endDate }: RecordsQuery, signal: AbortSignal) {
    const { client, make } = await this.#clientFor(vehicleId);
    yield* recordsOf(await client.chargeRecords({ vehicleId, make, startDate, endDate }, signal));
  }

  async #overview(): Promise<Overview> {
    const { controlUrl } = await this.#sandbox.addresses();
    return callControl(this.#fetch, controlUrl, 'show', {});
  }

  /** The client that may read a vehicle. Rejects with ServiceError, also where there is no such vehicle. */
  async #clientFor(vehicleId: string): Promise<{ readonly client: VehicleData; readonly make: string }> {
    const overview = await this.#overview();
    const vehicle = overview.vehicles.find(({ id }) => id === vehicleId);
    const owner = vehicle && overview.owners.find(({ name }) => name === vehicle.owner);
    if (!vehicle || !owner) {
      throw new ServiceError('The sandbox has no vehicle with this id.', {
        kind: 'input',
        turn: 'developer',
        nextStep: 'Call list_vehicles for the ids.',
        sent: false,
      });
    }
    const ownVehicles = overview.vehicles.filter((each) => each.owner === vehicle.owner);
    const ids = ownVehicles.map(({ id }) => id);
    return { client: this.#client(owner.id, ids), make: vehicle.make };
  }

  #client(ownerId: string, vehicleIds: readonly string[]): VehicleData {
    const known = this.#clients.get(ownerId);
    if (known) return known;
    let token: Promise<string> | undefined;
    const client = this.#service.vehicleData({
      environment: async () => environmentOf(await this.#sandbox.addresses()),
      // One that the sandbox refuses is asked for anew, as the owner would connect again.
      accessToken: (rejected) => {
        token = rejected === undefined && token ? token : this.#connect(ownerId, vehicleIds);
        token.catch(() => (token = undefined));
        return token;
      },
    });
    this.#clients.set(ownerId, client);
    return client;
  }

  /** Allows on the consent page and exchanges the code. */
  async #connect(ownerId: string, vehicleIds: readonly string[]): Promise<string> {
    const addresses = await this.#sandbox.addresses();
    const environment = environmentOf(addresses);
    const url = connectUrl({ environment, redirectUri, scopes: permissions, state: crypto.randomUUID() });
    const form = new URLSearchParams({ decision: 'allow', owner: ownerId });
    for (const id of vehicleIds) form.append('vehicle', id);
    for (const name of permissions) form.append('permission', name);
    const response = await this.#fetch(url, { method: 'POST', body: form, redirect: 'manual' });
    await response.body?.cancel();
    const location = URL.parse(response.headers.get('location') ?? '');
    const redirect = location ? readConnectRedirect(location) : undefined;
    if (redirect?.kind !== 'code') {
      throw new ServiceError(redirect?.message ?? `The sandbox's consent page answered ${response.status}.`, {
        kind: 'oauth',
        turn: 'retry',
        nextStep: redirect?.nextStep ?? 'Look at list_requests and at the planned faults in sandbox_status.',
        sent: true,
      });
    }
    const endpoint = await this.#service.tokenEndpoint();
    return (await endpoint.exchangeCode(environment, addresses, { code: redirect.code, redirectUri })).accessToken;
  }
}

function environmentOf(addresses: SandboxAddresses): ServiceEnvironment {
  const { authUrl, baseUrl, connectUrl, clientId } = addresses;
  return { name: 'sandbox', redirectUri, scopes: permissions, authUrl, baseUrl, connectUrl, clientId };
}
