import { randomUUID } from 'node:crypto';
import { isRecord } from '../../common/is-record.ts';
import { enlarged, eventBytes, oddlyWritten, unknownEventType } from '../../service/webhooks/events.ts';
import { sign } from '../../service/webhooks/signature.ts';
import type { DeliveryFault } from '../faults/fault-schema.ts';

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
        if ('eventType' in event) event.eventType = unknownEventType;
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
  const { data, payload } = JSON.parse(text) as Json;
  const ids = [
    ...(isRecord(data) ? [data.vehicle, data.user].map((each) => (isRecord(each) ? each.id : undefined)) : []),
    ...listOf(payload, 'vehicles').flatMap(({ vehicleId, userId }) => [vehicleId, userId]),
  ];
  return Buffer.from(
    ids.reduce<string>((known, id) => (typeof id === 'string' ? known.replaceAll(id, randomUUID()) : known), text),
  );
}

/** Still JSON: only the last digit is another one. */
function withOtherDigit(body: Buffer): Buffer {
  return Buffer.from(body.toString('utf8').replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)));
}
