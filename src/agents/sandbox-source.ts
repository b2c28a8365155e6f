import { systemClock } from '../common/clock.ts';
import { readVehicles, withoutAddress } from '../exported-api.ts';
import type { NominalCapacity, Vehicle } from '../api.ts';
import type { Overview } from '../sandbox/control/contract.ts';
import { callControl, type Fetch } from '../sandbox-view/control-client.ts';
import type { Sandbox } from '../sandbox-view/sandbox.ts';
import { LazyService } from '../service/lazy-service.ts';
import type { ApiVersion, ServiceEnvironment } from '../service/model/environment.ts';
import { ServiceError } from '../service/model/errors.ts';
import type { VehicleData } from '../service/model/vehicle-data.ts';
import { readVersion, type ReadOptions } from '../versions/read-version.ts';
import { allowOnConnectPage, applicationCredentials, environmentOf, redirectUri } from './sandbox-consent.ts';
import { type ListedVehicle, type RecordsQuery, recordsOf, type VehicleSource } from './vehicle-source.ts';

type Owner = Overview['owners'][number];

/** Vehicles of the sandbox, read as an application does, with the consent of owners: there it is anybody's to give. */
export class SandboxSource implements VehicleSource {
  readonly whose = 'the sandbox';
  readonly #sandbox: Sandbox;
  readonly #fetch: Fetch;
  readonly #service: LazyService;
  readonly #version: ApiVersion | undefined;
  readonly #clients = new Map<string, VehicleData>();

  /**
   * @param userAgent by which the sandbox's list of requests tells who asked
   * @param version left out: 2.0, and all vehicles of the sandbox are listed, shared by their owners or not
   */
  constructor(sandbox: Sandbox, fetch: Fetch, userAgent: string, version?: ApiVersion) {
    this.#sandbox = sandbox;
    this.#fetch = fetch;
    this.#version = version;
    this.#service = new LazyService({ fetch, clock: systemClock, userAgent });
  }

  async vehicles(): Promise<readonly ListedVehicle[]> {
    const overview = await this.#overview();
    const all = overview.vehicles.map(({ id, make, model, year, owner, region, connected, records }) => {
      const hasChargeRecords = this.#isApplications || records !== null;
      return { id, make, model, year, owner, region, connected, hasChargeRecords };
    });
    if (this.#version === undefined) return all;
    const listed: ListedVehicle[] = [];
    for (const owner of overview.owners) {
      const own = all.filter((each) => each.owner === owner.name);
      if (this.#isApplications && !own.some(({ connected }) => connected)) await this.#allow(owner, overview);
      for (const { id, make, model, year } of await readVehicles(this.#client(owner, overview))) {
        listed.push({ ...own.find((each) => each.id === id), ...{ id, make, model, year }, connected: true });
      }
    }
    return listed;
  }

  async nominalCapacity(vehicleId: string, signal: AbortSignal): Promise<NominalCapacity> {
    const { client } = await this.#clientFor(vehicleId);
    return withoutAddress(await client.nominalCapacity(vehicleId, signal).catch(explainEmptyStore));
  }

  async *chargeRecords({ vehicleId, startDate, endDate }: RecordsQuery, signal: AbortSignal) {
    const { client, vehicle } = await this.#clientFor(vehicleId);
    const query = { vehicleId, make: vehicle.make, startDate, endDate };
    yield* recordsOf(await client.chargeRecords(query, signal).catch(explainEmptyStore));
  }

  /** All that is compared of a vehicle. Rejects with ServiceError where there is no such vehicle. */
  async reading(vehicleId: string, days: Pick<ReadOptions, 'startDate' | 'endDate'>, signal: AbortSignal) {
    const { client, vehicle, owner } = await this.#clientFor(vehicleId);
    const account = { id: owner.id, label: owner.name };
    const source = { version: this.#version ?? '2.0', environment: 'sandbox', account, vehicleId };
    return readVersion(client, source, { ...days, make: vehicle.make, signal });
  }

  /** Whether the application's own token reads, and not one of each owner. */
  get #isApplications(): boolean {
    return this.#version === '3';
  }

  async #overview(): Promise<Overview> {
    const { controlUrl } = await this.#sandbox.addresses();
    return callControl(this.#fetch, controlUrl, 'show', {});
  }

  /** The client that may read a vehicle. Rejects with ServiceError, also where there is no such vehicle. */
  async #clientFor(
    vehicleId: string,
  ): Promise<{ readonly client: VehicleData; readonly vehicle: Pick<Vehicle, 'make'>; readonly owner: Owner }> {
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
    if (this.#isApplications && !vehicle.connected) await this.#allow(owner, overview);
    return { client: this.#client(owner, overview), vehicle, owner };
  }

  #client(owner: Owner, overview: Overview): VehicleData {
    const known = this.#clients.get(owner.id);
    if (known) return known;
    const get = this.#isApplications ? () => this.#applicationToken() : () => this.#connect(owner, overview);
    let token: Promise<string> | undefined;
    const client = this.#service.vehicleData({
      environment: () => this.#environment(),
      // One that the sandbox refuses is asked for anew, as the owner would connect again.
      accessToken: (rejected) => {
        token = rejected === undefined && token ? token : get();
        token.catch(() => (token = undefined));
        return token;
      },
      ownerId: () => Promise.resolve(owner.id),
    });
    this.#clients.set(owner.id, client);
    return client;
  }

  async #environment(): Promise<ServiceEnvironment> {
    return environmentOf(await this.#sandbox.addresses(), this.#version);
  }

  async #applicationToken(): Promise<string> {
    const credentials = applicationCredentials(await this.#sandbox.addresses());
    const endpoint = await this.#service.tokenEndpoint();
    return (await endpoint.applicationToken(await this.#environment(), credentials)).accessToken;
  }

  /** Allows on the consent page; answers the address that it redirects to. */
  async #allow(owner: Owner, { vehicles }: Overview) {
    const ids = vehicles.filter((each) => each.owner === owner.name).map(({ id }) => id);
    return allowOnConnectPage(this.#fetch, await this.#environment(), owner.id, ids);
  }

  /** Allows, and exchanges the code. */
  async #connect(owner: Owner, overview: Overview): Promise<string> {
    const code = await this.#allow(owner, overview);
    const endpoint = await this.#service.tokenEndpoint();
    const addresses = await this.#sandbox.addresses();
    return (await endpoint.exchangeCode(environmentOf(addresses), addresses, { code, redirectUri })).accessToken;
  }
}

/** Here the store is filled by a tool, and not in a dashboard. */
function explainEmptyStore(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'SIGNAL_NOT_FOUND') throw error;
  const nextStep = 'Call sandbox_set_subscription with subscribed: true, then try again.';
  throw new ServiceError(error.message, { ...error, nextStep, cause: error });
}
