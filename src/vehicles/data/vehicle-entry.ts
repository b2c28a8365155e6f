import type { SessionInfo } from '../../auth/sessions/session-info.ts';
import type { Clock } from '../../common/clock.ts';
import type { VehicleData, VehicleResource } from '../../service/model/vehicle-data.ts';
import type { NominalCapacity, Vehicle } from '../../service/model/vehicles.ts';
import { type CachedAnswer, CachedRequest } from './cached-request.ts';
import type { RememberedVehicles } from './remembered-vehicles.ts';

/** What the explorer asks the service, for one session. */
export type VehicleClient = Pick<
  VehicleData,
  'vehicleIds' | 'vehicle' | 'permissions' | 'nominalCapacity' | 'disconnect' | 'rawJson'
>;

/** The account that lists a vehicle, as far as its vehicles need it. */
export interface VehicleAccount {
  readonly session: SessionInfo;
  /** Whether every vehicle is asked about at once. */
  readonly isShort: boolean;
  setPinned(id: string, isPinned: boolean): void;
  forget(id: string): void;
  disconnect(id: string): Promise<void>;
  rawJson(question: VehicleResource): Promise<string>;
}

/** What the requests about one account have in common. */
export interface VehicleEntryDeps {
  readonly client: VehicleClient;
  readonly clock: Clock;
  readonly memory: RememberedVehicles;
  /** Keeps the number of requests that run at once small. */
  readonly limited: <T>(task: () => Promise<T>) => Promise<T>;
  readonly changed: (vehicle: VehicleEntry) => void;
}

/** One vehicle of one account. The object stays the same for as long as the vehicle is listed. */
export class VehicleEntry {
  readonly account: VehicleAccount;
  readonly id: string;
  readonly #memory: RememberedVehicles;
  readonly #attributes: CachedRequest<Vehicle>;
  readonly #capacity: CachedRequest<NominalCapacity>;
  readonly #permissions: CachedRequest<readonly string[]>;

  constructor(account: VehicleAccount, id: string, deps: VehicleEntryDeps, signal: AbortSignal) {
    this.account = account;
    this.id = id;
    this.#memory = deps.memory;
    const changed = () => deps.changed(this);
    const { client, clock, limited } = deps;
    this.#attributes = new CachedRequest(() => limited(async () => client.vehicle(id, signal)), clock, changed);
    this.#capacity = new CachedRequest(() => limited(async () => client.nominalCapacity(id, signal)), clock, changed);
    this.#permissions = new CachedRequest(() => limited(async () => client.permissions(id, signal)), clock, changed);
  }

  /** Make, model and year. */
  get attributes(): CachedAnswer<Vehicle> {
    return this.#attributes.state;
  }

  get capacity(): CachedAnswer<NominalCapacity> {
    return this.#capacity.state;
  }

  /** What the owner has granted. */
  get permissions(): CachedAnswer<readonly string[]> {
    return this.#permissions.state;
  }

  get isPinned(): boolean {
    return this.#memory.pinned.includes(this.id);
  }

  /** A person has added it by hand. */
  get isAdded(): boolean {
    return this.#memory.added.includes(this.id);
  }

  get loading(): boolean {
    return this.attributes.loading || this.capacity.loading || this.permissions.loading;
  }

  /** Asks for name and capacity, unless that was done. One question's failure doesn't touch the other. */
  want(): Promise<void> {
    return this.#want(this.#attributes, this.#capacity);
  }

  /** Asks for the name, unless it is known. */
  wantName(): Promise<void> {
    return this.#want(this.#attributes);
  }

  /** Asks for everything that its lines show, unless that was done. */
  wantDetails(): Promise<void> {
    return this.#want(this.#attributes, this.#capacity, this.#permissions);
  }

  /** Asks again what was asked before, or only what failed. */
  async reload(which: 'all' | 'failed'): Promise<void> {
    const cells = [this.#attributes, this.#capacity, this.#permissions];
    const due = cells.filter(({ state, asked }) => state.error !== undefined || (which === 'all' && asked));
    await Promise.all(due.map((cell) => cell.load()));
  }

  loadAttributes(): Promise<CachedAnswer<Vehicle>> {
    return this.#attributes.load();
  }

  loadCapacity(): Promise<CachedAnswer<NominalCapacity>> {
    return this.#capacity.load();
  }

  loadPermissions(): Promise<CachedAnswer<readonly string[]>> {
    return this.#permissions.load();
  }

  async #want(...cells: readonly { readonly asked: boolean; load(): Promise<unknown> }[]): Promise<void> {
    await Promise.all(cells.filter((cell) => !cell.asked).map((cell) => cell.load()));
  }
}
