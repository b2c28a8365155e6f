import type { SessionInfo, Sessions } from '../../auth/sessions/session-info.ts';
import type { SessionClients } from '../../auth/provider/session-clients.ts';
import type { Version2End } from '../../auth/provider/version-2-end.ts';
import type { Environments } from '../../environments/settings/environments.ts';
import { isSandboxEnvironment } from '../../environments/settings/environment-entry.ts';
import { environmentOfSession } from '../../auth/sessions/stored-session.ts';
import { isStorageLocked } from '../../auth/sessions/session-errors.ts';
import { type Disposable, Emitter } from '../../../common/event.ts';
import { asServiceError, ServiceError } from '../../../service/model/errors.ts';
import type { NominalCapacity, Vehicle } from '../../../service/model/vehicles.ts';
import { t } from '../../../common/translate.ts';
import { Account, pageSize } from './account.ts';
import { limit, type Limited } from '../../../common/concurrency-limit.ts';
import { listFailsForAll } from './failures-for-all.ts';
import type { VehicleClient, VehicleEntry } from './vehicle-entry.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';

/** Clients in the version that leads. */
interface VehicleClients extends Pick<SessionClients, 'otherCapacity' | 'leadingVersion'> {
  of(sessionId: string): VehicleClient;
  readonly end: Pick<Version2End, 'askAgain'>;
}

/** What changed: one account's list, one vehicle, or (undefined) the set of accounts. */
export type DirectoryChange = Account | VehicleEntry | undefined;

/** What the explorer as a whole shows. */
export type DirectoryState = 'signedOut' | 'loading' | 'empty' | 'ready' | 'locked' | 'error';

/** Limit for all accounts together. */
const requestsAtOnce = 4;

/** Up to this many pages are listed to find one vehicle; in longer lists it is looked up by its id. */
const fewPages = 4;

/**
 * The vehicles of the connected accounts in the selected environment, with the last known data of each. Sends requests
 * only on demand: {@link load} for the lists, `want` of an entry for its details.
 */
export class VehicleDirectory implements Disposable {
  readonly #sessions: Pick<Sessions, 'list' | 'onDidChange'>;
  readonly #environments: Pick<Environments, 'current' | 'onDidChange'>;
  readonly #clients: VehicleClients;
  readonly #limited: Limited;
  readonly #didChange = new Emitter<DirectoryChange>();
  readonly #subscriptions: readonly Disposable[];
  readonly #accounts = new Map<string, Account>();
  /** The versions that the accounts are read by. */
  readonly #leading = new WeakMap<Account, Promise<ApiVersion | undefined>>();
  #environment = '';
  #sessionsKnown = false;
  #sessionsError: ServiceError | undefined;
  #following: Promise<void> | undefined;
  #followAgain = false;

  readonly onDidChange = this.#didChange.event;

