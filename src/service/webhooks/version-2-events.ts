import type { EventBody, StateEvent } from './events.ts';

/** Webhooks of version 2.0, which are deprecated and still exist. */

interface Version2Webhook {
  readonly webhookId: string;
}

/** The challenge of version 2.0 (public). */
export function version2VerifyEvent({ webhookId }: Version2Webhook, challenge: unknown): EventBody {
  return { version: '2.0', webhookId, eventName: 'verify', payload: { challenge } };
}

/**
 * A scheduled webhook of version 2.0 with the data of one vehicle. Public: the frame; assumed: what is inside an item of
 * `vehicles`. Signals that have no path there, or have failed, are left out.
 *
 * @param requestId of the reading
 */
export function version2Event(event: StateEvent, requestId: string): EventBody {
  const { webhook, mode, vehicle, user, signals, deliveredAt } = event;
  return {
    version: '2.0',
    webhookId: webhook.id,
    eventName: 'schedule',
    mode,
    payload: {
      vehicles: [
        {
          vehicleId: vehicle.id,
          userId: user.id,
          requestId,
          timestamp: new Date(deliveredAt).toISOString(),
          data: signals.flatMap(({ code, body, failure }) => {
            const answer = Object.hasOwn(answers, code) ? answers[code] : undefined;
            if (!answer || !body || failure) return [];
            return [{ ...answer(body), code: 200, headers: { unitSystem: 'metric' } }];
          }),
        },
      ],
    },
  };
}

interface SignalBody {
  readonly value?: unknown;
  readonly capacity?: unknown;
  readonly source?: unknown;
  readonly availableCapacities?: unknown;
}

/** What version 2.0 answers in place of a signal. */
const answers: Readonly<Record<string, (body: SignalBody) => { readonly path: string; readonly body: object }>> = {
  'vehicleidentification-vin': ({ value }) => ({ path: '/vin', body: { vin: value } }),
  'tractionbattery-stateofcharge': ({ value }) => ({
    path: '/battery',
    body: { percentRemaining: typeof value === 'number' ? value / 100 : value },
  }),
  'charge-ischarging': ({ value }) => ({
    path: '/charge',
    body: { state: value === true ? 'CHARGING' : 'NOT_CHARGING' },
  }),
  'tractionbattery-nominalcapacity': ({ capacity, source, availableCapacities }) => ({
    path: '/battery/nominal_capacity',
    body: {
      availableCapacities,
      capacity: typeof capacity === 'number' ? { nominal: capacity, source } : null,
    },
  }),
};
