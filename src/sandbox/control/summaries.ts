import { isUtf8 } from 'node:buffer';
import type * as faults from '../faults/faults.ts';
import type * as log from '../webhooks/delivery-log.ts';
import type {
  ControlAnswer,
  Delivery,
  DeliverySummary,
  PlannedFault,
  VehicleSummary,
  WebhookSummary,
} from './contract.ts';
import { hasCapacity } from '../v2/vehicle-routes.ts';
import type { Verification } from '../webhooks/webhook-sender.ts';
import type { Webhook, Webhooks } from '../webhooks/webhooks.ts';
import type { Subscriptions } from '../world/connections.ts';
import type { Vehicles } from '../world/vehicles.ts';
import type { SandboxOwner, SandboxVehicle } from '../world/world.ts';
import { hasChargeRecords } from '../../service/model/vehicles.ts';

/** What responses about a vehicle contain now, so that a test can compare a screen with it. */
export function vehicleSummary(
  { owner, vehicle }: { readonly owner: SandboxOwner; readonly vehicle: SandboxVehicle },
  vehicles: Vehicles,
  connected: boolean,
): VehicleSummary {
  const { id, make, model, year, region } = vehicle;
  const capacity = capacitySummary(vehicle, vehicles);
  const charges = vehicles.chargeCount(vehicle);
  const records = hasChargeRecords(make) ? (vehicle.literalRecords?.length ?? 0) + charges : null;
  return { id, owner: owner.name, make, model, year, capacity, region, records, charges, connected };
}

/** The case in the specification; `unavailable` outside the regions where it applies. */
function capacitySummary(vehicle: SandboxVehicle, vehicles: Vehicles): VehicleSummary['capacity'] {
  if (!hasCapacity(vehicle)) return { case: 'unavailable', nominal: null, source: null };
  const nominal = vehicles.nominalCapacity(vehicle);
  if (nominal === null) return { case: 'undetermined', nominal, source: null };
  return vehicle.capacity.case === 'determined'
    ? { case: 'determined', nominal, source: 'SMARTCAR' }
    : { case: 'selected', nominal, source: 'USER_SELECTED' };
}

export function plannedFault({ id, left, fault }: faults.PlannedFault): PlannedFault {
  return { id, left, ...fault };
}

const iso = (moment: number) => new Date(moment).toISOString();

export function webhookSummary(
  { id, verifiedUri, createdAt: _, ...webhook }: Webhook,
  verification: Verification,
  subscriptions: Subscriptions,
): WebhookSummary {
  const result = verification.result(id);
  return {
    id,
    ...webhook,
    verified: webhook.callbackUri === null || verifiedUri === webhook.callbackUri,
    verification: result ? shownResult(result) : null,
    subscriptions: subscriptions.list.filter(({ subscription }) => subscription.webhookId === id).length,
  };
}

function shownResult({ at, code: _, ...result }: NonNullable<ReturnType<Verification['result']>>) {
  return { at: iso(at), ...result };
}

export function tokenSummary({ token, tokens }: Webhooks): ControlAnswer<'rotateToken'> {
  return { applicationManagementToken: token, ...tokens };
}

export function deliverySummary(delivery: log.Delivery): DeliverySummary {
  const { id, eventId, webhookId, vehicleId, eventType, status, nextAt, attempts } = delivery;
  const last = attempts.at(-1);
  return {
    id,
    eventId,
    webhookId,
    vehicleId,
    eventType,
    status,
    nextAt: nextAt === null ? null : iso(nextAt),
    attempts: attempts.length,
    at: last ? iso(last.at) : null,
    answer: last?.answer?.status ?? null,
    problem: last?.answer?.problem ?? null,
    durationMs: last?.answer?.durationMs ?? null,
  };
}

/** A delivery with everything that was sent and answered. */
export function wholeDelivery(delivery: log.Delivery): Delivery {
  return {
    ...deliverySummary(delivery),
    attempts: delivery.attempts.map(({ deliveryId, at, uri, headers, body, fault = null, answer }) => ({
      deliveryId,
      at: iso(at),
      uri,
      headers: { ...headers },
      ...bodyText(body),
      fault,
      answer: answer
        ? {
            status: answer.status,
            problem: answer.problem ?? null,
            durationMs: answer.durationMs,
            headers: { ...answer.headers },
            ...bodyText(answer.body),
          }
        : null,
    })),
  };
}

function bodyText(body: Uint8Array) {
  const bytes = Buffer.from(body);
  return { text: bytes.toString('utf8'), ...(!isUtf8(bytes) && { base64: bytes.toString('base64') }) };
}
