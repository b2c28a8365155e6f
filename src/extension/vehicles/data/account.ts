import type { SessionInfo } from '../../auth/sessions/session-info.ts';
import type { Limited } from '../../../common/concurrency-limit.ts';
import { unlessAborted } from '../../../common/unless-aborted.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { VehicleResource } from '../../../service/model/vehicle-data.ts';
import { type CachedAnswer, CachedRequest } from './cached-request.ts';
import { failsForAll, listFailsForAll } from './failures-for-all.ts';
import { shortIds } from './short-ids.ts';
import { VehicleEntry } from './vehicle-entry.ts';
import type { VehicleAccount, VehicleEntryDeps } from './vehicle-entry.ts';

/** Ids a page of the list holds: the service's maximum (public). */
export const pageSize = 50;

/**
 * Up to this many vehicles, their names and capacities are asked for as soon as they are listed. Beyond, each is asked
 * about when it is unfolded: an application has some 120 requests, and then two a minute (public).
 */
const shortList = 20;

/** The same where each request about a vehicle may cost money. More than these are a warning worth, too. */
export const handful = 5;

export interface AccountDeps extends Omit<VehicleEntryDeps, 'changed'> {
  readonly changed: (entry: Account | VehicleEntry) => void;
}

interface VehicleIds {
  readonly ids: readonly string[];
  /** How many the service has been asked for, which is more than `ids` where pages overlap. */
  readonly asked: number;
  /** As the service counts them. */
  readonly total: number;
  readonly isMetered: boolean;
  /** What is wrong with elements that name no vehicle. */
  readonly unread: readonly ServiceError[];
}

/**
 * The vehicles of one session, listed page by page. Beside them stand those that the list doesn't have, or not yet:
 * pinned ones, ones added by hand, and ones that were looked up by their id.
 */
export class Account implements VehicleAccount {
  readonly #deps: AccountDeps;
  readonly #listLimited: Limited;
  readonly #abort = new AbortController();
  readonly #list: CachedRequest<VehicleIds>;
  readonly #entries = new Map<string, VehicleEntry>();
  readonly #lookedUp = new Set<string>();
  /** The same owner by the other version of the API, whose vehicles are shown with these. */
  other: Account | undefined;
  #session: SessionInfo;
  /** How many vehicles are to be listed; grows by pages. */
  #wanted = pageSize;
  #fromStart = true;
  #shorten: (id: string) => string = (id) => id;
  /** The last failure that would meet every request, and how many there were. */
  #forAll: { readonly error: ServiceError | undefined; readonly count: number } = { error: undefined, count: 0 };

