import type { Vehicle } from '../../service/model/vehicles.ts';

/** Where values outlive a restart. VS Code's Memento fits. */
export interface Store {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** A vehicle that a person has added by its id, where no list is to be had. */
export interface AddedVehicle {
  readonly id: string;
  /** As typed: the path of the charge records needs one. */
  readonly make: string;
}

/** Attributes as they were read at a moment (milliseconds since 1970). */
export interface ReadAttributes {
  readonly value: Vehicle;
  readonly fetchedAt: number;
}

/** What is kept of one account's vehicles. Account: an owner in an environment, whatever session reads it. */
export interface RememberedAccount {
  /** Ids in the order in which they were pinned. */
  readonly pinned: readonly string[];
  readonly added: readonly AddedVehicle[];
  setPinned(id: string, isPinned: boolean): void;
  add(vehicle: AddedVehicle): void;
  /** Forgets whatever a person has said about the vehicle. */
  forget(id: string): void;
  attributes(id: string): ReadAttributes | undefined;
  keepAttributes(read: ReadAttributes): void;
}

interface UserChoices {
  readonly pinned: readonly string[];
  readonly added: readonly AddedVehicle[];
}

/** Names kept: they spare a metered request for each vehicle of a long list. */
const maxNames = 5000;
const namesKey = 'vehicleData.names.1';

/** How long names gather before they are written as one. */
const gatherMs = 1000;

/** What the explorer keeps over restarts: pins, vehicles added by hand, and names. No token, no charge. */
export class RememberedVehicles {
  readonly #store: Store;
  #names: Map<string, ReadAttributes> | undefined;
  #writing: NodeJS.Timeout | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  of(environment: string, accountId: string): RememberedAccount {
    const account = `${environment}/${accountId}`;
    const key = `vehicleData.said.1/${account}`;
    const said = () => readChoices(this.#store.get(key));
    const say = (change: Partial<UserChoices>) => void this.#store.update(key, { ...said(), ...change });
    return {
      get pinned() {
        return said().pinned;
      },
      get added() {
        return said().added;
      },
      setPinned: (id, isPinned) => {
        const others = said().pinned.filter((each) => each !== id);
        say({ pinned: isPinned ? [...others, id] : others });
      },
      add: (vehicle) => say({ added: [...said().added.filter(({ id }) => id !== vehicle.id), vehicle] }),
      forget: (id) => {
        const { pinned, added } = said();
        say({ pinned: pinned.filter((each) => each !== id), added: added.filter((each) => each.id !== id) });
      },
      attributes: (id) => this.#known().get(`${account}/${id}`),
      keepAttributes: (read) => this.#keep(`${account}/${read.value.id}`, read),
    };
  }

  /** Writes what gathers. */
  dispose(): void {
    if (this.#writing !== undefined) this.#write();
  }

  #known(): Map<string, ReadAttributes> {
    return (this.#names ??= readNames(this.#store.get(namesKey)));
  }

  #keep(key: string, read: ReadAttributes): void {
    const names = this.#known();
    // Anew at the end: the oldest are the first to go.
    names.delete(key);
    names.set(key, read);
    this.#writing ??= setTimeout(() => this.#write(), gatherMs);
    this.#writing.unref();
  }

  #write(): void {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    void this.#store.update(namesKey, [...this.#known()].slice(-maxNames));
  }
}

/** Another version of the extension may have written it. */
function readChoices(stored: unknown): UserChoices {
  const { pinned, added } = (stored ?? {}) as Partial<Record<keyof UserChoices, unknown>>;
  return {
    pinned: Array.isArray(pinned) ? pinned.filter((id) => typeof id === 'string') : [],
    added: Array.isArray(added) ? added.filter(isAdded) : [],
  };
}

function isAdded(value: unknown): value is AddedVehicle {
  const { id, make } = value as Partial<Record<keyof AddedVehicle, unknown>>;
  return typeof id === 'string' && typeof make === 'string';
}

function readNames(stored: unknown): Map<string, ReadAttributes> {
  return new Map(Array.isArray(stored) ? (stored as [string, ReadAttributes][]).slice(-maxNames) : []);
}
