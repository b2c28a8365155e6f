import { setTimeout as delay } from 'node:timers/promises';
import { withSignals } from '../common/abort-with.ts';
import { now } from '../common/clock.ts';
import { Emitter, type Disposable } from '../common/event.ts';
import { withResolvers } from '../common/missing-in-node-20.ts';
import type {
  DeliverySummary,
  JournalEntry,
  Overview,
  PlannedFault,
  WebhookSummary,
} from '../sandbox/control/contract.ts';
import { callControl, controlContract, type Fetch, parseJson, serverSentEvents } from './control-client.ts';
import type { Sandbox } from './sandbox.ts';

/** The state of a running sandbox, from the control API. */
export interface SandboxSnapshot {
  readonly overview: Overview;
  /** How far the sandbox's clock is ahead of this machine's, in milliseconds. */
  readonly aheadMs: number;
  readonly faults: readonly PlannedFault[];
  /** Requests of other programs, newest first: this extension's own are in the Requests view. */
  readonly requests: readonly JournalEntry[];
  readonly webhooks: readonly WebhookSummary[];
  /** How many Application Management Tokens are valid, and whether deliveries are still signed with the oldest. */
  readonly tokens: { readonly valid: number; readonly oldestSigns: boolean };
  /** Newest first. */
  readonly deliveries: readonly DeliverySummary[];
  /** Problems of list elements that cannot be read: the sandbox may have another version. */
  readonly unread: readonly string[];
}

const mostRequests = 30;
const mostDeliveries = 500;
/** The pause before reconnecting to an event stream that broke off although the sandbox is running. */
const pauseMs = 1_000;

/** How many vehicles the view lists. For each, the sandbox has to look at its charges after every change. */
const mostVehicles = 100;

/** Follows what happens in the sandbox while it is being watched. Does not start one, but waits for one. */
export class SandboxMonitor implements Disposable {
  readonly #sandbox: Sandbox;
  readonly #fetch: Fetch;
  readonly #ownClient: string;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #charged = new Emitter<string>();
  /** Fires, while watching, when a charge was added to the vehicle with this ID. */
  readonly onDidAddCharge = this.#charged.event;
  readonly #reported = new Emitter<string>();
  /** Fires, while watching, when the vehicle with this ID has reported signals: by a webhook, or after a charge. */
  readonly onDidReport = this.#reported.event;
  readonly #firstLook = withResolvers<void>();
  /** Resolves after the first check, whether or not there is a sandbox. Pending until it is watched. */
  readonly looked: Promise<void> = this.#firstLook.promise;
  readonly #subscription: Disposable;
  #isWatching = false;
  #oddRequests: readonly string[] = [];
  #connection: AbortController | undefined;
  #snapshot: SandboxSnapshot | undefined;

  /** @param ownClient the product name that this extension uses in its User-Agent */
  constructor(sandbox: Sandbox, fetch: Fetch, ownClient: string) {
    this.#sandbox = sandbox;
    this.#fetch = fetch;
    this.#ownClient = ownClient;
    this.#subscription = sandbox.onDidChange(() => this.#follow());
  }

  /** Undefined while no sandbox is known to be running. */
  get snapshot(): SandboxSnapshot | undefined {
    return this.#snapshot;
  }

  /** Starts or stops watching. While it is not watching, it sends no requests to the sandbox. */
  setWatching(isWatching: boolean): void {
    this.#isWatching = isWatching;
    if (isWatching) this.#connect();
    else this.#disconnect();
  }

  dispose(): void {
    this.setWatching(false);
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#charged.dispose();
    this.#reported.dispose();
  }

  #follow(): void {
    if (!this.#isWatching) return;
    const { kind } = this.#sandbox.status;
    if (kind === 'running') this.#connect();
    else if (kind === 'stopped') {
      this.#disconnect();
      this.#show(undefined);
    }
  }

  #connect(): void {
    if (this.#connection) return;
    const connection = (this.#connection = new AbortController());
    void this.#watch(connection.signal).finally(() => {
      if (this.#connection === connection) this.#connection = undefined;
    });
  }

