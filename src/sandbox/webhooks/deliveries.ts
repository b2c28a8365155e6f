import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../common/event.ts';
import { Poster, type PostFailure } from '../../service/http/post.ts';
import { deliveryHeaders, sign } from '../../service/webhooks/signature.ts';
import { deliveryRules, ruleHeaders } from '../rules/rules.ts';
import type { PlannedFault } from '../faults/faults.ts';
import type { StoredWebhook, WebhookEvent } from '../world/stored-state.ts';
import { Alarm } from './turns.ts';
import { EventBodies, faultyBody, faultyDelivery } from './event-bodies.ts';
import type { Answer, Delivery } from './delivery-log.ts';
import { isActive, type SenderParts } from './webhooks.ts';

/** Public: the attempts, in milliseconds after the first. */
const attemptDelays = [0, 25_000, 75_000, 175_000] as const;
/** Public: how long a receiver may take, in real milliseconds. */
const answerTimeoutMs = 15_000;
/** Of an answer, for the developer to read; the service ignores it. */
const mostAnswerBytes = 64 * 1024;
/** Posts to one webhook at the same time. */
const mostAtOnce = 32;
/** Events that wait; then the oldest is given up. */
const mostWaiting = 20_000;

/** Events that are ready for a webhook, and how many are on their way. */
interface Line {
  readonly ready: string[];
  running: number;
  /** Whether the first has ended: it goes alone, so that a receiver begins with one VEHICLE_STATE. */
  hasBegun: boolean;
}

/** An event as it is delivered once. */
interface Written {
  readonly deliveryId: string;
  /** The sandbox's time, in milliseconds since 1970. */
  readonly at: number;
  readonly body: Buffer;
}

