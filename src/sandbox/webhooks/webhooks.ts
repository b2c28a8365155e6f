import { randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock.ts';
import { Emitter } from '../../common/event.ts';
import type { EventForms } from '../../service/webhooks/event-forms.ts';
import type { EventSignal } from '../../service/webhooks/events.ts';
import type { Faults } from '../faults/faults.ts';
import { addSubscription, ownWebhookId } from '../world/connections.ts';
import type { Realm } from '../world/realm.ts';
import { seededUuid } from '../world/seeded-random.ts';
import type { Store } from '../world/store.ts';
import type { ManagementTokens, Reading, StoredState, StoredWebhook } from '../world/stored-state.ts';
import type { SandboxVehicle } from '../world/world.ts';
import type { DeliveryLog } from './delivery-log.ts';
import type { Turns } from './turns.ts';
import { mostWebhooks, type WebhookChange, type WebhookOptions } from './webhook-options.ts';

/** More than anybody rotates through before dropping the old ones. */
const mostTokens = 100;

/** A webhook as applications see it. */
export type Webhook = Omit<StoredWebhook, 'callbackUri' | 'sequence'> & {
  readonly id: string;
  /** Null: the sandbox's own, which only fills the store of signals. */
  readonly callbackUri: string | null;
};

interface WebhooksParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Signals that a webhook has by default. */
  readonly knownCodes: readonly string[];
  /** Webhooks of the scenario and the command line, which are there from the start and after a reset. */
  readonly configured: readonly WebhookOptions[];
  /** Whether the sandbox's own subscribes vehicles at the start and after a reset; default true. */
  readonly autoSubscribe?: boolean | undefined;
  /** The port of the sandbox: it does not post to itself. */
  readonly port: number;
}

/** Reads the signals of a vehicle as they were. */
export type ReadSignals = (vehicle: SandboxVehicle, reading: Reading) => readonly EventSignal[];

/** What is sent is made of it. */
export interface SenderParts extends Realm {
  readonly webhooks: Webhooks;
  readonly faults: Faults;
  readonly readSignals: ReadSignals;
  readonly forms: EventForms;
  readonly log: DeliveryLog;
  readonly turns: Turns;
  /** How long a receiver may take; default 15 seconds. */
  readonly timeoutMs?: number | undefined;
}

/** The webhooks of the application, and the tokens that sign what they send. */
export class Webhooks {
  readonly #parts: WebhooksParts;
  readonly #store: Store;
  readonly #changed = new Emitter<void>();
  /** Fires when a webhook or a token was changed. */
  readonly onDidChange = this.#changed.event;

