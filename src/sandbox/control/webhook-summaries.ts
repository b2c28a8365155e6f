import { isUtf8 } from 'node:buffer';
import type { Subscriptions } from '../world/subscriptions.ts';
import type * as log from '../webhooks/delivery-log.ts';
import type { Verification } from '../webhooks/verification.ts';
import type { Webhook, Webhooks } from '../webhooks/webhooks.ts';
import type { ControlAnswer, Delivery, DeliverySummary, WebhookSummary } from './contract.ts';

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