/** Posts events until their receivers accept them, or the last attempt has failed. */
export class Deliveries implements Disposable {
  readonly #parts: SenderParts;
  readonly #bodies: EventBodies;
  readonly #alarm: Alarm;
  readonly #listener: Disposable;
  readonly #lines = new Map<string, Line>();
  /** Events that wait for a moment, and those that are ready or on their way. */
  readonly #waiting = new Set<string>();
  readonly #shown = new Map<string, Delivery>();
  /** Receivers are on this machine: there is no proxy. */
  readonly #poster = new Poster({}, mostAtOnce);
  /** Events that a planned fault has held back already. */
  readonly #spared = new Set<string>();
  readonly #onTheirWay = new Set<AbortController>();
  #hasEnded = false;
  /** When the first of those that wait is due. */
  #nextAt = Infinity;
  #start: NodeJS.Immediate | undefined;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#bodies = new EventBodies(parts);
    this.#alarm = new Alarm(parts.clock, parts.store, () => this.#wake());
    this.#listener = parts.store.onWillSave((what) => {
      if (what === 'replace') this.#takeAll();
    });
    this.#takeAll();
  }

  dispose(): void {
    this.#listener.dispose();
    this.#alarm.dispose();
    clearImmediate(this.#start);
    this.#parts.turns.remove(this.#sendReady);
    this.#hasEnded = true;
    for (const wait of this.#onTheirWay) wait.abort();
    this.#poster.destroy();
  }

  /** Whether each active webhook has enough to send: more events would wait in memory only. */
  get isFull(): boolean {
    const lines = [...this.#lines].flatMap(([id, line]) => (isActive(this.#parts.webhooks.get(id)) ? line : []));
    return lines.length > 0 && lines.every(({ ready }) => ready.length >= 2 * mostAtOnce);
  }

  /** Takes an event that is stored. The ID of its delivery. */
  add(eventId: string): number | undefined {
    const event = this.#event(eventId);
    if (!event) return undefined;
    const { webhookId, vehicleId, dueAt, content } = event;
    const eventType = typeOf(content);
    const about = { eventId, webhookId, vehicleId, eventType, event: { ...event } };
    const delivery = this.#parts.log.add({ ...about, status: 'waiting', nextAt: dueAt });
    this.#shown.set(eventId, delivery);
    this.#waiting.add(eventId);
    this.#dropOldest();
    this.#wakeSoon();
    return delivery.id;
  }

  /**
   * The same event once more: as a new delivery, or without the wait for the next attempt. The ID of the delivery, which
   * is the same if the event still waits; undefined if it can't be sent.
   */
  sendAgain({ id, eventId, event }: Delivery): number | undefined {
    const { store, clock, webhooks } = this.#parts;
    const waiting = this.#event(eventId);
    if (!event || !webhooks.get(event.webhookId)) return undefined;
    store.change(({ webhookEvents }) => {
      if (waiting) waiting.dueAt = clock.now();
      else webhookEvents.set(eventId, { ...event, dueAt: clock.now() });
    });
    if (!waiting) return this.add(eventId);
    this.#wakeSoon();
    return id;
  }

  /** Whatever adds events, their number is bounded. */
  #dropOldest(): void {
    const { webhookEvents } = this.#parts.store.state;
    const [oldest] = webhookEvents.keys();
    if (webhookEvents.size <= mostWaiting || oldest === undefined) return;
    this.#parts.store.changeSoon((state) => state.webhookEvents.delete(oldest));
    this.#giveUp(oldest);
  }

  /** The event will not be sent any more. */
  #giveUp(eventId: string): void {
    this.#waiting.delete(eventId);
    this.#spared.delete(eventId);
    const delivery = this.#shown.get(eventId);
    this.#shown.delete(eventId);
    if (delivery) this.#parts.log.setStatus(delivery, 'dropped');
  }

  /** Takes the events of another state, or of a sandbox that was here before. */
  #takeAll(): void {
    this.#waiting.clear();
    this.#lines.clear();
    this.#shown.clear();
    this.#spared.clear();
    for (const eventId of this.#parts.store.state.webhookEvents.keys()) this.add(eventId);
  }

  /** Not at once: what is to be sent is saved first. */
  #wakeSoon(): void {
    this.#start ??= setImmediate(() => this.#wake());
  }

  #wake(): void {
    clearImmediate(this.#start);
    this.#start = undefined;
    const now = this.#parts.clock.now();
    this.#nextAt = Infinity;
    for (const eventId of this.#waiting) {
      const event = this.#event(eventId);
      if (!event) this.#giveUp(eventId);
      else if (event.dueAt > now) this.#nextAt = Math.min(this.#nextAt, event.dueAt);
      else {
        this.#waiting.delete(eventId);
        this.#line(event.webhookId).ready.push(eventId);
      }
    }
    this.#setAlarm();
    this.#parts.turns.add(this.#sendReady);
  }

  #line(webhookId: string): Line {
    const known = this.#lines.get(webhookId);
    if (known) return known;
    const made: Line = { ready: [], running: 0, hasBegun: false };
    this.#lines.set(webhookId, made);
    return made;
  }

  readonly #sendReady = (): void => {
    for (const line of this.#lines.values()) {
      const eventId = line.running < (line.hasBegun ? mostAtOnce : 1) ? line.ready.shift() : undefined;
      if (eventId === undefined) continue;
      line.running += 1;
      const { turns } = this.#parts;
      turns.add(this.#sendReady);
      void this.#attempt(eventId).finally(() => {
        line.running -= 1;
        line.hasBegun = true;
        if (!this.#hasEnded) turns.add(this.#sendReady);
      });
      return;
    }
  };

  async #attempt(eventId: string): Promise<void> {
    const { store, clock, webhooks } = this.#parts;
    const event = this.#event(eventId);
    const webhook = webhooks.get(event?.webhookId ?? '');
    if (!event || !webhook || !(isActive(webhook) || isSignedByHand(event)) || !this.#bodies.has(event)) {
      store.changeSoon((state) => state.webhookEvents.delete(eventId));
      this.#giveUp(eventId);
      return;
    }
    const written = this.#write(eventId, event);
    const planned = this.#fault(eventId, event, written.body);
    const { delivery: fault, delayMs } = planned?.fault ?? {};
    if (delayMs !== undefined) {
      this.#spared.add(eventId);
      this.#postpone(eventId, event, clock.now() + delayMs);
      return;
    }
    const answer = await this.#post(eventId, event, webhook, written, planned);
    if (fault === 'duplicate' && isAccepted(answer) && !this.#hasEnded) {
      await this.#post(eventId, event, webhook, this.#write(eventId, event));
    }
    // The process ends: what becomes of the event is up to the next one.
    if (this.#hasEnded) return;
    // Another state was loaded meanwhile.
    if (this.#event(eventId) !== event) return;
    this.#settle(eventId, event, written.at, isAccepted(answer));
  }

  /** The planned fault that this attempt meets. Text that somebody has written is sent exactly as it is. */
  #fault(eventId: string, event: WebhookEvent, body: Buffer): PlannedFault | undefined {
    const { faults } = this.#parts;
    if (event.content.kind === 'bytes' || this.#spared.delete(eventId)) return undefined;
    return faults.takeForEvent(event.vehicleId, ({ delivery }) => {
      const faulty = faultyBody(delivery, body);
      return faulty === body || !faulty.equals(body);
    });
  }

  /** The event as it is delivered now, with a delivery ID of its own. */
  #write(eventId: string, event: WebhookEvent): Written {
    const [deliveryId, at] = [randomUUID(), this.#parts.clock.now()];
    return { deliveryId, at, body: this.#bodies.bytes(eventId, event, deliveryId, at) };
  }

  /** Posts an event once. */
  async #post(
    eventId: string,
    event: WebhookEvent,
    webhook: StoredWebhook,
    { deliveryId, at, body: right }: Written,
    planned?: PlannedFault,
  ): Promise<Answer> {
    const { webhooks, log } = this.#parts;
    const { content } = event;
    const fault = planned?.fault.delivery;
    const signed = faultyBody(fault, right);
    const given = content.kind === 'bytes' ? content.signature : undefined;
    const { body, signature } =
      given === undefined
        ? faultyDelivery(fault, signed, sign(webhooks.signingToken, signed), webhooks.tokens.tokens)
        : { body: signed, signature: given ?? undefined };
    const eventType = typeOf(content);
    const uri = (eventType === 'VEHICLE_ERROR' ? webhook.errorCallbackUri : null) ?? webhook.callbackUri;
    const headers = { ...deliveryHeaders(signature), ...ruleHeaders(deliveryRules[planned ? 'fault' : eventType]) };
    const attempt = { deliveryId, at, uri, headers, body, fault: planned?.id };
    const delivery = this.#shown.get(eventId);
    if (delivery) log.setAttempt(delivery, attempt);
    const answer = await this.send(uri, headers, body);
    if (delivery && !this.#hasEnded) log.setAttempt(delivery, { ...attempt, answer });
    return answer;
  }

  /** Nothing is tried until then. */
  #postpone(eventId: string, event: WebhookEvent, dueAt: number): void {
    const { store, clock, log } = this.#parts;
    store.changeSoon(() => Object.assign(event, { dueAt }));
    const delivery = this.#shown.get(eventId);
    if (delivery) log.setStatus(delivery, 'waiting', dueAt);
    this.#waiting.add(eventId);
    if (dueAt <= clock.now()) this.#wakeSoon();
    this.#nextAt = Math.min(this.#nextAt, dueAt);
    this.#setAlarm();
  }

  #settle(eventId: string, event: WebhookEvent, at: number, accepted: boolean): void {
    const { store, log } = this.#parts;
    const delivery = this.#shown.get(eventId);
    const attempts = event.attempts + 1;
    const delay = attemptDelays[attempts];
    if (accepted || delay === undefined) {
      store.changeSoon((state) => state.webhookEvents.delete(eventId));
      if (delivery) log.setStatus(delivery, accepted ? 'delivered' : 'lost');
      this.#shown.delete(eventId);
      return;
    }
    const firstAt = event.firstAt ?? at;
    store.changeSoon(() => Object.assign(event, { attempts, firstAt }));
    this.#postpone(eventId, event, firstAt + delay);
  }

  #setAlarm(): void {
    this.#alarm.set(Number.isFinite(this.#nextAt) ? this.#nextAt : undefined);
  }

  /** Posts once. Never rejects. */
  async send(uri: string, headers: Readonly<Record<string, string>>, body: Uint8Array): Promise<Answer> {
    const url = new URL(uri);
    const { timeoutMs = answerTimeoutMs } = this.#parts;
    const wait = new AbortController();
    const timer = setTimeout(() => wait.abort(), timeoutMs);
    this.#onTheirWay.add(wait);
    const start = performance.now();
    try {
      const answer = await this.#poster.post({ url, body, headers, signal: wait.signal, mostBytes: mostAnswerBytes });
      return {
        status: answer.status,
        problem: answer.cut,
        headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value = '']) => [name, String(value)])),
        body: answer.body,
        durationMs: rounded(answer.headMs),
      };
    } catch (error) {
      const code = wait.signal.aborted ? 'TIMEOUT' : (error as PostFailure).code;
      const durationMs = rounded(performance.now() - start);
      return { status: null, problem: code, headers: {}, body: new Uint8Array(), durationMs };
    } finally {
      clearTimeout(timer);
      this.#onTheirWay.delete(wait);
    }
  }

  #event(eventId: string): WebhookEvent | undefined {
    return this.#parts.store.state.webhookEvents.get(eventId);
  }
}

/** Whoever has signed it knows the receiver's token, so it need not be verified with that of the sandbox. */
function isSignedByHand({ content }: WebhookEvent): boolean {
  return content.kind === 'bytes' && content.signature !== undefined;
}

function isAccepted({ status }: Answer): boolean {
  return status !== null && status >= 200 && status < 300;
}

function typeOf({ kind }: WebhookEvent['content']): Delivery['eventType'] {
  if (kind === 'bytes') return 'OTHER';
  return kind === 'state' || kind === 'test-state' ? 'VEHICLE_STATE' : 'VEHICLE_ERROR';
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