  #disconnect(): void {
    this.#connection?.abort();
    this.#connection = undefined;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    for (;;) {
      // This also detects that the sandbox is gone, and notifies everyone else.
      const addresses = await this.#sandbox.find().catch(() => undefined);
      if (signal.aborted) return;
      if (!addresses) return this.#show(undefined);
      // After a failure, the event stream may still be open.
      await withSignals((ended) => this.#listen(addresses.controlUrl, ended), signal).catch(() => undefined);
      if (signal.aborted) return;
      this.#firstLook.resolve();
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Processes events until the stream ends. */
  async #listen(controlUrl: string, signal: AbortSignal): Promise<void> {
    const { body } = await this.#fetch(`${controlUrl}/events`, { signal });
    if (!body) return;
    const odd: string[] = [];
    const { requests } = await callControl(this.#fetch, controlUrl, 'listRequests', {}, (problem) => odd.push(problem));
    this.#oddRequests = odd;
    await this.#read(controlUrl, this.#latest(requests), signal);
    const { controlEvents } = await controlContract();
    for await (const { event, data } of serverSentEvents(body)) {
      if (event === 'delivery') {
        const changed = controlEvents.delivery.safeParse(parseJson(data));
        // One event each: reading anything because of it would make a stream of them slow.
        if (changed.success && this.#snapshot && !signal.aborted) {
          const { eventType, status, vehicleId } = changed.data;
          if (eventType === 'VEHICLE_STATE' && status === 'delivered' && vehicleId !== null)
            this.#reported.fire(vehicleId);
          this.#show({
            ...this.#snapshot,
            deliveries: latest([...this.#snapshot.deliveries, changed.data], mostDeliveries),
          });
        }
        continue;
      }
      const known = this.#snapshot?.requests ?? [];
      const charge = event === 'charge' ? controlEvents.charge.safeParse(parseJson(data)) : undefined;
      if (charge?.success && !signal.aborted) {
        this.#charged.fire(charge.data.vehicleId);
        this.#reported.fire(charge.data.vehicleId);
      }
      const deliveries = event === 'state' ? undefined : this.#snapshot?.deliveries;
      if (event !== 'request') await this.#read(controlUrl, known, signal, deliveries);
      else if (this.#snapshot && !signal.aborted) {
        const added = controlEvents.request.safeParse(parseJson(data));
        if (!added.success) {
          const problems = added.error.issues.map(({ path, message }) => `requests.${path.join('.')}: ${message}`);
          this.#oddRequests = [...new Set([...this.#oddRequests, ...problems])].slice(0, mostRequests);
          await this.#read(controlUrl, known, signal, deliveries);
          continue;
        }
        const requests = this.#latest([...known, added.data]);
        // The view shows which owners are connected.
        if (['connect', 'disconnect'].includes(added.data.operation ?? ''))
          await this.#read(controlUrl, requests, signal, deliveries);
        else this.#show({ ...this.#snapshot, requests });
      }
    }
  }

  /** @param known deliveries that are not read again, because each has an event of its own */
  async #read(
    controlUrl: string,
    requests: readonly JournalEntry[],
    signal: AbortSignal,
    known?: readonly DeliverySummary[],
  ): Promise<void> {
    const odd: string[] = [];
    const tellOdd = (problem: string) => void odd.push(problem);
    const [overview, { faults }, { webhooks, tokens, oldestSigns }, { deliveries }] = await Promise.all([
      callControl(this.#fetch, controlUrl, 'show', { query: { vehicles: mostVehicles } }, tellOdd),
      callControl(this.#fetch, controlUrl, 'listFaults', {}, tellOdd),
      callControl(this.#fetch, controlUrl, 'listWebhooks', {}, tellOdd),
      known
        ? { deliveries: known }
        : callControl(this.#fetch, controlUrl, 'listDeliveries', { query: { last: mostDeliveries } }, tellOdd),
    ]);
    const unread = [...this.#oddRequests, ...odd].slice(0, mostRequests);
    const aheadMs = Date.parse(overview.now) - now();
    const signing = { valid: tokens.length, oldestSigns };
    const shown = { overview, aheadMs, faults, requests, webhooks, tokens: signing, unread };
    if (!signal.aborted) this.#show({ ...shown, deliveries: latest(deliveries, mostDeliveries) });
  }

  #show(snapshot: SandboxSnapshot | undefined): void {
    this.#snapshot = snapshot;
    this.#firstLook.resolve();
    this.#changed.fire();
  }

  /** Requests of other programs, newest first, without duplicates. */
  #latest(requests: readonly JournalEntry[]): readonly JournalEntry[] {
    const others = requests.filter(({ client }) => client?.split('/')[0] !== this.#ownClient);
    return latest(others, mostRequests);
  }
}

/** The newest, the newest first; of those with the same ID, the last. */
function latest<T extends { readonly id: number }>(entries: readonly T[], most: number): readonly T[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return [...byId.values()].sort((a, b) => b.id - a.id).slice(0, most);
}
