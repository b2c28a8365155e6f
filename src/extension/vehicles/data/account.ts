import type { SessionInfo } from '../../auth/sessions/session-info.ts';
import type { Limited } from '../../../common/concurrency-limit.ts';
import { unlessAborted } from '../../../common/abort-with.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { DescribedVehicle, VehicleResource } from '../../../service/model/vehicle-data.ts';
import { type CachedAnswer, CachedRequest, type Due } from './cached-request.ts';
import { failsForAll, listFailsForAll } from './failures-for-all.ts';
import { shortIds } from './short-ids.ts';
import type { NominalCapacity } from '../../../service/model/vehicles.ts';
import { type VehicleAccount, VehicleEntry, type VehicleEntryDeps } from './vehicle-entry.ts';

/** Number of ids per page of the list: the service's maximum (public). */
export const pageSize = 50;

/**
 * Names and capacities of up to this many vehicles are requested as soon as they are listed. Those of a longer list are
 * requested when a vehicle is expanded: an application has some 120 requests, and then two a minute (public).
 */
const shortList = 20;

/** The same limit if each request about a vehicle may cost money. More than this also deserves a warning. */
export const handful = 5;

interface AccountDeps extends Omit<VehicleEntryDeps, 'changed'> {
  /** See {@link Account.otherCapacity}. */
  readonly otherCapacity: (vehicleId: string, signal: AbortSignal) => Promise<NominalCapacity | undefined>;
  readonly changed: (entry: Account | VehicleEntry) => void;
}

/** The last failure that every request in one version would hit, and how many such failures there were. */
interface ForAll {
  error: ServiceError | undefined;
  count: number;
}

interface VehicleIds {
  readonly ids: readonly string[];
  /** How many ids were requested, which is more than `ids` holds if pages overlap. */
  readonly asked: number;
  /** The number of vehicles as reported by the service. */
  readonly total: number;
  readonly isMetered: boolean;
  /** By the list itself. */
  readonly described: readonly DescribedVehicle[];
  /** What is wrong with elements that have no vehicle id. */
  readonly unread: readonly ServiceError[];
}

/**
 * The vehicles of one session, listed page by page, together with those that the list doesn't have, or not yet: ones
 * that were looked up by their id.
 */
export class Account implements VehicleAccount {
  readonly #deps: AccountDeps;
  readonly #listLimited: Limited;
  readonly #abort = new AbortController();
  readonly #list: CachedRequest<VehicleIds>;
  readonly #entries = new Map<string, VehicleEntry>();
  readonly #lookedUp = new Set<string>();
  #session: SessionInfo;
  /** How many vehicles to list; grows by pages. */
  #wanted = pageSize;
  #fromStart = true;
  #shorten: (id: string) => string = (id) => id;
  readonly #forAll: ForAll = { error: undefined, count: 0 };

