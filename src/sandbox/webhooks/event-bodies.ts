import {
  dashboardError,
  dashboardState,
  errorEvent,
  type EventBody,
  eventBytes,
  type EventError,
  type EventSignal,
  type EventSource,
  type EventVehicle,
  mostEventBytes,
  stateEvent,
} from '../../service/webhooks/events.ts';
import { seededUuid } from '../world/seeded-random.ts';
import type { WebhookEvent } from '../world/stored-state.ts';
import type { SandboxVehicle } from '../world/world.ts';
import type { SenderParts } from './webhooks.ts';
import { firstDelivery } from './world-watch.ts';

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
