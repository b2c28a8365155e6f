/** Storage that survives a restart, such as VS Code's Memento. */
export interface Store {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

interface UserChoices {
  /** IDs in the order in which they were pinned. */
  readonly pinned: readonly string[];
  /** IDs that the user has added, for example because no list is available. */
  readonly added: readonly string[];
}

/** What the explorer keeps across restarts for one account: an owner in an environment, whatever session reads it. */
export class RememberedVehicles implements UserChoices {
  readonly #store: Store;
  readonly #key: string;

  constructor(store: Store, environment: string, accountId: string) {
    this.#store = store;
    this.#key = `vehicleData.said.1/${environment}/${accountId}`;
  }

  get pinned(): readonly string[] {
    return this.#ids('pinned');
  }

  get added(): readonly string[] {
    return this.#ids('added');
  }

  setPinned(id: string, isPinned: boolean): void {
    this.#write({ pinned: isPinned ? [...without(id, this.pinned), id] : without(id, this.pinned) });
  }

  add(id: string): void {
    this.#write({ added: [...without(id, this.added), id] });
  }

  /** Forgets the user's choices about the vehicle. */
  forget(id: string): void {
    this.#write({ pinned: without(id, this.pinned), added: without(id, this.added) });
  }

  /** Checked, because another version of the extension may have written the value. */
  #ids(choice: keyof UserChoices): readonly string[] {
    const ids = ((this.#store.get(this.#key) ?? {}) as Partial<Record<keyof UserChoices, unknown>>)[choice];
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  }

  #write(change: Partial<UserChoices>): void {
    void this.#store.update(this.#key, { pinned: this.pinned, added: this.added, ...change });
  }
}

function without(id: string, ids: readonly string[]): readonly string[] {
  return ids.filter((each) => each !== id);
}
