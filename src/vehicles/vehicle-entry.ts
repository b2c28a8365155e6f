import type { Clock } from '../common/clock.ts';
import type { VehicleData } from '../service/vehicle-data.ts';
import type { NominalCapacity, Vehicle } from '../service/vehicles.ts';
import type { Account } from './account.ts';
import type { Cached } from './cell.ts';
import { Cell } from './cell.ts';

/** What the explorer asks the service, for one session. */
export type VehicleClient = Pick<VehicleData, 'vehicleIds' | 'vehicle' | 'nominalCapacity'>;

/** What the questions about one account have in common. */
export interface AccountDeps {
  readonly client: VehicleClient;
  readonly clock: Clock;
  /** Keeps the number of requests that run at once small. */
  readonly limited: <T>(task: () => Promise<T>) => Promise<T>;
  readonly changed: (entry: Account | VehicleEntry) => void;
}

/** One vehicle of one account. The object stays the same for as long as the vehicle is listed. */
export class VehicleEntry {
  readonly account: Account;
  readonly id: string;
  readonly #attributes: Cell<Vehicle>;
  readonly #capacity: Cell<NominalCapacity>;

  constructor(account: Account, id: string, deps: AccountDeps, signal: AbortSignal) {
    this.account = account;
    this.id = id;
    const changed = () => deps.changed(this);
    const { client, clock, limited } = deps;
    this.#attributes = new Cell(() => limited(async () => client.vehicle(id, signal)), clock, changed);
    this.#capacity = new Cell(() => limited(async () => client.nominalCapacity(id, signal)), clock, changed);
  }

  /** Make, model and year. */
  get attributes(): Cached<Vehicle> {
    return this.#attributes.state;
  }

  get capacity(): Cached<NominalCapacity> {
    return this.#capacity.state;
  }

  /** Asks what was never asked. One question's failure doesn't touch the other. */
  async want(): Promise<void> {
    await Promise.all([this.#attributes, this.#capacity].filter((cell) => !cell.asked).map((cell) => cell.load()));
  }

  /** Asks again what was asked before, or only what failed. */
  async reload(which: 'all' | 'failed'): Promise<void> {
    const cells = [this.#attributes, this.#capacity];
    const due = cells.filter((cell) => (which === 'all' ? cell.asked : cell.state.error !== undefined));
    await Promise.all(due.map((cell) => cell.load()));
  }

  loadAttributes(): Promise<Cached<Vehicle>> {
    return this.#attributes.load();
  }

  loadCapacity(): Promise<Cached<NominalCapacity>> {
    return this.#capacity.load();
  }
}