  constructor(session: SessionInfo, deps: AccountDeps) {
    this.#session = session;
    this.#deps = { ...deps, limited: stopAtFirst(deps.limited, this.#forAll) };
    // The list is not subject to the common limit, so requests about vehicles that hang don't delay it.
    this.#listLimited = stopAtFirst((task, signal) => unlessAborted(task(), signal), this.#forAll);
    this.#list = new CachedRequest(
      (signal) => this.#fetchList(signal),
      () => {
        this.#follow();
        deps.changed(this);
      },
      this.#abort.signal,
    );
    this.#follow();
  }

  get session(): SessionInfo {
    return this.#session;
  }

  set session(session: SessionInfo) {
    this.#session = session;
    this.#deps.changed(this);
  }

  /** State of the list itself. */
  get list(): CachedAnswer<{ readonly total: number }> {
    return this.#list.state;
  }

  /** Those that were looked up, then the list in the service's order. */
  get vehicles(): readonly VehicleEntry[] {
    return [...this.#entries.values()];
  }

  /** What is wrong with elements of the list that have no vehicle id. */
  get unread(): readonly ServiceError[] {
    return this.#list.state.value?.unread ?? [];
  }

  /** Whether the list is short enough to request the details of every vehicle at once. */
  get isShort(): boolean {
    const most = this.isMetered ? handful : shortList;
    return Math.max(this.#entries.size, this.#list.state.value?.total ?? 0) <= most;
  }

  /** Whether each request about a vehicle may cost money. */
  get isMetered(): boolean {
    return this.#list.state.value?.isMetered ?? false;
  }

  shortId(id: string): string {
    return this.#shorten(id);
  }

  vehicle(id: string): VehicleEntry | undefined {
    return this.#entries.get(id);
  }

  /** How many more vehicles the service has than are listed. */
  get remaining(): number {
    const known = this.#list.state.value;
    return known ? Math.max(0, known.total - known.asked) : 0;
  }

  /** Lists the first page, unless that was done; waits for it if it is under way. */
  async want(): Promise<void> {
    if (!this.#list.asked || this.#list.state.loading) await this.#list.load();
  }

  /** Lists the next page, or the same one again if it failed. */
  async loadMore(): Promise<void> {
    this.#wanted = (this.#list.state.value?.asked ?? 0) + pageSize;
    this.#fromStart = false;
    await this.#list.load();
  }

  /**
   * For a manual refresh: lists as many pages again as were listed, even if a request hangs, and repeats the requests
   * about each vehicle, unless the list has failed in a way in which they would fail, too.
   */
  async reload(which: 'all' | 'failed'): Promise<void> {
    const known = this.vehicles;
    const { error } = which === 'all' || this.#list.isDue(which) ? await this.#relist() : this.#list.state;
    if (error && listFailsForAll(error)) for (const vehicle of known) vehicle.failAs(error, which);
    else await Promise.all(known.map((vehicle) => vehicle.reload(which)));
  }

  /**
   * Repeats what failed, unless that is under way. Because the user has not asked for it, the list goes first, then one
   * vehicle, and the others only if that helped. More than a handful of requests that cost money are left to the user.
   */
  async retry(which: Due = 'open'): Promise<void> {
    if (this.#list.state.error) {
      this.#fromStart = true;
      const { error } = await this.#list.load();
      if (error && listFailsForAll(error)) return;
    }
    const costs = this.vehicles.reduce((sum, vehicle) => sum + vehicle.meteredRequests(which), 0);
    const retry = (vehicle: VehicleEntry) => vehicle.retry(which, costs <= handful);
    const failed = this.vehicles.filter(({ failures }) => failures.length > 0);
    // Prefer a vehicle whose failure concerns all of them.
    const first = failed.find(({ failures }) => failures.some(failsForAll)) ?? failed[0];
    if (!first) return;
    const { count } = this.#forAll;
    await retry(first);
    if (this.#forAll.count === count) await Promise.all(failed.filter((vehicle) => vehicle !== first).map(retry));
  }

  /** For the user: cancels the listing. */
  cancelList(): void {
    this.#list.cancel();
  }

  /** Lists every page, for as long as somebody waits for them. */
  async loadAll(isWanted = () => true): Promise<CachedAnswer<unknown>> {
    await this.want();
    while (isWanted() && this.remaining > 0 && !this.#list.state.error) await this.loadMore();
    return this.#list.state;
  }

  /**
   * Looks up one id that is not listed, with the only request that neither is billed nor needs a permission. Undefined
   * if the service doesn't know the vehicle, or the request fails.
   */
  async lookUp(id: string): Promise<VehicleEntry | undefined> {
    const entry = new VehicleEntry(this, id, this.#deps, this.#abort.signal);
    const { value } = await entry.loadPermissions();
    if (!value) return undefined;
    this.#lookedUp.add(id);
    this.#entries.set(id, entry);
    this.#rearrange();
    return this.#entries.get(id);
  }

  /** Ends the application's access to a vehicle. Rejects with ServiceError. */
  async disconnect(id: string): Promise<void> {
    await this.#deps.client.disconnect(id, this.#abort.signal);
    this.#list.amend(({ ids, asked, total, ...rest }) => {
      const others = ids.filter((each) => each !== id);
      const gone = ids.length - others.length;
      // The service's list is shorter now, so the next page begins earlier.
      this.#wanted -= gone;
      return { ids: others, asked: asked - gone, total: total - gone, ...rest };
    });
    this.#lookedUp.delete(id);
    this.#rearrange();
  }

  /** The capacity by version 2.0 if version 3 leads; undefined if the account is connected by one version. */
  otherCapacity(id: string): Promise<NominalCapacity | undefined> {
    return this.#deps.otherCapacity(id, this.#abort.signal);
  }

  /** The service's response about a vehicle, unchanged. Rejects with ServiceError. */
  rawJson(question: VehicleResource): Promise<string> {
    return this.#deps.client.rawJson(question, this.#abort.signal);
  }

  dispose(): void {
    this.#abort.abort();
  }

  #relist(): Promise<CachedAnswer<unknown>> {
    this.#fromStart = true;
    return this.#list.reload();
  }

  async #fetchList(signal: AbortSignal): Promise<VehicleIds> {
    const known = this.#fromStart ? undefined : this.#list.state.value;
    const ids = new Set(known?.ids);
    let asked = known?.asked ?? 0;
    let total = known?.total ?? Infinity;
    let isMetered = known?.isMetered ?? false;
    const described = [...(known?.described ?? [])];
    const unread = new Map(known?.unread.map((error) => [error.message, error]));
    while (asked < Math.min(total, this.#wanted)) {
      const page = { limit: pageSize, offset: asked };
      const answer = await this.#listLimited(async () => this.#deps.client.vehicleIds(page, signal), signal);
      isMetered = answer.isMetered ?? false;
      described.push(...(answer.described ?? []));
      const before = ids.size + unread.size;
      for (const id of answer.ids) ids.add(id);
      if (answer.unread) unread.set(answer.unread.message, answer.unread);
      asked += answer.size ?? answer.ids.length;
      // A page with nothing new ends the list, whatever total the service reports; otherwise it might never end.
      total = ids.size + unread.size > before ? answer.total : ids.size;
    }
    return { ids: [...ids], asked, total, isMetered, described, unread: [...unread.values()] };
  }

  #rearrange(): void {
    this.#follow();
    this.#deps.changed(this);
  }

  /** Updates the entries from the list and what was looked up. Entries that stay keep what is known about them. */
  #follow(): void {
    const { value, fetchedAt } = this.#list.state;
    const listed = value?.ids ?? [];
    const known = new Set(listed);
    const unlisted = [...this.#lookedUp].filter((id) => !known.has(id));
    const before = new Map(this.#entries);
    this.#entries.clear();
    for (const id of [...unlisted, ...known]) {
      this.#entries.set(id, before.get(id) ?? new VehicleEntry(this, id, this.#deps, this.#abort.signal));
    }
    if (fetchedAt !== undefined)
      for (const vehicle of value?.described ?? []) this.#entries.get(vehicle.id)?.learn(vehicle, fetchedAt);
    this.#shorten = shortIds([...this.#entries.keys()]);
  }
}

/** If a request fails in a way that concerns all, those that wait in the queue fail the same way and are not sent. */
function stopAtFirst(limited: Limited, forAll: ForAll): Limited {
  return (task, signal) => {
    const { count } = forAll;
    return limited(async () => {
      if (forAll.error && forAll.count !== count) throw forAll.error;
      try {
        return await task();
      } catch (thrown) {
        if (thrown instanceof ServiceError && failsForAll(thrown)) {
          forAll.error = thrown;
          forAll.count += 1;
        }
        throw thrown;
      }
    }, signal);
  };
}
