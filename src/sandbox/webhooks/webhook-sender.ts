import type { Disposable } from '../../common/event.ts';
import type { EventContent } from '../world/stored-state.ts';
import { Deliveries } from './deliveries.ts';
import { type Delivery, DeliveryLog } from './delivery-log.ts';
import { Turns } from './turns.ts';
import { Verification } from './verification.ts';
import type { SenderParts } from './webhooks.ts';
import { WorldWatch } from './world-watch.ts';

/** Between two looks whether a receiver that nobody had started is there now, in real milliseconds. */
const lookAgainMs = 1000;

/** Called when the first challenge of a new address has failed. */
type OnUnverified = (uri: string, problem: string) => void;

/** Everything that sends: events as the world changes, challenges as webhooks do. */
export class WebhookSender implements Disposable {
  readonly log: DeliveryLog;
  readonly verification: Verification;
  /** Lets requests go first. */
  readonly turns = new Turns();
  readonly #parts: SenderParts;
  readonly #deliveries: Deliveries;
  readonly #watch: WorldWatch;
  readonly #endVerifying: () => void;

  /** @param lastId IDs of deliveries start after it */
  constructor(given: Omit<SenderParts, 'log' | 'turns'>, lastId: number, onUnverified?: OnUnverified) {
    this.log = new DeliveryLog(lastId);
    const parts: SenderParts = { ...given, log: this.log, turns: this.turns };
    this.#parts = parts;
    this.#deliveries = new Deliveries(parts);
    this.#watch = new WorldWatch(parts, (eventId) => this.#deliveries.add(eventId));
    this.verification = new Verification(parts, this.#deliveries);
    this.#endVerifying = verifyNew(parts, this.verification, onUnverified);
  }

  /** Adds an event that the world does not cause. The ID of its delivery; undefined if there is no such webhook. */
  add(webhookId: string, content: EventContent, eventId: string): number | undefined {
    const { webhooks, store, clock } = this.#parts;
    const webhook = webhooks.get(webhookId);
    if (!webhook) return undefined;
    store.change(({ webhookEvents }) => {
      webhook.sequence += 1;
      const { sequence } = webhook;
      const about = { webhookId, vehicleId: null, ownerId: null, mode: 'live' as const };
      const isNew = { attempts: 0, firstAt: null, dueAt: clock.now() };
      webhookEvents.set(eventId, { ...about, content, sequence, ...isNew });
    });
    return this.#deliveries.add(eventId);
  }

  /** The ID of the delivery, which is the same if the event still waits; undefined if it can't be sent. */
  sendAgain(delivery: Delivery): number | undefined {
    return this.#deliveries.sendAgain(delivery);
  }

  dispose(): void {
    this.#endVerifying();
    this.#watch.dispose();
    this.#deliveries.dispose();
  }
}

/**
 * Challenges every address that is new. While nothing listens there, which is usual before the developer has started the
 * receiver, it is tried again; the service does not do that.
 */
function verifyNew(
  { webhooks, store }: SenderParts,
  verification: Verification,
  onUnverified?: OnUnverified,
): () => void {
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
