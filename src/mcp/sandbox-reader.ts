import { groupBy, parseUrl } from '../common/missing-in-node-20.ts';
import type { ConnectionSummary, Overview, SandboxAddresses } from '../sandbox/control/contract.ts';
import { control, sandboxLimitClock } from '../sandbox-client/control-client.ts';
import type { Sandbox } from '../sandbox-client/sandbox.ts';
import {
  type AccountReader,
  type ListedVehicle,
  type ListedVehicles,
  type ListReading,
  type ReadableCapacity,
  readVehicles,
  recordsOf,
  type RecordsQuery,
  withoutAddress,
} from '../service/client-reader.ts';
import { ServiceClient } from '../service/service-client.ts';
import type { ApiVersion, ServiceEnvironment } from '../service/model/environment.ts';
import { ServiceError } from '../service/model/errors.ts';
import { readableSignals } from '../service/model/signals.ts';
import type { VehicleData } from '../service/model/vehicle-data.ts';
import { allPermissions, type Vehicle } from '../service/model/vehicles.ts';
import { connectUrl, readConnectRedirect } from '../service/oauth/connect-url.ts';
import { readVersion, type ReadOptions } from '../service/comparison/read-version.ts';

type Owner = Overview['owners'][number];
type World = Overview & { readonly connections: readonly ConnectionSummary[] };

/**
 * Reads vehicles of the sandbox as an application does, with the consent of their owners, which anybody can give in the
 * sandbox. Reads only what owners share; an owner who shares nothing is first made to share everything.
 */
export class SandboxReader implements AccountReader {
  readonly #sandbox: Sandbox;
  readonly #service: ServiceClient;
  readonly #version: ApiVersion | undefined;
  readonly #clients = new Map<string, VehicleData>();

  /**
   * @param userAgent identifies this client in the sandbox's list of requests
   * @param version if left out, 2.0 is used and all vehicles of the sandbox are listed, shared by their owners or not
   */
  constructor(sandbox: Sandbox, userAgent: string, version?: ApiVersion) {
    this.#sandbox = sandbox;
    this.#version = version;
    this.#service = new ServiceClient({ fetch, userAgent });
  }

