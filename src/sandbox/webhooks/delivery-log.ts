import { Emitter } from '../../common/event.ts';
import type { WebhookEvent } from '../world/stored-state.ts';

/** One attempt to deliver an event, or one challenge. */
interface Attempt {
  readonly deliveryId: string;
  /** The sandbox's time, in milliseconds since 1970. */
  readonly at: number;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Undefined while the receiver has not answered. */
  readonly answer?: Answer | undefined;
  /** The fault that changed it, by its ID. */
  readonly fault?: number | undefined;
}

export interface Answer {
  /** Null: there was none. */
  readonly status: number | null;
  /** Why there was none, such as ECONNREFUSED or TIMEOUT; or why its body is cut. */
  readonly problem?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Real milliseconds until the head of the answer. */
  readonly durationMs: number;
}

export interface Delivery {
  /** Counts up. */
  readonly id: number;
  readonly eventId: string;
  readonly webhookId: string;
  readonly vehicleId: string | null;
  readonly eventType: 'VERIFY' | 'VEHICLE_STATE' | 'VEHICLE_ERROR' | 'OTHER';
  /** `waiting` for the first or the next attempt; `lost` after the last; `dropped` without one. */
  status: 'waiting' | 'delivered' | 'lost' | 'dropped';
  /** When the next attempt is due by the sandbox's clock, in milliseconds since 1970. */
  nextAt: number | null;
  readonly attempts: Attempt[];
  /** To send it again; undefined for challenges. */
  readonly event: WebhookEvent | undefined;
}

const mostDeliveries = 10_000;
/** Bytes of requests and answers that are kept; then those of the oldest deliveries are forgotten. */
const mostKeptBytes = 32 * 1024 * 1024;

/** The last deliveries, with everything that was sent and answered. Like the journal, it ends with the process. */
export class DeliveryLog {
  readonly #deliveries = new Map<number, Delivery>();
  #lastId: number;
  #bytes = 0;
  readonly #changed = new Emitter<Delivery>();
  /** Fires with a delivery that is new or has changed. */
  readonly onDidChange = this.#changed.event;

  /** @param lastId IDs start after it, so that those of a restarted sandbox are new to every reader */
  constructor(lastId: number) {
    this.#lastId = lastId;
  }

  /** Deliveries after the one with the ID `id`, oldest first. */
  since(id: number): readonly Delivery[] {
    return [...this.#deliveries.values()].filter((delivery) => delivery.id > id);
  }

  get(id: number): Delivery | undefined {
    return this.#deliveries.get(id);
  }

  clear(): void {
    this.#deliveries.clear();
    this.#bytes = 0;
  }

  add(delivery: Omit<Delivery, 'id' | 'attempts'>): Delivery {
    const made: Delivery = { id: ++this.#lastId, attempts: [], ...delivery };
    this.#deliveries.set(made.id, made);
    if (this.#deliveries.size > mostDeliveries) this.#forgetOldest();
    this.#changed.fire(made);
    return made;
  }

  /** Adds an attempt, or replaces the last one, whose answer has come. */
  setAttempt(delivery: Delivery, attempt: Attempt): void {
    const last = delivery.attempts.findIndex(({ deliveryId }) => deliveryId === attempt.deliveryId);
    const before = delivery.attempts[last];
    if (before) delivery.attempts[last] = attempt;
    else delivery.attempts.push(attempt);
    if (this.#deliveries.has(delivery.id)) this.#bytes += sizeOf(attempt) - (before ? sizeOf(before) : 0);
    for (const old of this.#bytes > mostKeptBytes ? this.#deliveries.values() : []) {
      if (old === delivery || this.#bytes <= mostKeptBytes / 2) break;
      this.#forgetBodies(old);
    }
    this.#changed.fire(delivery);
  }

  setStatus(delivery: Delivery, status: Delivery['status'], nextAt: number | null = null): void {
    delivery.status = status;
    delivery.nextAt = nextAt;
    this.#changed.fire(delivery);
  }

  #forgetOldest(): void {
    const [oldest] = this.#deliveries.values();
    if (!oldest) return;
    this.#forgetBodies(oldest);
    this.#deliveries.delete(oldest.id);
  }

  #forgetBodies(delivery: Delivery): void {
    for (const [index, attempt] of delivery.attempts.entries()) {
      this.#bytes -= sizeOf(attempt);
      const answer = attempt.answer && { ...attempt.answer, body: new Uint8Array() };
      delivery.attempts[index] = { ...attempt, body: new Uint8Array(), answer };
    }
  }
}

function sizeOf({ body, answer }: Attempt): number {
  return body.length + (answer?.body.length ?? 0);
}
