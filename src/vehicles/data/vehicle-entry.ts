import type { Clock } from '../../common/clock.ts';
import type { VehicleData } from '../../service/model/vehicle-data.ts';
import type { NominalCapacity, Vehicle } from '../../service/model/vehicles.ts';
import type { Account } from './account.ts';
import { type Cached, Cell } from './cell.ts';
import type { AccountMemory } from './memory.ts';

/** What the explorer asks the service, for one session. */
export type VehicleClient = Pick<
  VehicleData,
  'vehicleIds' | 'vehicle' | 'permissions' | 'nominalCapacity' | 'disconnect' | 'rawJson'
>;

/** What the questions about one account have in common. */
export interface AccountDeps {
  readonly client: VehicleClient;
  readonly clock: Clock;
  readonly memory: AccountMemory;
  /** Keeps the number of requests that run at once small. */
  readonly limited: <T>(task: () => Promise<T>) => Promise<T>;
  readonly changed: (entry: Account | VehicleEntry) => void;
}

/**
 * How long an answer counts as current while the view is seen, in milliseconds. Permissions cost nothing (public). A
 * capacity is billed, wakes the car and changes when the owner chooses; attributes never change.
 */
const currentFor = { permissions: 30 * 60_000, capacity: 24 * 60 * 60_000, attributes: Infinity } as const;

/** One vehicle of one account. The object stays the same for as long as the vehicle is listed. */
export class VehicleEntry {
  readonly account: Account;
  readonly id: string;
  readonly #memory: AccountMemory;
  readonly #attributes: Cell<Vehicle>;
  readonly #capacity: Cell<NominalCapacity>;
  readonly #permissions: Cell<readonly string[]>;

  constructor(account: Account, id: string, deps: AccountDeps, signal: AbortSignal) {
    this.account = account;
    this.id = id;
    this.#memory = deps.memory;
    const changed = () => deps.changed(this);
    const { client, clock, limited, memory } = deps;
    const read = async () => {
      const value = await client.vehicle(id, signal);
      memory.keepAttributes({ value, fetchedAt: clock.now() });
      return value;
    };
    this.#attributes = new Cell(() => limited(read), clock, changed, memory.attributes(id));
    this.#capacity = new Cell(() => limited(async () => client.nominalCapacity(id, signal)), clock, changed);
    this.#permissions = new Cell(() => limited(async () => client.permissions(id, signal)), clock, changed);
  }

  /** Make, model and year. */
  get attributes(): Cached<Vehicle> {
    return this.#attributes.state;
  }

  get capacity(): Cached<NominalCapacity> {
    return this.#capacity.state;
  }

  /** What the owner has granted. */
  get permissions(): Cached<readonly string[]> {
    return this.#permissions.state;
  }

  /** As the service spells it, or as it was typed for a vehicle that was added by hand. */
  get make(): string | undefined {
    return this.attributes.value?.make ?? this.#memory.added.find(({ id }) => id === this.id)?.make;
  }

  get isPinned(): boolean {
    return this.#memory.pinned.includes(this.id);
  }

  /** A person has added it by hand. */
  get isAdded(): boolean {
    return this.#memory.added.some(({ id }) => id === this.id);
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

  /** Asks again what was asked before, or only what failed. Names of a long list are not asked again: they stay. */
  async reload(which: 'all' | 'failed'): Promise<void> {
    const isKept = (cell: unknown) => cell === this.#attributes && !this.account.isShort;
    const due = this.#cells.filter((cell) => {
      if (cell.state.error !== undefined) return true;
      return which === 'all' && cell.attemptedAt !== undefined && !isKept(cell);
    });
    await Promise.all(due.map((cell) => cell.load()));
  }

  /** Asks again what was asked before and has grown old at `now`. */
  async refreshOld(now: number): Promise<void> {
    const ages = [
      [this.#permissions, currentFor.permissions],
      [this.#capacity, currentFor.capacity],
      [this.#attributes, currentFor.attributes],
    ] as const;
    const due = ages.filter(([{ attemptedAt = Infinity }, limit]) => now - attemptedAt >= limit);
    await Promise.all(due.map(([cell]) => cell.load()));
  }

  loadAttributes(): Promise<Cached<Vehicle>> {
    return this.#attributes.load();
  }

  loadCapacity(): Promise<Cached<NominalCapacity>> {
    return this.#capacity.load();
  }

  loadPermissions(): Promise<Cached<readonly string[]>> {
    return this.#permissions.load();
  }

  get #cells() {
    return [this.#attributes, this.#capacity, this.#permissions];
  }

  async #want(...cells: readonly { readonly asked: boolean; load(): Promise<unknown> }[]): Promise<void> {
    await Promise.all(cells.filter((cell) => !cell.asked).map((cell) => cell.load()));
  }
}
