import type { SessionInfo } from '../auth/sessions.ts';
import type { Cached } from './cell.ts';
import { Cell } from './cell.ts';
import type { AccountDeps } from './vehicle-entry.ts';
import { VehicleEntry } from './vehicle-entry.ts';

/** Ids a page of the list holds: the service's maximum (public). */
export const pageSize = 50;

interface VehicleIds {
  readonly ids: readonly string[];
  /** How many the service has been asked for, which is more than `ids` where pages overlap. */
  readonly asked: number;
  /** As the service counts them. */
  readonly total: number;
}

/** The vehicles of one session, listed page by page. */
export class Account {
  readonly #deps: AccountDeps;
  readonly #abort = new AbortController();
  readonly #list: Cell<VehicleIds>;
  readonly #entries = new Map<string, VehicleEntry>();
  #session: SessionInfo;
  /** How many vehicles are to be listed; grows by pages. */
  #wanted = pageSize;
  #fromStart = true;

  constructor(session: SessionInfo, deps: AccountDeps) {
    this.#session = session;
    this.#deps = deps;
    this.#list = new Cell(
      () => this.#fetchList(),
      deps.clock,
      () => {
        this.#follow();
        deps.changed(this);
      },
    );
  }

  get session(): SessionInfo {
    return this.#session;
  }

  set session(session: SessionInfo) {
    this.#session = session;
    this.#deps.changed(this);
  }

  /** State of the list itself. */
  get list(): Cached<{ readonly total: number }> {
    return this.#list.state;
  }

  get vehicles(): readonly VehicleEntry[] {
    return [...this.#entries.values()];
  }

  vehicle(id: string): VehicleEntry | undefined {
    return this.#entries.get(id);
  }

  /** How many vehicles the service has beyond those listed. */
  get remaining(): number {
    const known = this.#list.state.value;
    return known ? Math.max(0, known.total - known.asked) : 0;
  }

  /** Lists the first page, if that never happened; waits for it if it is under way. */
  async want(): Promise<void> {
    if (!this.#list.asked || this.#list.state.loading) await this.#list.load();
  }

  async loadMore(): Promise<void> {
    this.#wanted += pageSize;
    this.#fromStart = false;
    await this.#list.load();
  }

  /** Lists again as many pages as were listed, and asks again for what was asked about each vehicle. */
  async reload(which: 'all' | 'failed'): Promise<void> {
    if (which === 'all' || this.#list.state.error) {
      this.#fromStart = true;
      await this.#list.load();
    }
    await Promise.all(this.vehicles.map((vehicle) => vehicle.reload(which)));
  }

  /** Lists every page. */
  async loadAll(): Promise<Cached<unknown>> {
    await this.want();
    while (this.remaining > 0 && !this.#list.state.error) await this.loadMore();
    return this.#list.state;
  }

  dispose(): void {
    this.#abort.abort();
  }

  async #fetchList(): Promise<VehicleIds> {
    const known = this.#fromStart ? undefined : this.#list.state.value;
    const ids = new Set(known?.ids);
    let asked = known?.asked ?? 0;
    let total = known?.total ?? Infinity;
    while (asked < Math.min(total, this.#wanted)) {
      const page = { limit: pageSize, offset: asked };
      const answer = await this.#deps.limited(async () => this.#deps.client.vehicleIds(page, this.#abort.signal));
      const before = ids.size;
      for (const id of answer.ids) ids.add(id);
      asked += pageSize;
      // A page with nothing new ends the list, whatever the service counts: else it might never end.
      total = ids.size > before ? answer.total : ids.size;
    }
    return { ids: [...ids], asked, total };
  }

  /** Makes the entries those of the list. Entries that stay keep what is known of them. */
  #follow(): void {
    const ids = this.#list.state.value?.ids ?? [];
    const before = new Map(this.#entries);
    this.#entries.clear();
    for (const id of ids) {
      this.#entries.set(id, before.get(id) ?? new VehicleEntry(this, id, this.#deps, this.#abort.signal));
    }
  }
}
