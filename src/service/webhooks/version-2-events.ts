import type { EventBody } from './events.ts';

/** Webhooks of version 2.0, which are deprecated and still exist. */

interface Version2Webhook {
  readonly webhookId: string;
}

/** The challenge of version 2.0 (public). */
export function version2VerifyEvent({ webhookId }: Version2Webhook, challenge: unknown): EventBody {
  return { version: '2.0', webhookId, eventName: 'verify', payload: { challenge } };
}

export interface Version2Reading {
  readonly vehicleId: string;
  readonly userId: string;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly retrievedAt: number;
  /** Answers of version 2.0 by their paths. */
  readonly answers: readonly { readonly path: string; readonly body: object }[];
}

/** A scheduled webhook of version 2.0. Public: the frame; assumed: what is inside an item of `vehicles`. */
export function version2Event(
  { webhookId, mode }: Version2Webhook & { readonly mode: 'live' | 'simulated' | 'test' },
  readings: readonly Version2Reading[],
): EventBody {
  return {
    version: '2.0',
    webhookId,
    eventName: 'schedule',
    mode,
    payload: {
      vehicles: readings.map(({ vehicleId, userId, requestId, retrievedAt, answers }) => ({
        vehicleId,
        userId,
        requestId,
        timestamp: new Date(retrievedAt).toISOString(),
        data: answers.map(({ path, body }) => ({ path, code: 200, body, headers: { unitSystem: 'metric' } })),
      })),
    },
  };
}