  constructor(
    sessions: Pick<Sessions, 'list' | 'onDidChange'>,
    environments: Pick<Environments, 'current' | 'onDidChange'>,
    clients: VehicleClients,
  ) {
    this.#sessions = sessions;
    this.#environments = environments;
    this.#clients = clients;
    this.#limited = limit(requestsAtOnce);
    const follow = () => {
      // Before the first load, nothing is shown that would have to be kept up to date.
      if (this.#sessionsKnown || this.#sessionsError) void this.#load();
    };
    this.#subscriptions = [sessions, environments].map(({ onDidChange }) => onDidChange(follow));
  }

  get accounts(): readonly Account[] {
    return [...this.#accounts.values()];
  }

  get state(): DirectoryState {
    const accounts = this.accounts;
    if (accounts.length === 0 && this.#sessionsError) return isStorageLocked(this.#sessionsError) ? 'locked' : 'error';
    if (!this.#sessionsKnown) return 'loading';
    if (accounts.length === 0) return 'signedOut';
    if (accounts.some(({ vehicles, unread }) => vehicles.length + unread.length > 0)) return 'ready';
    if (accounts.every(({ session }) => session.state === 'locked')) return 'locked';
    if (accounts.some((account) => account.list.error)) return 'error';
    return accounts.every((account) => account.list.value) ? 'empty' : 'loading';
  }

  /** Why the sessions could not be read; undefined if they could. */
  get sessionsError(): ServiceError | undefined {
    return this.#sessionsError;
  }

  /** True while a request is under way. */
  get loading(): boolean {
    const isLoading = ({ list, vehicles }: Account) => list.loading || vehicles.some(({ loading }) => loading);
    return this.#following !== undefined || this.accounts.some(isLoading);
  }

  /** Lists the accounts and the first page of each, unless that is done. Never rejects. */
  async load(): Promise<void> {
    const isCurrent = this.#sessionsKnown && this.#environment === this.#environments.current();
    // A change of the sessions that is still being processed may add an account.
    if (isCurrent && !this.#sessionsError && !this.#following) return;
    await this.#load();
  }

  /**
   * For a manual refresh: repeats all earlier requests, even if one hangs. Earlier responses stay until new ones
   * arrive. Never rejects.
   */
  async refresh(which: 'all' | 'failed' = 'all'): Promise<void> {
    if (which === 'all') this.#clients.end.askAgain();
    const known = this.accounts;
    // Don't wait for the sessions first: reading them may hang, too.
    await Promise.all([this.#load(), ...known.map((account) => account.reload(which))]);
  }

  /**
   * All vehicles, from all pages: those whose attributes can be read, and the reason for each of the others. Rejects
   * with ServiceError if a list can't be read, or if no vehicle's attributes can.
   */
  async vehicles(): Promise<{
    readonly vehicles: readonly Vehicle[];
    readonly unread: readonly { readonly id?: string; readonly error: ServiceError }[];
  }> {
    await this.load();
    if (this.#sessionsError) throw this.#sessionsError;
    const lists = await Promise.all(this.accounts.map((account) => account.loadAll()));
    const entries = this.accounts.flatMap((account) => account.vehicles);
    const askable = this.accounts.filter(({ list }) => !list.error || !listFailsForAll(list.error));
    const unnamed = askable.flatMap((account) => account.vehicles).filter((entry) => !entry.attributes.value);
    await Promise.all(unnamed.map((entry) => entry.loadAttributes()));
    const vehicles = entries.map((entry) => entry.attributes.value).filter((vehicle) => vehicle !== undefined);
    const failure = (vehicles.length > 0 ? lists : [...lists, ...entries.map((entry) => entry.attributes)]).find(
      ({ error }) => error,
    );
    if (failure?.error) throw failure.error;
    const unread = entries.flatMap(({ id, attributes: { value, error } }) => (error && !value ? [{ id, error }] : []));
    const odd = this.accounts.flatMap((account) => account.unread.map((error) => ({ error })));
    return { vehicles, unread: [...unread, ...odd] };
  }

  /**
   * Finds a vehicle among those listed, then on the remaining pages if they are few, or else by a request about its id.
   * Never rejects.
   */
  async find(vehicleId: string): Promise<VehicleEntry | undefined> {
    await this.load();
    const listed = () =>
      this.accounts.map((account) => account.vehicle(vehicleId)).find((entry) => entry !== undefined);
    if (listed()) return listed();
    const isShort = (account: Account) => account.remaining <= fewPages * pageSize;
    await Promise.all(this.accounts.filter(isShort).map((account) => account.loadAll()));
    if (listed()) return listed();
    const unread = this.accounts.filter(({ list, remaining }) => list.error !== undefined || remaining > 0);
    await Promise.all(unread.map((account) => account.lookUp(vehicleId)));
    return listed();
  }

  /** Rejects with ServiceError if it can't be read. */
  async nominalCapacity(vehicleId: string): Promise<NominalCapacity> {
    const { value, error } = await (await this.#listed(vehicleId)).loadCapacity();
    if (value && !error) return value;
    throw error ?? new Error(t('The request was canceled.'));
  }

  /** The ID of the session that lists the vehicle. */
  async sessionOf(vehicleId: string): Promise<string> {
    return (await this.#listed(vehicleId)).account.session.id;
  }

  /**
   * The session to read a vehicle with: `before`, unless that was signed out and a connected account lists the vehicle.
   * An account that is connected again after a sign-out is a new session. Never one of another environment, where the
   * same id may belong to another vehicle. Rejects with ServiceError if the sessions can't be read.
   */
  async sessionFor(vehicleId: string, before: string): Promise<string> {
    const sessions = await this.#sessions.list();
    const known = sessions.find(({ id }) => id === before);
    if (known) return known.id;
    const { session } = (await this.find(vehicleId))?.account ?? {};
    return session && this.isOf(session, before) ? session.id : before;
  }

  /** Whether the account is session `before`, or of its environment. */
  isOf({ id, environment }: SessionInfo, before: string): boolean {
    return id === before || environment === environmentOfSession(before);
  }

  /** A vehicle of the sandbox has reported signals. */
  followSignals(vehicleId: string): void {
    for (const account of this.accounts) {
      if (isSandboxEnvironment(account.session.environment)) void account.vehicle(vehicleId)?.followSignals();
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const account of this.accounts) account.dispose();
    this.#didChange.dispose();
  }

  async #listed(vehicleId: string): Promise<VehicleEntry> {
    const entry = await this.find(vehicleId);
    if (entry) return entry;
    throw new ServiceError(t('No connected account lists the vehicle “{0}”.', vehicleId), {
      kind: 'input',
      turn: 'developer',
      nextStep: t('Check the ID, or connect the account that has the vehicle.'),
      sent: false,
    });
  }

  async #load(): Promise<void> {
    await this.#follow();
    await Promise.all(this.accounts.map((account) => account.want()));
  }

  /** Updates the accounts from the sessions. Calls during a run cause one more run after it. */
  #follow(): Promise<void> {
    this.#followAgain = true;
    this.#following ??= this.#followUntilQuiet().finally(() => {
      this.#following = undefined;
      this.#didChange.fire(undefined);
    });
    return this.#following;
  }

  async #followUntilQuiet(): Promise<void> {
    while (this.#followAgain) {
      this.#followAgain = false;
      const environment = this.#environments.current();
      try {
        const sessions = await this.#sessions.list();
        const before = this.accounts;
        this.#adopt(environment, sessions);
        await Promise.all(before.map((account) => this.#followVersion(account)));
      } catch (thrown) {
        // Keep what was listed, because unreadable does not mean signed out; but drop another environment's data.
        if (environment !== this.#environment) this.#adopt(environment, []);
        this.#sessionsError = asServiceError(thrown);
      }
    }
  }

  #adopt(environment: string, sessions: readonly SessionInfo[]): void {
    const current = sessions.filter((session) => session.environment === environment);
    const ids = new Set(current.map((session) => session.id));
    for (const [id, account] of this.#accounts) {
      if (ids.has(id)) continue;
      account.dispose();
      this.#accounts.delete(id);
    }
    for (const session of current) this.#adoptSession(session);
    this.#environment = environment;
    this.#sessionsKnown = true;
    this.#sessionsError = undefined;
  }

  /** Replaces an account that is read by another version now, so that its lines are all of one. */
  async #followVersion(account: Account): Promise<void> {
    const { session } = account;
    const before = await this.#leading.get(account);
    const now = await this.#clients.leadingVersion(session.id);
    if (now === undefined || now === before || this.#accounts.get(session.id) !== account) return;
    account.dispose();
    this.#accounts.set(session.id, this.#newAccount(account.session));
  }

  #adoptSession(session: SessionInfo): void {
    const known = this.#accounts.get(session.id);
    // If the session was locked, only its id may have been known.
    const isSame = known?.session.account.id === session.account.id;
    if (!known || !isSame) {
      known?.dispose();
      this.#accounts.set(session.id, this.#newAccount(session));
      return;
    }
    // Retry what failed, but nothing else: the session was unusable, or other permissions may help.
    const isPermittedOther = String(known.session.scopes) !== String(session.scopes);
    const wasUnusable = isBack(known.session, session);
    known.session = session;
    if (wasUnusable || isPermittedOther) void known.retry(isPermittedOther ? 'failed' : 'open');
  }

  #newAccount(session: SessionInfo): Account {
    const account = new Account(session, {
      client: this.#clients.of(session.id),
      otherCapacity: (...vehicle) => this.#clients.otherCapacity(session.id, ...vehicle),
      limited: this.#limited,
      changed: (entry) => this.#didChange.fire(entry),
    });
    this.#leading.set(account, this.#clients.leadingVersion(session.id));
    return account;
  }
}

function isBack(before: SessionInfo, { state }: SessionInfo): boolean {
  return before.state !== 'fresh' && state === 'fresh';
}
