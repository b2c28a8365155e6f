import type { SessionInfo } from '../../../../src/extension/auth/sessions/session-info.ts';
import type { SessionClients } from '../../../../src/extension/auth/provider/session-clients.ts';
import { Emitter } from '../../../../src/common/event.ts';
import { type ErrorKind, type Turn, ServiceError } from '../../../../src/service/model/errors.ts';
import type { VehicleIds, VehicleResource } from '../../../../src/service/model/vehicle-data.ts';
import type { NominalCapacity } from '../../../../src/service/model/vehicles.ts';
import type { VehicleSignals } from '../../../../src/service/model/signals.ts';
import type { ApiVersion } from '../../../../src/service/model/environment.ts';
import { VehicleDirectory } from '../../../../src/extension/vehicles/data/vehicle-directory.ts';
import { setClock, systemClock } from '../../../../src/common/clock.ts';
import type { VehicleClient } from '../../../../src/extension/vehicles/data/vehicle-entry.ts';

/** Of the lines of the tree, where no view is there. */
export const wording = {
  time: () => '12:04',
  number: String,
  energyUnit: () => 'kWh',
  end: () => ({ note: '2.0 ends soon', text: 'Version 2.0 ends soon.' }),
};

export const determined: NominalCapacity = {
  case: 'determined',
  nominal: 80.7,
  candidates: [{ capacity: 80.7, description: null }],
};

export const candidates = [
  { capacity: 70.9, description: null },
  { capacity: 80.9, description: null },
  { capacity: 90.9, description: 'BEV:Extended Range' },
];

export function failure(turn: Turn = 'retry', message = 'The service is busy.', kind: ErrorKind = 'api'): ServiceError {
  return new ServiceError(message, { kind, turn, nextStep: 'Do this.', requestId: 'req-1', sent: true });
}

export function session(id: string, changes: Partial<SessionInfo> = {}): SessionInfo {
  return {
    id,
    environment: 'sandbox',
    account: { id: `account-of-${id}`, label: `owner of ${id} (sandbox)` },
    scopes: ['read_battery'],
    state: 'fresh',
    accessTokenExpiresAt: 0,
    refreshTokenExpiresAt: 0,
    ...changes,
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}

/** One owner's vehicles as the service holds them; every answer can be replaced or held back. */
export class FakeAccount implements VehicleClient {
  ids: string[];
  readonly asked: string[] = [];
  /** Failure by question: `ids`, `vehicle v1`, `capacity v1`. */
  readonly failures = new Map<string, Error>();
  granted: readonly string[] = ['read_battery'];
  raw = '{"a":1.10}';
  isMetered: boolean | undefined;
  /** Whether the list describes its vehicles, as that of version 3 does. */
  describes = false;
  readonly makes = new Map<string, string>();
  readonly models = new Map<string, string>();
  readonly capacities = new Map<string, NominalCapacity>();
  /** Questions that are never answered, whatever becomes of their signal: `ids 0`, `vehicle v1`. */
  readonly hanging = new Set<string>();
  /** Answers wait for it. */
  gate: Promise<void> = Promise.resolve();
  mostAtOnce = 0;
  /** A service may send fewer than were asked for. */
  mostAPage = Infinity;
  #running = 0;

  constructor(...ids: string[]) {
    this.ids = ids;
  }

  vehicleIds({ limit, offset }: { limit: number; offset: number }, signal?: AbortSignal): Promise<VehicleIds> {
    const ids = this.ids.slice(offset, offset + Math.min(limit, this.mostAPage));
    const described = this.describes ? ids.map((id) => this.#vehicle(id)) : undefined;
    const page = { ids, total: this.ids.length, described, isMetered: this.isMetered };
    return this.#answer(`ids ${offset}`, 'ids', page, signal);
  }

  vehicle(id: string, signal?: AbortSignal) {
    return this.#answer(`vehicle ${id}`, `vehicle ${id}`, this.#vehicle(id), signal);
  }

  #vehicle(id: string) {
    return { id, make: this.makes.get(id) ?? 'BMW', model: this.models.get(id) ?? `i${id}`, year: 2023 };
  }

  permissions(id: string, signal?: AbortSignal) {
    return this.#answer(`permissions ${id}`, `permissions ${id}`, { granted: this.granted }, signal);
  }

  async disconnect(id: string, signal?: AbortSignal) {
    await this.#answer(`disconnect ${id}`, `disconnect ${id}`, undefined, signal);
    this.ids = this.ids.filter((each) => each !== id);
  }

  rawJson({ kind, vehicleId }: VehicleResource, signal?: AbortSignal) {
    return this.#answer(`raw ${kind} ${vehicleId}`, `raw ${kind}`, this.raw, signal);
  }

  nominalCapacity(id: string, signal?: AbortSignal) {
    const answer = this.capacities.get(id) ?? determined;
    return this.#answer(`capacity ${id}`, `capacity ${id}`, answer, signal);
  }

  /** Undefined: as in version 2.0. */
  signalList: VehicleSignals | undefined;

  signals(id: string, signal?: AbortSignal): Promise<VehicleSignals | undefined> {
    if (!this.signalList) return Promise.resolve(undefined);
    return this.#answer(`signals ${id}`, `signals ${id}`, this.signalList, signal);
  }

  async #answer<T>(question: string, failureKey: string, answer: T, signal: AbortSignal | undefined): Promise<T> {
    this.asked.push(question);
    this.#running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#running);
    if (this.hanging.has(question)) await new Promise(() => undefined);
    await this.gate;
    // A turn of the loop, so that questions put together also run together.
    await nextTurn();
    this.#running -= 1;
    if (signal?.aborted) throw failure('retry', 'Cancelled.', 'cancelled');
    const error = this.failures.get(failureKey);
    if (error) throw error;
    return answer;
  }
}

