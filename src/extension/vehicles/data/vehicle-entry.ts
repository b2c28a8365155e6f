import type { SessionInfo } from '../../auth/sessions/session-info.ts';
import { now } from '../../../common/clock.ts';
import type {
  DescribedVehicle,
  GrantedPermissions,
  VehicleData,
  VehicleResource,
} from '../../../service/model/vehicle-data.ts';
import { hasChargeRecords, type NominalCapacity, type Vehicle } from '../../../service/model/vehicles.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { VehicleSignals } from '../../../service/model/signals.ts';
import { type CachedAnswer, CachedRequest, type Due } from './cached-request.ts';
import type { Limited } from '../../../common/concurrency-limit.ts';

/** The requests that the explorer sends for one session. */
export type VehicleClient = Pick<
  VehicleData,
  'vehicleIds' | 'vehicle' | 'permissions' | 'nominalCapacity' | 'signals' | 'disconnect' | 'rawJson'
>;

/** The account that lists a vehicle, as far as its vehicles need it. */
export interface VehicleAccount {
  readonly session: SessionInfo;
  /** Whether the details of every vehicle are requested at once. */
  readonly isShort: boolean;
  /** Whether each request about a vehicle may cost money. */
  readonly isMetered: boolean;
  readonly vehicles: readonly VehicleEntry[];
  /** Enough of a vehicle's id to distinguish it from the others. */
  shortId(id: string): string;
  disconnect(id: string): Promise<void>;
  otherCapacity(id: string): Promise<NominalCapacity | undefined>;
  rawJson(question: VehicleResource): Promise<string>;
}

/** What all requests about one account share. */
export interface VehicleEntryDeps {
  readonly client: VehicleClient;
  /** Limits the number of concurrent requests. */
  readonly limited: Limited;
  readonly changed: (vehicle: VehicleEntry) => void;
}

/** One vehicle of one account. The object stays the same for as long as the vehicle is listed. */
export class VehicleEntry {
  readonly account: VehicleAccount;
  readonly id: string;
  readonly #attributes: CachedRequest<Vehicle>;
  readonly #capacity: CachedRequest<NominalCapacity>;
  readonly #permissions: CachedRequest<GrantedPermissions>;
  /** Null in version 2.0, which has none. */
  readonly #signals: CachedRequest<VehicleSignals | null>;
  /** Whether the list says what is granted. */
  #isGrantListed = false;
  #isSignalsOutdated = false;