  /** Throws a RangeError if a configured webhook is not possible. */
  constructor(parts: WebhooksParts) {
    this.#parts = parts;
    this.#store = parts.store;
    this.check([...parts.configured, ...parts.store.state.webhooks.values()]);
    this.#store.change((state) => this.#configure(state));
    this.#store.onWillSave((what) => {
      if (what === 'replace') this.#configure(this.#store.state);
    });
  }

  /** The sandbox's own first, then the oldest. */
  get list(): readonly Webhook[] {
    const { seed, webhooks, autoSubscribe = true } = this.#store.state;
    const own: Webhook = {
      id: ownWebhookId(seed),
      name: 'Signal store of the sandbox',
      callbackUri: null,
      errorCallbackUri: null,
      triggers: this.#parts.knownCodes.slice(),
      data: this.#parts.knownCodes.slice(),
      isEnabled: true,
      autoSubscribe,
      verifiedUri: null,
      createdAt: 0,
    };
    return [own, ...[...webhooks].map(([id, { sequence: _, ...webhook }]) => ({ id, ...webhook }))];
  }

  /** Including the sandbox's own. */
  has(id: string): boolean {
    return this.#store.state.webhooks.has(id) || id === ownWebhookId(this.#store.state.seed);
  }

  get(id: string): StoredWebhook | undefined {
    return this.#store.state.webhooks.get(id);
  }

  /** The ID. Throws a RangeError if the address is the sandbox's own, or there are as many as there may be. */
  create(options: WebhookOptions): string {
    this.check([options]);
    if (this.#store.state.webhooks.size >= mostWebhooks) throw new RangeError(`there are ${mostWebhooks} webhooks`);
    const id = webhookId(randomUUID());
    this.#store.change((state) => this.#add(state, id, options));
    this.#changed.fire();
    return id;
  }

  /** False if there is none with this ID. Throws a RangeError if the address is the sandbox's own. */
  change(id: string, change: WebhookChange): boolean {
    this.check([change]);
    const webhook = this.get(id);
    if (!webhook) return false;
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    this.#store.change((state) => {
      state.webhooks.set(id, { ...webhook, ...given });
      if (change.autoSubscribe && !webhook.autoSubscribe) this.#subscribeAll(state, id);
    });
    this.#changed.fire();
    return true;
  }

  /** Its subscriptions and the events that wait for it go with it. False if there is none with this ID. */
  remove(id: string): boolean {
    if (!this.get(id)) return false;
    this.#store.change((state) => {
      state.webhooks.delete(id);
      for (const [key, { webhookId: other }] of state.subscriptions) if (other === id) state.subscriptions.delete(key);
    });
    this.#changed.fire();
    return true;
  }

  /**
   * Notes whether an address has answered its last challenge correctly.
   *
   * @param isNews whether another problem was found than the last time
   */
  setVerified(id: string, uri: string, isVerified: boolean, isNews: boolean): void {
    const webhook = this.get(id);
    // The webhook was changed or deleted while the answer was on its way.
    if (webhook?.callbackUri !== uri) return;
    const verifiedUri = isVerified ? uri : null;
    const isChanged = webhook.verifiedUri !== verifiedUri;
    if (isChanged) this.#store.change((state) => state.webhooks.set(id, { ...webhook, verifiedUri }));
    if (isChanged || isNews) this.#changed.fire();
  }

  // ---- Tokens ----

  get tokens(): ManagementTokens {
    return tokensOf(this.#store.state);
  }

  /** The Application Management Token that the application should use. */
  get token(): string {
    return this.tokens.tokens.at(-1) ?? '';
  }

  /** Signs deliveries; challenges are checked with {@link token}. */
  get signingToken(): string {
    const { tokens, oldestSigns } = this.tokens;
    return tokens.at(oldestSigns ? 0 : -1) ?? '';
  }

  /** Adds a token; those before it are valid until they are dropped. Throws a RangeError if there are too many. */
  rotate(oldestSigns: boolean): void {
    const { tokens } = this.tokens;
    if (tokens.length >= mostTokens) throw new RangeError(`there are ${mostTokens} tokens: drop the old ones first`);
    this.#setTokens({ tokens: [...tokens, randomUUID()], oldestSigns });
  }

  /** Drops every token but the newest. */
  dropOldTokens(): void {
    this.#setTokens({ tokens: [this.token], oldestSigns: false });
  }

  #setTokens(tokens: ManagementTokens): void {
    this.#store.change((state) => {
      state.managementTokens = tokens;
    });
    this.#changed.fire();
  }

  #configure(state: StoredState): void {
    if (state.autoSubscribe === undefined) {
      state.autoSubscribe = this.#parts.autoSubscribe ?? true;
      if (state.autoSubscribe) this.#subscribeAll(state, ownWebhookId(state.seed));
    }
    for (const options of this.#parts.configured) {
      const id = webhookId(seededUuid(state.seed, 'webhook', options.name, options.callbackUri));
      if (!state.webhooks.has(id)) this.#add(state, id, options);
    }
  }

  #add(state: StoredState, id: string, { triggers, data, ...options }: WebhookOptions): void {
    const [createdAt, codes] = [this.#parts.clock.now(), this.#parts.knownCodes.slice()];
    const signals = { triggers: triggers ?? codes, data: data ?? codes };
    state.webhooks.set(id, { ...options, ...signals, verifiedUri: null, createdAt, sequence: 0 });
    if (options.autoSubscribe) this.#subscribeAll(state, id);
  }

  #subscribeAll(state: StoredState, id: string): void {
    for (const { ownerId, vehicleId } of state.connections.values()) {
      addSubscription(state, { webhookId: id, ownerId, vehicleId }, this.#parts.clock.now());
    }
  }

  /** Throws a RangeError if an address is the sandbox's own. */
  check(webhooks: Iterable<Pick<WebhookChange, 'callbackUri' | 'errorCallbackUri'>>): void {
    for (const { callbackUri, errorCallbackUri } of webhooks) {
      for (const uri of [callbackUri, errorCallbackUri]) {
        if (uri && portOfUrl(new URL(uri)) === this.#parts.port) {
          throw new RangeError(`callbackUri: ${uri} is the sandbox itself`);
        }
      }
    }
  }
}

/** The tokens of a state: until one is replaced, the token of the seed. */
function tokensOf({ seed, managementTokens }: Pick<StoredState, 'seed' | 'managementTokens'>): ManagementTokens {
  return managementTokens ?? { tokens: [seededUuid(seed, 'application management token')], oldestSigns: false };
}

/** Events go out while the webhook is enabled and its address is verified. */
export function isActive(webhook: StoredWebhook | undefined): webhook is StoredWebhook {
  return webhook?.isEnabled === true && webhook.verifiedUri === webhook.callbackUri;
}

/** In the form of the newest captures. */
function webhookId(uuid: string): string {
  return `wh_${uuid.replaceAll('-', '')}`;
}

function portOfUrl({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}
