import {
  dashboardError,
  dashboardState,
  enlarged,
  errorEvent,
  type EventBody,
  eventBytes,
  type EventError,
  type EventSignal,
  type EventSource,
  type EventVehicle,
  mostEventBytes,
  oddlyWritten,
  stateEvent,
  unknownEventType,
} from '../../service/webhooks/events.ts';
import { seededUuid } from '../world/seeded-random.ts';
import type { WebhookEvent } from '../world/stored-state.ts';
import type { SandboxVehicle } from '../world/world.ts';
import type { SenderParts } from './webhooks.ts';
import { randomUUID } from 'node:crypto';
import { isRecord } from '../../common/is-record.ts';
import { sign } from '../../service/webhooks/signature.ts';
import type { DeliveryFault } from '../faults/fault-schema.ts';

/** The trigger of the first event of a subscription. */
export const firstDelivery = 'FIRST_DELIVERY';

/** Writes the bodies of events: of the same event again for each attempt, because its delivery ID and time change. */
export class EventBodies {
  readonly #parts: SenderParts;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Whether there is such an event: another scenario may have other vehicles. */
  has(event: WebhookEvent): boolean {
    const { kind } = event.content;
    return (kind !== 'state' && kind !== 'error') || this.#vehicle(event) !== undefined;
  }