  constructor(session: SessionInfo, deps: AccountDeps) {
    this.#session = session;
    this.#deps = { ...deps, limited: this.#stopAtFirst(deps.limited) };
    // The list has a place of its own: it goes before the vehicles, whatever hangs there.
    this.#listLimited = this.#stopAtFirst((task, signal) => unlessAborted(task(), signal));
    this.#list = new CachedRequest(
      (attempt) => this.#fetchList(AbortSignal.any([this.#abort.signal, attempt])),
      deps.clock,
      () => {
        this.#follow();
        deps.changed(this);
      },
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

  /** Pinned ones first, then those that a person brought here, then the list in the service's order. */
  get vehicles(): readonly VehicleEntry[] {
    return [...this.#entries.values()];
  }

  /** What is wrong with elements of the list that name no vehicle. */
  get unread(): readonly ServiceError[] {
    return this.#list.state.value?.unread ?? [];
  }

  /** Whether every vehicle is asked about at once. */
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

  otherVersion(id: string): VehicleEntry | undefined {
    return this.other?.vehicle(id);
  }

  /** How many vehicles the service has beyond those listed. */
  get remaining(): number {
    const known = this.#list.state.value;
    return known ? Math.max(0, known.total - known.asked) : 0;
  }

  /** Lists the first page, if that never happened; waits for it if it is under way. */
  async want(): Promise<void> {
    void this.other?.want();
    if (!this.#list.asked || this.#list.state.loading) await this.#list.load();
  }

  /** Lists the next page; the same one again where it failed. */
  async loadMore(): Promise<void> {
    this.#wanted = (this.#list.state.value?.asked ?? 0) + pageSize;
    this.#fromStart = false;
    await this.#list.load();
  }

  /**
   * For a person: lists anew as many pages as were listed, whatever hangs, and asks anew for what was asked about each
   * vehicle, unless the list has failed in a way that they would, too.
   */
  async reload(which: 'all' | 'failed'): Promise<void> {
    await Promise.all(this.#both.map((account) => account.#reloadOwn(which)));
  }

  /**
   * Asks again what failed, unless that is under way. Nobody has pressed anything: the list goes first, then one vehicle,
   * and the others only if that helped. What costs money is left to a person where it is more than a handful.
   */
  async retry(): Promise<void> {
    await Promise.all(this.#both.map((account) => account.#retryOwn()));
  }

  /** For a person: ends what is being listed. */
  cancelList(): void {
    for (const account of this.#both) account.#list.cancel();
  }

  /** Lists every page. */
  async loadAll(): Promise<CachedAnswer<unknown>> {
    await this.want();
    while (this.remaining > 0 && !this.#list.state.error) await this.loadMore();
    return this.#list.state;
  }

  /**
   * Asks the service about one id that is not listed, by the one question that is neither billed nor needs a
   * permission. Undefined where it doesn't know the vehicle, or can't say.
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

  /** Keeps a vehicle on top, or no longer. */
  setPinned(id: string, isPinned: boolean): void {
    this.#deps.memory.setPinned(id, isPinned);
    // One that only its pin brought here stays until the window closes: a slip of the hand loses nothing.
    if (!isPinned) this.#lookedUp.add(id);
    this.#rearrange();
  }

  /** Takes a vehicle that a person names by its id. */
  add(id: string): VehicleEntry | undefined {
    this.#deps.memory.add(id);
    this.#rearrange();
    return this.#entries.get(id);
  }

  /** Takes back what a person has said about a vehicle; one that the service lists stays. */
  forget(id: string): void {
    this.#deps.memory.forget(id);
    this.#lookedUp.delete(id);
    this.#rearrange();
  }

  /** Ends the application's access to a vehicle. Rejects with ServiceError. */
  async disconnect(id: string): Promise<void> {
    await this.#deps.client.disconnect(id, this.#abort.signal);
    this.#list.amend(({ ids, asked, total, ...rest }) => {
      const others = ids.filter((each) => each !== id);
      const gone = ids.length - others.length;
      // The service's list is shorter from here on, so the next page begins earlier.
      this.#wanted -= gone;
      return { ids: others, asked: asked - gone, total: total - gone, ...rest };
    });
    this.forget(id);
  }

  /** What the service answers about a vehicle, to the letter. Rejects with ServiceError. */
  rawJson(question: VehicleResource): Promise<string> {
    return this.#deps.client.rawJson(question, this.#abort.signal);
  }

  dispose(): void {
    this.#abort.abort();
  }

  get #both(): readonly Account[] {
    return this.other ? [this, this.other] : [this];
  }

  async #reloadOwn(which: 'all' | 'failed'): Promise<void> {
    const known = this.vehicles;
    const { error } = which === 'all' || this.#list.isDue(which) ? await this.#relist() : this.#list.state;
    if (error && listFailsForAll(error)) for (const vehicle of known) vehicle.failAs(error, which);
    else await Promise.all(known.map((vehicle) => vehicle.reloadOwn(which)));
  }

  async #retryOwn(): Promise<void> {
    if (this.#list.state.error) {
      this.#fromStart = true;
      const { error } = await this.#list.load();
      if (error && listFailsForAll(error)) return;
    }
    const costs = this.vehicles.reduce((sum, vehicle) => sum + vehicle.ownMeteredRequests('failed'), 0);
    const retry = (vehicle: VehicleEntry) => vehicle.retryOwn(costs <= handful);
    const failed = this.vehicles.filter(({ failures }) => failures.length > 0);
    // One that can tell about all of them.
    const first = failed.find(({ failures }) => failures.some(failsForAll)) ?? failed[0];
    if (!first) return;
    const { count } = this.#forAll;
    await retry(first);
    if (this.#forAll.count === count) await Promise.all(failed.filter((vehicle) => vehicle !== first).map(retry));
  }

  /** What waits for its turn while another request fails for all is not sent: it fails the same way. */
  #stopAtFirst(limited: Limited): Limited {
    return (task, signal) => {
      const { count } = this.#forAll;
      return limited(async () => {
        const { error, count: now } = this.#forAll;
        if (error && now !== count) throw error;
        try {
          return await task();
        } catch (thrown) {
          if (thrown instanceof ServiceError && failsForAll(thrown))
            this.#forAll = { error: thrown, count: this.#forAll.count + 1 };
          throw thrown;
        }
      }, signal);
    };
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
    const unread = new Map(known?.unread.map((error) => [error.message, error]));
    while (asked < Math.min(total, this.#wanted)) {
      const page = { limit: pageSize, offset: asked };
      const answer = await this.#listLimited(async () => this.#deps.client.vehicleIds(page, signal), signal);
      isMetered = answer.isMetered ?? false;
      const before = ids.size + unread.size;
      for (const id of answer.ids) ids.add(id);
      if (answer.unread) unread.set(answer.unread.message, answer.unread);
      asked += pageSize;
      // A page with nothing new ends the list, whatever the service counts: else it might never end.
      total = ids.size + unread.size > before ? answer.total : ids.size;
    }
    return { ids: [...ids], asked, total, isMetered, unread: [...unread.values()] };
  }

  #rearrange(): void {
    this.#follow();
    this.#deps.changed(this);
  }

  /** Makes the entries those of the list and of what was said. Entries that stay keep what is known of them. */
  #follow(): void {
    const { pinned, added } = this.#deps.memory;
    const listed = this.#list.state.value?.ids ?? [];
    const unlisted = [...added, ...this.#lookedUp].filter((id) => !listed.includes(id));
    const before = new Map(this.#entries);
    this.#entries.clear();
    for (const id of new Set([...pinned, ...unlisted, ...listed])) {
      this.#entries.set(id, before.get(id) ?? new VehicleEntry(this, id, this.#deps, this.#abort.signal));
    }
    this.#shorten = shortIds([...this.#entries.keys()]);
  }
}
