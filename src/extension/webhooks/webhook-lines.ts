import { t } from '../../common/translate.ts';
import type { DeliverySummary, WebhookSummary } from '../../sandbox/control/contract.ts';
import type { Outcome } from '../requests/journal.ts';
import { durationText, type RequestWording } from '../requests/presentation.ts';
import type { ViewLine } from '../window/view-lines.ts';

/** A line of the Webhooks view. */
export interface WebhookLine extends ViewLine {
  readonly webhook?: WebhookSummary;
  readonly delivery?: DeliverySummary;
  readonly children?: readonly WebhookLine[];
}

interface Shown {
  readonly webhooks: readonly WebhookSummary[];
  /** Newest first. */
  readonly deliveries: readonly DeliverySummary[];
}

/** The webhooks, each with its deliveries; the sandbox's own, which sends nothing, if a vehicle is subscribed to it. */
export function webhookLines(
  { webhooks, deliveries }: Shown,
  wording: RequestWording,
  failuresOnly: boolean,
): readonly WebhookLine[] {
  const shown = deliveries.filter((delivery) => !failuresOnly || outcomeOf(delivery) !== 'ok');
  return webhooks.filter(isListed).map((webhook) => {
    const line = webhookLine(webhook);
    if (webhook.callbackUri === null) return line;
    const own = shown.filter(({ webhookId }) => webhookId === webhook.id);
    return { ...line, children: own.map((delivery) => deliveryLine(delivery, wording)) };
  });
}

function isListed({ callbackUri, subscriptions }: WebhookSummary): boolean {
  return callbackUri !== null || subscriptions > 0;
}

function webhookLine(webhook: WebhookSummary): WebhookLine {
  const { id, name, callbackUri, errorCallbackUri, isEnabled, verified, verification, subscriptions } = webhook;
  const isOwn = callbackUri === null;
  const label = isOwn ? t('Signal Store of the Sandbox') : name;
  const vehicles = subscriptions === 1 ? t('1 vehicle') : t('{0} vehicles', subscriptions);
  const state = !isEnabled ? t('disabled') : verified ? t('verified') : t('not verified');
  // What may be wrong comes first: the line is often cut.
  const description = [...(isOwn ? [] : [state, callbackUri.replace(/^http:\/\//, '')]), vehicles].join(' · ');
  const problem = verified ? null : (verification?.problem ?? null);
  return {
    id,
    label,
    description,
    icon: isOwn ? 'database' : !isEnabled ? 'circle-slash' : verified ? 'broadcast' : 'warning',
    outcome: isEnabled && !verified ? 'refused' : undefined,
    tokens: isOwn ? ['store'] : ['webhook'],
    tooltip: [
      label,
      ...(isOwn
        ? [t('It sends nothing. It fills the store that the signals of version 3 are read from.')]
        : [callbackUri, t('The service itself sends only to https URLs that are public.')]),
      ...(errorCallbackUri === null ? [] : [t('Errors: {0}', errorCallbackUri)]),
      ...(problem === null ? [] : [problem]),
    ],
    webhook,
  };
}

/** The place of this window where events are received. */
export function listenerLine(
  {
    url,
    owner,
    deliveries,
  }: { readonly url: string; readonly owner: string; readonly deliveries: readonly DeliverySummary[] },
  wording: RequestWording,
): WebhookLine {
  const label = t('Receiving Here');
  const description = `${url.replace(/^http:\/\//, '')} · ${t('token: {0}', owner)}`;
  return {
    id: 'listener',
    label,
    description,
    icon: 'inbox',
    tokens: ['receiver'],
    tooltip: [label, url, t('Signatures are checked with the token of {0}.', owner)],
    children: deliveries.map((delivery) => deliveryLine(delivery, wording)),
  };
}

/** How a delivery stands. One that waits for its first answer has not failed. */
function outcomeOf({ status, answer, problem }: DeliverySummary): Outcome {
  if (status === 'delivered' || (status === 'waiting' && answer === null && problem === null)) return 'ok';
  return answer === null ? 'failed' : 'refused';
}

function deliveryLine(delivery: DeliverySummary, wording: RequestWording): WebhookLine {
  const { id, eventId, vehicleId, status, nextAt } = delivery;
  const label = eventName(delivery);
  const vehicle = vehicleId === null ? [] : [wording.vehicle(vehicleId, undefined) ?? vehicleId.slice(0, 8)];
  const next = status === 'waiting' && nextAt !== null ? [t('next attempt {0}', wording.time(Date.parse(nextAt)))] : [];
  const [code = [], ...others] = answerParts(delivery, wording);
  // What may be wrong comes first: the line is often cut.
  const description = [code, ...next, ...vehicle, ...others].flat().join(' · ');
  const outcome = outcomeOf(delivery);
  return {
    id: `delivery-${id}`,
    label,
    description,
    icon: status === 'waiting' ? 'sync' : { ok: 'pass', refused: 'warning', failed: 'error' }[outcome],
    outcome,
    // What was received here is no delivery of the sandbox, which could send it again.
    tokens: ['delivery', ...(delivery.eventType === 'VERIFY' || delivery.webhookId === '' ? [] : ['event'])],
    spoken: [label, description, statusText(delivery)].join(', '),
    tooltip: [label, `${statusText(delivery)} · ${description}`, t('Event ID: {0}', eventId)],
    delivery,
    opens: 'vehicleData.request.open',
  };
}

export function eventName({ eventType }: Pick<DeliverySummary, 'eventType'>): string {
  return eventType === 'OTHER' ? t('Edited event') : eventType;
}

/** A number for names of documents. IDs are long, and no two of the 10,000 that are kept end alike. */
export function numberOf({ id }: Pick<DeliverySummary, 'id'>): string {
  return id < 0 ? t('received {0}', -id) : String(id % 10_000).padStart(4, '0');
}

/** `200`, `12 ms`, `attempt 2` */
function answerParts({ attempts, answer, problem, durationMs }: DeliverySummary, wording: RequestWording): string[] {
  if (attempts === 0) return [];
  const code = answer === null ? (problem ?? t('no answer yet')) : String(answer);
  return [
    code,
    ...(durationMs === null ? [] : [durationText(durationMs, wording.number)]),
    ...(attempts === 1 ? [] : [t('attempt {0}', attempts)]),
  ];
}

export function statusText({ status }: Pick<DeliverySummary, 'status'>): string {
  switch (status) {
    case 'waiting':
      return t('on its way');
    case 'delivered':
      return t('accepted');
    case 'lost':
      return t('not accepted');
    case 'dropped':
      return t('not sent: the webhook is not active, or too many events waited');
  }
}