  /** @param deliveredAt milliseconds since 1970 */
  bytes(eventId: string, event: WebhookEvent, deliveryId: string, deliveredAt: number): Buffer {
    const { content } = event;
    if (content.kind === 'bytes') return Buffer.from(content.base64, 'base64');
    const source = this.#source(eventId, event, deliveryId, deliveredAt);
    let ids = 0;
    const newId = () => seededUuid(eventId, ids++);
    switch (content.kind) {
      case 'test-state':
        return eventBytes(stateEvent(dashboardState(source, newId), this.#parts.forms));
      case 'test-error':
        return eventBytes(errorEvent(dashboardError(source, newId), this.#parts.forms));
      case 'error':
        return eventBytes(this.#error(event, source, content.errors));
      case 'state':
        return this.#state(event, source, content);
    }
  }

  #source(eventId: string, event: WebhookEvent, deliveryId: string, deliveredAt: number): EventSource {
    const { webhookId, sequence, mode } = event;
    const name = this.#parts.store.state.webhooks.get(webhookId)?.name ?? '';
    const webhook = { id: webhookId, name };
    const applicationId = `app_${this.#parts.application.clientId.replaceAll('-', '')}`;
    return { eventId, deliveryId, deliveredAt, webhook, applicationId, sequence, mode };
  }

  #state(event: WebhookEvent, source: EventSource, content: Extract<WebhookEvent['content'], { kind: 'state' }>) {
    const { readSignals, forms } = this.#parts;
    const known = this.#vehicle(event);
    if (!known) return Buffer.alloc(0);
    const all = readSignals(known.vehicle, content.reading);
    const wanted = this.#parts.store.state.webhooks.get(event.webhookId)?.data ?? [];
    const triggers = content.triggers.map((code) =>
      code === firstDelivery ? firstDelivery : (all.find((signal) => signal.code === code) ?? nameless(code)),
    );
    let signals = all.filter(({ code }) => wanted.includes(code));
    for (;;) {
      const bytes = eventBytes(stateEvent({ ...source, ...about(known), signals, triggers }, forms));
      const longest = Math.max(...signals.map((signal) => valuesOf(signal).length), 0);
      if (bytes.length <= mostEventBytes || longest === 0) return bytes;
      signals = signals.map((signal) => withoutOldest(signal, longest));
    }
  }

  #error(
    event: WebhookEvent,
    source: EventSource,
    errors: Extract<WebhookEvent['content'], { kind: 'error' }>['errors'],
  ): EventBody {
    const known = this.#vehicle(event);
    if (!known) return {};
    const reading = { at: source.deliveredAt, permissions: [], capacity: null, added: 0 };
    const names = this.#parts.readSignals(known.vehicle, reading);
    const shown = errors.map(({ type, code, description, resolution, state, signals }): EventError => ({
      type,
      code,
      description,
      state,
      resolution,
      docUrl: `https://smartcar.com/docs/errors/api-errors/${slug(type)}-errors${code === null ? '' : `#${slug(code)}`}`,
      userMessage: 'Your vehicle could not be reached. Please try again later.',
      signals: signals.map((each) => names.find((signal) => signal.code === each) ?? nameless(each)),
    }));
    return errorEvent({ ...source, ...about(known), errors: shown }, this.#parts.forms);
  }

  #vehicle({ vehicleId, ownerId, mode }: WebhookEvent) {
    const vehicle = this.#parts.vehicles.get(vehicleId ?? '');
    if (!vehicle || ownerId === null) return undefined;
    return {
      vehicle,
      mode,
      user: { id: ownerId, externalId: this.#parts.store.state.externalIds.get(ownerId) ?? null },
    };
  }
}

function about({
  vehicle,
  mode,
  user,
}: {
  vehicle: SandboxVehicle;
  mode: EventVehicle['mode'];
  user: { id: string; externalId: string | null };
}) {
  const { id, make, model, year } = vehicle;
  return { user, vehicle: { id, make, model, year, mode, powertrainType: 'BEV' } };
}

function nameless(code: string) {
  return { code, name: code, group: code.split('-', 1)[0] ?? '' };
}

function valuesOf({ body }: EventSignal): readonly unknown[] {
  const values: unknown = body && 'values' in body ? body.values : undefined;
  return Array.isArray(values) ? values : [];
}

/** Assumed: a list that makes an event too large loses its oldest values. */
function withoutOldest(signal: EventSignal, longest: number): EventSignal {
  const values = valuesOf(signal);
  if (values.length < longest) return signal;
  return { ...signal, body: { ...signal.body, values: values.slice(Math.ceil(values.length / 4)) } };
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

type Json = Record<string, unknown>;

/**
 * The body that is signed in place of the right one: the same object if the fault changes none, and an equal one if it
 * does not concern this event.
 */
export function faultyBody(fault: DeliveryFault | undefined, body: Buffer): Buffer {
  switch (fault) {
    case 'stale-body':
      return changed(body, ({ data }) => {
        const signal = listOf(data, 'signals').find((each) => each.body !== undefined);
        if (signal) signal.status = { value: 'ERROR', error: { type: 'VEHICLE_STATE', code: 'NOT_CHARGING' } };
      });
    case 'null-code':
      return changed(body, ({ data }) => {
        const [error] = listOf(data, 'errors');
        if (error) Object.assign(error, { type: 'PERMISSION', code: null });
        const [signal] = listOf(data, 'signals');
        if (!signal) return;
        delete signal.body;
        delete signal.meta;
        signal.status = { value: 'ERROR', error: { type: 'PERMISSION', code: null } };
      });
    case 'unknown-vehicle':
      return withUnknownVehicle(body);
    case 'unknown-type':
      return changed(body, (event) => {
        event.eventType = unknownEventType;
      });
    case 'odd-json':
      return oddlyWritten(body);
    case 'large':
      return enlarged(body);
    default:
      return body;
  }
}

/**
 * What is sent in place of a signed body and its signature.
 *
 * @param tokens the oldest first
 */
export function faultyDelivery(
  fault: DeliveryFault | undefined,
  body: Buffer,
  signature: string,
  tokens: readonly string[],
): { readonly body: Buffer; readonly signature: string | undefined } {
  switch (fault) {
    case 'tampered':
      return { body: withOtherDigit(body), signature };
    case 'wrong-signature':
      return { body, signature: sign(randomUUID(), body) };
    case 'no-signature':
      return { body, signature: undefined };
    case 'base64-signature':
      return { body, signature: Buffer.from(signature, 'hex').toString('base64') };
    case 'older-token':
      // Where no token was ever replaced, the receiver can't know the older one.
      return { body, signature: sign(tokens.at(-2) ?? randomUUID(), body) };
    default:
      return { body, signature };
  }
}

/** Every body that the sandbox writes is an object of JSON without insignificant spaces. */
function changed(body: Buffer, change: (event: Json) => void): Buffer {
  const event = JSON.parse(body.toString('utf8')) as Json;
  change(event);
  return eventBytes(event);
}

function listOf(data: unknown, name: string): Json[] {
  const list = isRecord(data) ? data[name] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** Vehicle and owner get other IDs, wherever theirs stand. */
function withUnknownVehicle(body: Buffer): Buffer {
  const text = body.toString('utf8');
  const { data } = JSON.parse(text) as Json;
  const ids = isRecord(data) ? [data.vehicle, data.user].map((each) => (isRecord(each) ? each.id : undefined)) : [];
  return Buffer.from(
    ids.reduce<string>((known, id) => (typeof id === 'string' ? known.replaceAll(id, randomUUID()) : known), text),
  );
}

/** Still JSON: only the last digit is another one. */
function withOtherDigit(body: Buffer): Buffer {
  return Buffer.from(body.toString('utf8').replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)));
}