  constructor(account: VehicleAccount, id: string, deps: VehicleEntryDeps, ended: AbortSignal) {
    this.account = account;
    this.id = id;
    const { client, limited } = deps;
    const cached = <T>(ask: (signal: AbortSignal) => Promise<T>) =>
      new CachedRequest(ask, () => deps.changed(this), ended);
    this.#attributes = cached((signal) => limited(async () => client.vehicle(id, signal), signal));
    this.#capacity = cached((signal) => limited(async () => client.nominalCapacity(id, signal), signal));
    this.#permissions = cached((signal) => limited(async () => client.permissions(id, signal), signal));
    this.#signals = cached(async (signal) => {
      try {
        const read = (await limited(() => client.signals(id, signal), signal)) ?? null;
        if (read) this.#capacity.learn(read.capacity, now());
        return read;
      } catch (error) {
        if (error instanceof ServiceError && error.isEmpty) this.#capacity.learn(error, now());
        throw error;
      }
    });
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

  /** All of its signals, in one answer; null in version 2.0, which has none. */
  get signals(): CachedAnswer<VehicleSignals | null> {
    return this.#signals.state;
  }

  /** What its requests have brought. */
  get answers(): readonly CachedAnswer<unknown>[] {
    return [this.#attributes, this.#capacity, this.#permissions, this.#signals].map(({ state }) => state);
  }

  /** Whether the make has charge records, as far as is known. Only reading them shows whether this vehicle has any. */
  get mayHaveRecords(): boolean {
    const { value } = this.attributes;
    return !value || value.mayHaveRecords === true || hasChargeRecords(value.make);
  }

  /** Whether the account has another one that has the same name. */
  get hasNamesake(): boolean {
    return this.account.vehicles.some((other) => other !== this && this.isNamedLike(other));
  }

  isNamedLike({ attributes: { value } }: VehicleEntry): boolean {
    const own = this.attributes.value;
    return own !== undefined && own.model === value?.model && own.year === value.year && own.make === value.make;
  }

  get loading(): boolean {
    return this.answers.some(({ loading }) => loading);
  }

  /** The failures among {@link answers}. */
  get failures(): readonly ServiceError[] {
    return this.answers.flatMap(({ error }) => error ?? []);
  }

  /** Requests name and capacity, unless that was done. Each may fail without affecting the other. */
  want(): Promise<void> {
    return this.#want(this.#attributes, this.#capacity);
  }

  /** Requests what its line shows, in a short list. */
  async wantLine(): Promise<void> {
    if (this.account.isShort) await this.want();
  }

  /** Takes what the list has said, at a time in milliseconds since 1970. Tells nobody. */
  learn({ granted, ...attributes }: DescribedVehicle, fetchedAt: number): void {
    this.#attributes.learn(attributes, fetchedAt);
    this.#isGrantListed = granted !== undefined;
    if (granted) this.#permissions.learn({ granted }, fetchedAt);
  }

  /** Requests the name, unless it is known. */
  wantName(): Promise<void> {
    return this.#want(this.#attributes);
  }

  /** Requests everything that its lines show, unless that was done. */
  async wantDetails(): Promise<void> {
    await this.#want(this.#attributes, this.#permissions, this.#signals);
    if (this.signals.value === null) await this.#want(this.#capacity);
  }

  /** Reads the signals again, if they were read, because the vehicle has reported others. */
  async followSignals(): Promise<void> {
    if (!this.#signals.asked || this.signals.value === null) return;
    this.#isSignalsOutdated = true;
    if (this.signals.loading) return;
    // However many reports come meanwhile, one more request has them all.
    while (this.#isSignalsOutdated) {
      this.#isSignalsOutdated = false;
      await this.#signals.load();
    }
  }

  /** For a manual refresh: repeats all earlier requests, or only those that failed or are still under way. */
  async reload(which: 'all' | 'failed'): Promise<void> {
    await Promise.all(this.#due(which).map((cell) => cell.reload()));
  }

  /** Fails the requests that a reload would send with an error that concerns all vehicles. */
  failAs(error: ServiceError, which: 'all' | 'failed'): void {
    for (const cell of this.#due(which)) cell.failAs(error);
  }

  /** How many requests of a reload may cost money. Names cost nothing, because they come with the list. */
  meteredRequests(which: Due): number {
    return this.account.isMetered ? this.#due(which).filter((cell) => this.#isMetered(cell)).length : 0;
  }

  /**
   * Repeats the requests that failed, unless they are under way.
   *
   * @param mayCost whether to send requests that may cost money as well
   */
  async retry(which: Due = 'open', mayCost = true): Promise<void> {
    const cells = this.#due(which).filter((cell) => mayCost || !this.#isMetered(cell));
    await Promise.all(cells.map((cell) => cell.load()));
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

  #due(which: Due): readonly CachedRequest<unknown>[] {
    const hasSignals = this.#signals.asked && this.signals.value !== null;
    const cells: CachedRequest<unknown>[] = [this.#attributes, hasSignals ? this.#signals : this.#capacity];
    if (!this.#isGrantListed) cells.push(this.#permissions);
    // The capacity is one of the signals, and each of them may have failed by itself.
    const hasFailed = this.signals.value?.signals.some(({ error }) => error?.remedy === 'retry');
    const isSignalDue = () => this.#capacity.isDue(which) || (which === 'failed' && hasFailed);
    return cells.filter((cell) => cell.isDue(which) || (cell === this.#signals && isSignalDue()));
  }

  #isMetered(cell: CachedRequest<unknown>): boolean {
    return cell === this.#capacity || cell === this.#signals;
  }

  async #want(...cells: readonly { readonly asked: boolean; load(): Promise<unknown> }[]): Promise<void> {
    await Promise.all(cells.filter((cell) => !cell.asked).map((cell) => cell.load()));
  }
}