  async vehicles({ signal, progress }: ListReading): Promise<ListedVehicles> {
    const world = await this.#world();
    const all = world.vehicles.map(({ id, make, model, year, owner, region, connected, records }) => {
      const hasChargeRecords = this.#isApplications || records !== null;
      return { id, make, model, year, owner, region, connected, hasChargeRecords };
    });
    if (this.#version === undefined) return { vehicles: all, unread: [] };
    const vehicles: ListedVehicle[] = [];
    const unread: ListedVehicles['unread'][number][] = [];
    for (const owner of world.owners) {
      const readers = await this.#readersOf(owner, world);
      for (const client of new Set(readers.map((each) => each.client))) {
        const read = await readVehicles(client, { signal, progress: () => undefined });
        for (const { id, make, model, year } of read.vehicles) {
          vehicles.push({ ...all.find((each) => each.id === id), ...{ id, make, model, year }, connected: true });
        }
        unread.push(...read.unread);
        progress(vehicles.length, all.length, `${vehicles.length} vehicles read`);
      }
    }
    return { vehicles, unread };
  }

  async nominalCapacity(vehicleId: string, signal: AbortSignal): Promise<ReadableCapacity> {
    const { client } = await this.#clientFor(vehicleId);
    return withoutAddress(await client.nominalCapacity(vehicleId, signal).catch(explainEmptyStore));
  }

  async signals(vehicleId: string, signal: AbortSignal) {
    const { client } = await this.#clientFor(vehicleId);
    return readableSignals(await client.signals(vehicleId, signal).catch(explainEmptyStore));
  }

  async *chargeRecords({ vehicleId, startDate, endDate }: RecordsQuery, signal: AbortSignal) {
    const { client, vehicle } = await this.#clientFor(vehicleId);
    const query = { vehicleId, make: vehicle.make, startDate, endDate };
    yield* recordsOf(await client.chargeRecords(query, signal).catch(explainEmptyStore));
  }

  /** Makes each owner who shares nothing share everything. Rejects with ServiceError. */
  async shareAll(): Promise<void> {
    const world = await this.#world();
    for (const owner of world.owners) await this.#readersOf(owner, world);
  }

  /** Reads everything about a vehicle that is compared. Rejects with ServiceError if there is no such vehicle. */
  async reading(vehicleId: string, days: Pick<ReadOptions, 'startDate' | 'endDate'>, signal: AbortSignal) {
    const { client, vehicle, owner } = await this.#clientFor(vehicleId);
    const account = { id: owner.id, label: owner.name };
    const source = { version: this.#version ?? '2.0', environment: 'sandbox', account, vehicleId };
    return readVersion(client, source, { ...days, make: vehicle.make, signal });
  }

  /** Whether one access token of the application is used instead of one for each owner. */
  get #isApplications(): boolean {
    return this.#version === '3';
  }

  async #world(): Promise<World> {
    const [overview, { connections }] = await Promise.all([
      control(this.#sandbox, 'show', {}),
      control(this.#sandbox, 'listConnections', {}),
    ]);
    return { ...overview, connections };
  }

  /** The client that may read a vehicle. Rejects with ServiceError, also if there is no such vehicle. */
  async #clientFor(
    vehicleId: string,
  ): Promise<{ readonly client: VehicleData; readonly vehicle: Pick<Vehicle, 'make'>; readonly owner: Owner }> {
    const world = await this.#world();
    const vehicle = world.vehicles.find(({ id }) => id === vehicleId);
    const owner = vehicle && world.owners.find(({ name }) => name === vehicle.owner);
    const readers = owner ? await this.#readersOf(owner, world) : [];
    // For a vehicle that is not shared, any client will do: the service returns the error itself.
    const reader = readers.find(({ vehicleIds }) => vehicleIds.includes(vehicleId)) ?? readers[0];
    if (!vehicle || !owner || !reader) {
      throw new ServiceError('The sandbox has no vehicle with this id.', {
        kind: 'input',
        turn: 'developer',
        nextStep: 'Call list_vehicles for the ids.',
        sent: false,
      });
    }
    return { client: reader.client, vehicle, owner };
  }

  /** The clients that read an owner's vehicles, each with the vehicles that it can read. */
  async #readersOf(owner: Owner, { vehicles, connections }: World) {
    const ids = vehicles.filter((each) => each.owner === owner.name).map(({ id }) => id);
    const consents = consentsOf(owner.id, ids, connections);
    if (this.#isApplications && !connections.some(({ ownerId }) => ownerId === owner.id)) {
      for (const each of consents) await this.#allow(each);
    }
    return consents.map((each) => ({ client: this.#client(each), vehicleIds: each.vehicleIds }));
  }

  #client(consent: Consent): VehicleData {
    const { ownerId, mode } = consent;
    const key = JSON.stringify(this.#isApplications ? { ownerId, mode } : consent);
    const known = this.#clients.get(key);
    if (known) return known;
    const get = this.#isApplications ? () => this.#applicationToken() : () => this.#connect(consent);
    let token: Promise<string> | undefined;
    const client = this.#service.vehicleData({
      environment: async () => ({ ...(await this.#environment()), mode }),
      // If the sandbox rejects a token, a new one is obtained, as if the owner had connected again.
      accessToken: (rejected) => {
        token = rejected === undefined && token ? token : get();
        token.catch(() => (token = undefined));
        return token;
      },
      ownerId: () => Promise.resolve(ownerId),
      limitClock: sandboxLimitClock(this.#sandbox, fetch),
    });
    this.#clients.set(key, client);
    return client;
  }

  async #environment(): Promise<ServiceEnvironment> {
    return environmentOf(await this.#sandbox.addresses(), this.#version);
  }

  async #applicationToken(): Promise<string> {
    const credentials = applicationCredentials(await this.#sandbox.addresses());
    const { tokenEndpoint } = this.#service;
    return (await tokenEndpoint.applicationToken(await this.#environment(), credentials)).accessToken;
  }

  /** Gives consent on the consent page; returns the result from the redirect. */
  async #allow(consent: Consent): Promise<string> {
    return allowOnConnectPage(await this.#environment(), consent);
  }

  /** Gives consent and exchanges the authorization code. */
  async #connect(consent: Consent): Promise<string> {
    const code = await this.#allow(consent);
    const addresses = await this.#sandbox.addresses();
    const exchanged = this.#service.tokenEndpoint.exchangeCode(environmentOf(addresses), addresses, {
      code,
      redirectUri,
    });
    return (await exchanged.catch(explainExchange)).accessToken;
  }
}

/** Connecting again is possible only by calling the tool again. */
function explainExchange(error: unknown): never {
  throw withNextStep(
    error,
    'Call this tool again: it connects anew. If it fails again, look for a fault of the operation token in sandbox_status.',
  );
}

/** The store is filled by a tool here, not in a dashboard. */
function explainEmptyStore(error: unknown): never {
  if (!(error instanceof ServiceError) || !error.isEmpty) throw error;
  throw withNextStep(error, 'Call sandbox_set_subscription with subscribed: true, then try again.');
}

function withNextStep(error: unknown, nextStep: string): unknown {
  return error instanceof ServiceError ? new ServiceError(error.message, { ...error, nextStep, cause: error }) : error;
}

/** The sandbox accepts any redirect URI on this machine; nothing listens at this one. */
export const redirectUri = 'http://localhost:1/agent';

export function environmentOf(addresses: SandboxAddresses, version?: ApiVersion): ServiceEnvironment {
  const { authUrl, baseUrl, connectUrl, clientId } = addresses;
  const common = { name: 'sandbox', redirectUri, scopes: allPermissions, connectUrl };
  if (version !== '3') return { ...common, authUrl, baseUrl, clientId };
  const { authUrl: tokenUrl, baseUrl: dataUrl, apiClientId, applicationId } = addresses.v3;
  return { ...common, version, authUrl: tokenUrl, baseUrl: dataUrl, clientId: apiClientId, applicationId };
}

/** See {@link environmentOf}. */
function applicationCredentials(addresses: SandboxAddresses) {
  const { apiClientId: clientId, apiClientSecret: clientSecret } = addresses.v3;
  return { clientId, clientSecret };
}

/** What an owner is asked to share, and in which mode. */
export type Consent = Pick<ConnectionSummary, 'ownerId' | 'mode'> & {
  readonly vehicleIds: readonly string[];
  readonly permissions: readonly string[];
};

/**
 * What to ask an owner for without changing their settings: exactly what they already share. An owner who shares
 * nothing is asked for everything.
 */
export function consentsOf(
  ownerId: string,
  vehicleIds: readonly string[],
  connections: readonly ConnectionSummary[],
): readonly Consent[] {
  const own = connections.filter((each) => each.ownerId === ownerId);
  if (own.length === 0) return [{ ownerId, vehicleIds, permissions: allPermissions, mode: 'live' }];
  const alike = groupBy(own, (each) => JSON.stringify([each.permissions, each.mode]));
  return [...alike.values()].flatMap((group) => {
    const ids = group.map(({ vehicleId }) => vehicleId);
    return group
      .slice(0, 1)
      .map((each) => ({ ownerId, vehicleIds: ids, permissions: each.permissions, mode: each.mode }));
  });
}

/**
 * Gives an owner's consent on the sandbox's page. Returns the authorization code or, in version 3, whose redirect has
 * none, the owner's ID. Rejects with ServiceError.
 */
export async function allowOnConnectPage(
  common: ServiceEnvironment,
  { ownerId, vehicleIds, permissions: scopes, mode }: Consent,
): Promise<string> {
  const environment = { ...common, mode };
  const url = connectUrl({ environment, redirectUri, scopes, state: crypto.randomUUID() });
  const form = new URLSearchParams({ decision: 'allow', owner: ownerId });
  for (const id of vehicleIds) form.append('vehicle', id);
  for (const name of scopes) form.append('permission', name);
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  await response.body?.cancel();
  const location = parseUrl(response.headers.get('location') ?? '');
  const { version = '2.0' } = environment;
  const redirect = location && readConnectRedirect(location, [version]);
  if (redirect?.kind === 'granted') return redirect.code ?? redirect.ownerId ?? '';
  throw new ServiceError(redirect?.message ?? `The sandbox's consent page answered ${response.status}.`, {
    kind: 'oauth',
    turn: 'retry',
    nextStep: redirect?.nextStep ?? 'Look at list_requests and at the planned faults in sandbox_status.',
    sent: true,
  });
}
