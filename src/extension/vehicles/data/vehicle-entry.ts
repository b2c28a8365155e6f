import type { SessionInfo } from '../../auth/sessions/session-info.ts';
import type { Clock } from '../../../common/clock.ts';
import type { GrantedPermissions, VehicleData, VehicleResource } from '../../../service/model/vehicle-data.ts';
import { hasChargeRecords } from '../../../service/model/makes.ts';
import type { NominalCapacity, Vehicle } from '../../../service/model/vehicles.ts';
import type { ServiceError } from '../../../service/model/errors.ts';
import { type CachedAnswer, CachedRequest } from './cached-request.ts';
import type { Limited } from '../../../common/concurrency-limit.ts';
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
  /** The vehicle of this ID as the other version of the API lists it, where the same owner is connected there too. */
  otherVersion(id: string): VehicleEntry | undefined;
  /** Whether each request about a vehicle may cost money. */
  readonly isMetered: boolean;
  /** Enough of a vehicle's id to tell it from the others. */
  shortId(id: string): string;
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
  readonly limited: Limited;
  readonly changed: (vehicle: VehicleEntry) => void;
}

/** One vehicle of one account. The object stays the same for as long as the vehicle is listed. */
export class VehicleEntry {
  readonly account: VehicleAccount;
  readonly id: string;
  readonly #memory: RememberedVehicles;
  readonly #attributes: CachedRequest<Vehicle>;
  readonly #capacity: CachedRequest<NominalCapacity>;
  readonly #permissions: CachedRequest<GrantedPermissions>;

  constructor(account: VehicleAccount, id: string, deps: VehicleEntryDeps, ended: AbortSignal) {
    this.account = account;
    this.id = id;
    this.#memory = deps.memory;
    const { client, clock, limited } = deps;
    const cached = <T>(ask: (signal: AbortSignal) => Promise<T>): CachedRequest<T> => {
      const fetch = (attempt: AbortSignal) => {
        const signal = AbortSignal.any([ended, attempt]);
        return limited(async () => ask(signal), signal);
      };
      return new CachedRequest(fetch, clock, () => deps.changed(this));
    };
    this.#attributes = cached((signal) => client.vehicle(id, signal));
    this.#capacity = cached((signal) => client.nominalCapacity(id, signal));
    this.#permissions = cached((signal) => client.permissions(id, signal));
  }

  /** Make, model and year. */
  get attributes(): CachedAnswer<Vehicle> {
    return this.#attributes.state;
  }

  get capacity(): CachedAnswer<NominalCapacity> {
    return this.#capacity.state;
  }

  /** What the owner has granted. */
  get permissions(): CachedAnswer<GrantedPermissions> {
    return this.#permissions.state;
  }

  /** The same vehicle by the other version of the API, where the same owner is connected there too. */
  get other(): VehicleEntry | undefined {
    return this.account.otherVersion(this.id);
  }

  /** Whether the make has charge records, as far as it is known: whether this vehicle has any, only they themselves say. */
  get mayHaveRecords(): boolean {
    const { value } = this.attributes;
    return !value || value.mayHaveRecords === true || hasChargeRecords(value.make);
  }

  get isPinned(): boolean {
    return this.#memory.pinned.includes(this.id);
  }

  /** A person has added it by hand. */
  get isAdded(): boolean {
    return this.#memory.added.includes(this.id);
  }

  get loading(): boolean {
    const isLoading = this.attributes.loading || this.capacity.loading || this.permissions.loading;
    return isLoading || (this.other?.loading ?? false);
  }

  /** Of its own questions, without the other version of the API. */
  get failures(): readonly ServiceError[] {
    return this.#cells().flatMap(({ state: { error } }) => (error ? [error] : []));
  }

  /** Asks for name and capacity, unless that was done. One question's failure doesn't touch the other. */
  want(): Promise<void> {
    return this.#want(this.#attributes, this.#capacity);
  }

  /** Asks for what its line shows: all of it in a short list; in a long one, the name where it is pinned or costs nothing. */
  async wantLine(): Promise<void> {
    if (this.account.isShort) await this.want();
    // What is metered names vehicles in their list.
    else if (this.isPinned || (this.account.isMetered && !this.isAdded)) await this.wantName();
  }

  /** Asks for the name, unless it is known. */
  wantName(): Promise<void> {
    return this.#want(this.#attributes);
  }

  /** Asks for everything that its lines show, unless that was done. */
  async wantDetails(): Promise<void> {
    await Promise.all([this.#want(this.#attributes, this.#capacity, this.#permissions), this.other?.want()]);
  }

  /** For a person: asks anew what was asked before, or only what failed or is still out. */
  async reload(which: 'all' | 'failed'): Promise<void> {
    await Promise.all([this.reloadOwn(which), this.other?.reloadOwn(which)]);
  }

  /** The same, without the other version of the API. */
  async reloadOwn(which: 'all' | 'failed'): Promise<void> {
    await Promise.all(this.#due(which).map((cell) => cell.reload()));
  }

  /** What a reload would ask has failed already, for all vehicles. */
  failAs(error: ServiceError, which: 'all' | 'failed'): void {
    for (const cell of this.#due(which)) cell.failAs(error);
  }

  /** How many requests a reload sends that may cost money. What names it comes with the list there. */
  meteredRequests(which: 'all' | 'failed'): number {
    return this.ownMeteredRequests(which) + (this.other?.ownMeteredRequests(which) ?? 0);
  }

  ownMeteredRequests(which: 'all' | 'failed'): number {
    return this.account.isMetered && this.#capacity.isDue(which) ? 1 : 0;
  }

  /** Asks again what failed, unless that is under way. */
  async retry(): Promise<void> {
    await Promise.all([this.retryOwn(true), this.other?.retryOwn(true)]);
  }

  /** @param mayCost whether what may cost money is asked as well */
  async retryOwn(mayCost: boolean): Promise<void> {
    const cells = mayCost ? this.#cells() : [this.#attributes, this.#permissions];
    await Promise.all(cells.filter(({ state }) => state.error !== undefined).map((cell) => cell.load()));
  }

  loadAttributes(): Promise<CachedAnswer<Vehicle>> {
    return this.#attributes.load();
  }

  loadCapacity(): Promise<CachedAnswer<NominalCapacity>> {
    return this.#capacity.load();
  }

  loadPermissions(): Promise<CachedAnswer<GrantedPermissions>> {
    return this.#permissions.load();
  }

  #due(which: 'all' | 'failed'): readonly CachedRequest<unknown>[] {
    return this.#cells().filter((cell) => cell.isDue(which));
  }

  #cells(): readonly CachedRequest<unknown>[] {
    return [this.#attributes, this.#capacity, this.#permissions];
  }

  async #want(...cells: readonly { readonly asked: boolean; load(): Promise<unknown> }[]): Promise<void> {
    await Promise.all(cells.filter((cell) => !cell.asked).map((cell) => cell.load()));
  }
}
