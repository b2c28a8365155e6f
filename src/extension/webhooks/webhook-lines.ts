import { t } from '../../common/translate.ts';
import type { DeliverySummary, WebhookSummary } from '../../sandbox/control/contract.ts';
import type { Outcome } from '../requests/journal.ts';
import { durationText, outcomeIcons, type RequestWording } from '../requests/presentation.ts';
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

/** More deliveries than these are grouped by vehicle. */
const mostUngrouped = 20;

/** The webhooks, each with its deliveries. The sandbox's own store, which sends nothing, is no webhook to people. */
export function webhookLines(
  { webhooks, deliveries }: Shown,
  wording: RequestWording,
  failuresOnly: boolean,
): readonly WebhookLine[] {
  const shown = deliveries.filter((delivery) => !failuresOnly || outcomeOf(delivery) !== 'ok');
  return webhooks.flatMap((webhook) => {
    const { id, callbackUri } = webhook;
    if (callbackUri === null) return [];
    const own = shown.filter(({ webhookId }) => webhookId === id);
    return [{ ...webhookLine({ ...webhook, callbackUri }), children: deliveryLines(own, wording, id) }];
  });
}

function deliveryLines(
  deliveries: readonly DeliverySummary[],
  wording: RequestWording,
  webhookId: string,
): readonly WebhookLine[] {
  if (deliveries.length <= mostUngrouped) return deliveries.map((delivery) => deliveryLine(delivery, wording));
  const byVehicle = new Map<string | null, WebhookLine[]>();
  for (const delivery of deliveries) {
    const { vehicleId } = delivery;
    byVehicle.set(vehicleId, [...(byVehicle.get(vehicleId) ?? []), deliveryLine(delivery, wording, true)]);
  }
  return [...byVehicle].flatMap(([vehicleId, children]) => {
    if (vehicleId === null) return children;
    const label = vehicleLabel(vehicleId, wording);
    const description = String(children.length);
    const tooltip = [label, t('Deliveries: {0}', description)];
    // Folded, so that all vehicles are on screen; one that fails is seen all the same.
    const { icon, outcome } = children.find((line) => line.outcome && line.outcome !== 'ok') ?? { icon: 'dashboard' };
    const id = `${webhookId}-${vehicleId}`;
    const spoken = [label, description, outcome ? t('not accepted') : ''].filter((part) => part !== '').join(', ');
    return [{ id, label, description, icon, outcome, spoken, tokens: [], tooltip, children, isClosed: true }];
  });
}

function vehicleLabel(id: string, wording: RequestWording): string {
  return wording.vehicle(id, undefined) ?? id.slice(0, 8);
}

function webhookLine(webhook: WebhookSummary & { readonly callbackUri: string }): WebhookLine {
  const { id, name: label, callbackUri, errorCallbackUri, isEnabled, verified, verification, subscriptions } = webhook;
  const vehicles = subscriptions === 1 ? t('1 vehicle') : t('{0} vehicles', subscriptions);
  const state = !isEnabled ? t('disabled') : verified ? t('verified') : t('not verified');
  const problem = verified ? null : (verification?.problem ?? null);
  return {
    id,
    label,
    description: isEnabled && verified ? vehicles : state,
    icon: !isEnabled ? 'circle-slash' : verified ? 'broadcast' : 'warning',
    outcome: isEnabled && !verified ? 'refused' : undefined,
    tokens: ['webhook'],
    spoken: [label, [state, callbackUri.replace(/^http:\/\//, ''), vehicles].join(' · ')].join(', '),
    tooltip: [
      label,
      `${state} · ${vehicles}`,
      callbackUri,
      t('The service itself sends only to https URLs that are public.'),
      ...(errorCallbackUri === null ? [] : [t('Errors: {0}', errorCallbackUri)]),
      ...(problem === null ? [] : [t('“{0}”', problem)]),
    ],
    webhook,
  };
}

/** The place of this window where events are received. */
export function listenerLine(
  listener: { readonly url: string; readonly owner: string; readonly deliveries: readonly DeliverySummary[] },
  wording: RequestWording,
): WebhookLine {
  const { url, owner, deliveries } = listener;
  const label = t('Receiving Here');
  const description = url.replace(/^http:\/\//, '');
  return {
    id: 'listener',
    label,
    description,
    icon: 'inbox',
    tokens: ['receiver'],
    spoken: `${label}, ${description} · ${t('token: {0}', owner)}`,
    tooltip: [label, url, t('Signatures are checked with the token of {0}.', owner)],
    children: deliveries.map((delivery) => deliveryLine(delivery, wording)),
  };
}

/** How a delivery stands. One that waits for its first answer has not failed. */
function outcomeOf({ status, answer, problem }: DeliverySummary): Outcome {
  if (status === 'delivered' || (status === 'waiting' && answer === null && problem === null)) return 'ok';
  return answer === null ? 'failed' : 'refused';
}

function deliveryLine(delivery: DeliverySummary, wording: RequestWording, isGrouped = false): WebhookLine {
  const { id, eventId, vehicleId, status, nextAt, eventType } = delivery;
  const label = eventName(delivery);
  const vehicle = vehicleId === null ? [] : [vehicleLabel(vehicleId, wording)];
  const next = status === 'waiting' && nextAt !== null ? [t('next attempt {0}', wording.time(Date.parse(nextAt)))] : [];
  const answer = answerParts(delivery, wording);
  const outcome = outcomeOf(delivery);
  // Only what isn't as it should be is worth the room; otherwise, whose event it is.
  const [fact = ''] = outcome !== 'ok' ? answer : [...next, ...(isGrouped ? [] : vehicle), ...answer];
  const [code = [], ...others] = answer;
  const all = [code, ...next, ...vehicle, ...others].flat().join(' · ');
  const isError = eventType === 'VEHICLE_ERROR' && outcome === 'ok';
  return {
    id: `delivery-${id}`,
    label,
    description: fact,
    icon: status === 'waiting' ? 'sync' : isError ? 'report' : outcomeIcons[outcome],
    ...(!isError && { outcome }),
    // What was received here is no delivery of the sandbox, which could send it again.
    tokens: ['delivery', ...(eventType === 'VERIFY' || delivery.webhookId === '' ? [] : ['event'])],
    spoken: [label, all, statusText(delivery)].join(', '),
    tooltip: [label, `${statusText(delivery)} · ${all}`, t('Event ID: {0}', eventId)],
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