/** For after each test that has a world. */
export const restoreClock = () => setClock(systemClock);

/** A directory over fake accounts, by session id, which has the time of the process until `restoreClock`. */
export class World {
  now = Date.UTC(2026, 10, 21, 12, 4);
  environment = 'sandbox';
  listingHangs = false;
  leading: ApiVersion = '3';
  /** Where a session has another one. */
  readonly leadingOf = new Map<string, ApiVersion>();
  refreshes = 0;
  /** What the other version says; by default, there is none. */
  otherCapacity: SessionClients['otherCapacity'] = () => Promise.resolve(undefined);
  sessions: SessionInfo[] | ServiceError;
  readonly sessionsChanged = new Emitter<void>();
  readonly environmentChanged = new Emitter<void>();
  readonly directory: VehicleDirectory;
  readonly accounts: Readonly<Record<string, FakeAccount>>;

  constructor(accounts: Record<string, FakeAccount>) {
    this.accounts = accounts;
    this.sessions = Object.keys(accounts).map((id) => session(id));
    const list = async () => {
      if (this.listingHangs) await new Promise(() => undefined);
      await nextTurn();
      if (Array.isArray(this.sessions)) return this.sessions;
      throw this.sessions;
    };
    setClock({ now: () => this.now });
    this.directory = new VehicleDirectory(
      { list, onDidChange: this.sessionsChanged.event },
      { current: () => this.environment, onDidChange: this.environmentChanged.event },
      {
        of: (id) => accounts[id] ?? new FakeAccount(),
        otherCapacity: (...request) => this.otherCapacity(...request),
        leadingVersion: (id) => Promise.resolve(this.leadingOf.get(id) ?? this.leading),
        end: { askAgain: () => void this.refreshes++ },
      },
    );
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    while (this.directory.loading) {
      await new Promise<void>((resume) => {
        const subscription = this.directory.onDidChange(() => {
          subscription.dispose();
          resume();
        });
      });
    }
  }
}
