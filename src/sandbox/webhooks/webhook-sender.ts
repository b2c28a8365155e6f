import type { Disposable } from '../../common/event.ts';
import type { EventForms } from '../../service/webhooks/event-forms.ts';
import type { Faults } from '../faults/faults.ts';
import type { Application } from '../world/world.ts';
import type { SandboxClock } from '../world/clock.ts';
import type { Store } from '../world/store.ts';
import type { EventContent } from '../world/stored-state.ts';
import type { Vehicles } from '../world/vehicles.ts';
import { Deliveries } from './deliveries.ts';
import { type Delivery, DeliveryLog } from './delivery-log.ts';
import { EventBodies } from './event-bodies.ts';
import { Turns } from './turns.ts';
import { Verification } from './verification.ts';
import type { Webhooks } from './webhooks.ts';
import { type ReadSignals, WorldWatch } from './world-watch.ts';

/** Between two looks whether a receiver that nobody had started is there now, in real milliseconds. */
const lookAgainMs = 1000;

export interface WebhookParts {
  readonly webhooks: Webhooks;
  readonly store: Store;
  readonly clock: SandboxClock;
  readonly vehicles: Vehicles;
  readonly faults: Faults;
  readonly readSignals: ReadSignals;
  readonly application: Application;
  readonly forms: EventForms;
  /** IDs of deliveries start after it. */
  readonly lastId: number;
  /** How long a receiver may take; default 15 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Called when the first challenge of a new address has failed. */
  readonly onUnverified?: ((uri: string, problem: string) => void) | undefined;
}

/** Everything that sends: events as the world changes, challenges as webhooks do. */
export interface WebhookSender extends Disposable {
  readonly log: DeliveryLog;
  readonly verification: Verification;
  /** Lets requests go first. */
  readonly turns: Pick<Turns, 'request'>;
  /** Adds an event that the world does not cause. The ID of its delivery; undefined if there is no such webhook. */
  readonly add: (webhookId: string, content: EventContent, eventId: string) => number | undefined;
  /** The ID of the delivery, which is the same if the event still waits; undefined if it can't be sent. */
  readonly sendAgain: (delivery: Delivery) => number | undefined;
}

export function startSender(parts: WebhookParts): WebhookSender {
  const { webhooks, store, clock, vehicles, faults, readSignals, application, forms, lastId, timeoutMs } = parts;
  const log = new DeliveryLog(lastId);
  const turns = new Turns();
  const bodies = new EventBodies({
    state: () => store.state,
    vehicles,
    readSignals,
    forms,
    clientId: application.clientId,
  });
  const deliveries = new Deliveries({ store, clock, webhooks, bodies, log, turns, faults, timeoutMs });
  const watch = new WorldWatch({
    store,
    clock,
    vehicles,
    faults,
    readSignals,
    turns,
    onEvent: (eventId) => deliveries.add(eventId),
  });
  const verification = new Verification({ webhooks, deliveries, log, clock, forms, application });
  const endVerifying = verifyNew(parts, verification);
  return {
    log,
    verification,
    turns,
    sendAgain: (delivery) => deliveries.sendAgain(delivery),
    add: (webhookId, content, eventId) => {
      const webhook = webhooks.get(webhookId);
      if (!webhook) return undefined;
      store.change(({ webhookEvents }) => {
        webhook.sequence += 1;
        const { sequence } = webhook;
        const about = { webhookId, vehicleId: null, ownerId: null, mode: 'live' as const };
        const isNew = { attempts: 0, firstAt: null, dueAt: clock.now() };
        webhookEvents.set(eventId, { ...about, content, sequence, ...isNew });
      });
      return deliveries.add(eventId);
    },
    dispose: () => {
      endVerifying();
      watch.dispose();
      deliveries.dispose();
    },
  };
}

/**
 * Challenges every address that is new. While nothing listens there, which is usual before the developer has started the
 * receiver, it is tried again; the service does not do that.
 */
function verifyNew({ webhooks, store, onUnverified }: WebhookParts, verification: Verification): () => void {
  const tried = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const verify = async (id: string) => {
    const before = verification.result(id);
    const result = await verification.verify(id);
    if (result?.problem && before?.problem !== result.problem) onUnverified?.(result.uri, result.problem);
    if (hasEnded || result?.status !== null || !(result.code ?? '').startsWith('ECONNREFUSED')) return;
    tried.delete(id);
    timer ??= setTimeout(look, lookAgainMs).unref();
  };
  const look = () => {
    timer = undefined;
    for (const [id, { callbackUri, verifiedUri }] of store.state.webhooks) {
      if (verifiedUri === callbackUri || tried.get(id) === callbackUri) continue;
      tried.set(id, callbackUri);
      // A full disk, which the next request reports.
      void verify(id).catch(() => undefined);
    }
  };
  const listeners = [webhooks.onDidChange(look), store.onWillSave((what) => what === 'replace' && setImmediate(look))];
  look();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
    for (const listener of listeners) listener.dispose();
  };
}
