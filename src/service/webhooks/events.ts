import { escapedUnit } from '../../common/text/json-text.ts';
import { type EventForms, newestForms } from './event-forms.ts';

/** What every event says about itself and where it comes from. */
export interface EventSource {
  /** The same in each attempt to deliver the event. */
  readonly eventId: string;
  /** Another one in each attempt. */
  readonly deliveryId: string;
  /** Milliseconds since 1970; of the attempt. */
  readonly deliveredAt: number;
  readonly webhook: { readonly id: string; readonly name: string };
  readonly applicationId: string;
  /** Counts the events of a webhook (reported; what it counts is assumed). */
  readonly sequence: number;
  readonly mode: 'live' | 'simulated' | 'test';
}

interface EventOwner {
  readonly id: string;
  /** The application's own ID of the owner, if it has given one. */
  readonly externalId: string | null;
}

export interface EventVehicle {
  readonly id: string;
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly mode: 'live' | 'simulated';
  readonly powertrainType: string | null;
}

interface SignalName {
  readonly code: string;
  readonly name: string;
  readonly group: string;
}

export interface EventSignal extends SignalName {
  /** Missing if the signal failed; a failed one may repeat what it was before (reported). */
  readonly body?: object | undefined;
  readonly failure?: { readonly status: 'ERROR' | 'UNAVAILABLE'; readonly type: string; readonly code: string | null };
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  readonly retrievedAt: number;
}

/** Why an event is sent: a signal that changed, or the first delivery to a subscription. */
type EventTrigger = SignalName | 'FIRST_DELIVERY';

export interface StateEvent extends EventSource {
  readonly user: EventOwner;
  readonly vehicle: EventVehicle;
  readonly signals: readonly EventSignal[];
  readonly triggers: readonly EventTrigger[];
}

export interface EventError {
  readonly type: string;
  /** Null for type PERMISSION (public). */
  readonly code: string | null;
  readonly description: string;
  readonly state: 'ERROR' | 'RESOLVED';
  /** RETRY_LATER, CONTACT_SUPPORT, USER_ACTION_REQUIRED (public), REAUTHENTICATE or null (reported). */
  readonly resolution: string | null;
  readonly docUrl: string;
  readonly userMessage: string;
  readonly signals: readonly SignalName[];
}

export interface ErrorEvent extends EventSource {
  readonly user: EventOwner;
  readonly vehicle: EventVehicle;
  readonly errors: readonly EventError[];
}

/** An event as it is sent: its JSON has these members in this order (assumed), each on no line of its own. */
export type EventBody = Readonly<Record<string, unknown>>;

/** The bytes that are signed and sent. */
export function eventBytes(body: EventBody): Buffer {
  return Buffer.from(JSON.stringify(body));
}

/** The challenge of version 4.0, which has no vehicle. */
export function verifyEvent(
  { eventId, deliveryId, deliveredAt, webhook, mode }: Omit<EventSource, 'applicationId' | 'sequence'>,
  challenge: unknown,
  { verifyTime }: EventForms = newestForms,
): EventBody {
  return {
    eventId,
    eventType: 'VERIFY',
    data: { challenge },
    meta: {
      version: '4.0',
      webhookId: webhook.id,
      webhookName: webhook.name,
      deliveryId,
      deliveredAt: verifyTime === 'iso' ? new Date(deliveredAt).toISOString() : deliveredAt,
      mode: mode.toUpperCase(),
    },
  };
}

/** VEHICLE_STATE: the webhook's signals, and which of them changed. */
export function stateEvent(event: StateEvent, forms: EventForms = newestForms): EventBody {
  const { eventId, user, vehicle, signals, triggers } = event;
  const inData = forms.triggers === 'data';
  const shown = triggers.map((trigger) => triggerBody(trigger, forms));
  return {
    eventId,
    ...(forms.vehicleId === 'root' && { vehicleId: vehicle.id }),
    eventType: 'VEHICLE_STATE',
    data: {
      user,
      vehicle: vehicleBody(vehicle, forms),
      ...(inData && { triggers: shown }),
      signals: signals.map((signal) => signalBody(signal, forms)),
    },
    ...(!inData && { triggers: shown }),
    meta: metaBody(event, forms, signals.length),
  };
}

/** VEHICLE_ERROR: what failed, or no longer does. */
export function errorEvent(event: ErrorEvent, forms: EventForms = newestForms): EventBody {
  const { eventId, user, vehicle, errors } = event;
  return {
    eventId,
    ...(forms.vehicleId === 'root' && { vehicleId: vehicle.id }),
    eventType: 'VEHICLE_ERROR',
    data: { user, vehicle: vehicleBody(vehicle, forms), errors: errors.map((error) => errorBody(error, event, forms)) },
    meta: metaBody(event, forms),
  };
}

function triggerBody(trigger: EventTrigger, { triggers }: EventForms): unknown {
  if (trigger === 'FIRST_DELIVERY') return triggers === 'data' ? { code: trigger } : { type: trigger };
  const { code, name, group } = trigger;
  switch (triggers) {
    case 'root':
      return { type: 'SIGNAL_UPDATED', signal: { name, code, group } };
    case 'names':
      return { type: 'SIGNAL_UPDATED', signal: `${group}.${name}` };
    case 'data':
      return { code, name, group };
  }
}

function vehicleBody({ id, make, model, year, mode, powertrainType }: EventVehicle, { vehicle }: EventForms) {
  return { id, make, model, year, ...(vehicle === 'full' && { mode, powertrainType }) };
}

function signalBody(
  { code, name, group, body, failure, updatedAt, retrievedAt }: EventSignal,
  { signalStatus, signalTimes }: EventForms,
) {
  const error = failure && { type: failure.type, code: failure.code };
  const status = failure ? { value: failure.status, error } : { value: 'SUCCESS' };
  return {
    code,
    name,
    group,
    ...(body && { body }),
    ...((failure ?? signalStatus === 'each') && { status }),
    // What a failed signal was before comes with its times, otherwise neither does (reported).
    ...(body && { meta: { oemUpdatedAt: updatedAt, [signalTimes]: retrievedAt } }),
  };
}

function errorBody(error: EventError, { eventId }: EventSource, { errorFields, errorSignals, resolved }: EventForms) {
  const { type, code, description, state, resolution, docUrl, userMessage, signals } = error;
  const isShort = state === 'RESOLVED' && resolved === 'short';
  const hasRequest = errorFields === 'request';
  return {
    type,
    code,
    description,
    ...(!isShort && {
      docURL: docUrl,
      resolution: { type: resolution, ...(hasRequest && { url: docUrl }) },
    }),
    suggestedUserMessage: userMessage,
    ...(hasRequest && { statusCode: 500, requestId: eventId }),
    state,
    ...(errorSignals !== 'none' && {
      signals: signals.map(({ code: signal, name, group }) =>
        errorSignals === 'codes' ? signal : { name, group, code: signal },
      ),
    }),
  };
}

function metaBody(event: EventSource, { meta }: EventForms, signalCount?: number) {
  const { webhook, applicationId, deliveryId, deliveredAt, mode, sequence } = event;
  const isState = signalCount !== undefined;
  return {
    ...(meta !== 'thin' && { version: '4.0' }),
    ...(meta === 'full' && { applicationId }),
    webhookId: webhook.id,
    webhookName: webhook.name,
    deliveryId,
    deliveredAt,
    mode: mode.toUpperCase(),
    // Errors are neither counted nor numbered (reported).
    ...(isState && meta === 'full' && { sequence }),
    ...(isState && meta !== 'thin' && { signalCount }),
  };
}

/** The challenge of webhooks of version 2.0 (public), which are deprecated and still exist. */
export function version2VerifyEvent({ webhookId }: { readonly webhookId: string }, challenge: unknown): EventBody {
  return { version: '2.0', webhookId, eventName: 'verify', payload: { challenge } };
}

/** More types of events may come than are known. */
export const unknownEventType = 'VEHICLE_SOMETHING_NEW';

/** Public: how large an event can be, in bytes. */
export const mostEventBytes = 50_000;

/** The same event with a long name of its webhook, or ID of its request in version 2.0: as large as one can be. */
export function enlarged(body: Buffer): Buffer {
  const missing = 'x'.repeat(Math.max(0, mostEventBytes - body.length));
  return Buffer.from(body.toString('utf8').replace(/(?<="(?:webhookName|requestId)":")/, missing));
}

/** The same JSON as no `JSON.stringify` writes it: `78.0`, `1e2`, `\\u0042`, spaces. */
export function oddlyWritten(body: Buffer): Buffer {
  const text = body.toString('utf8');
  const numbers = text.replace(/(?<="value":)(-?\d+)(?=[,}])/g, (_, digits: string) =>
    /^-?[1-9]0+$/.test(digits) ? digits.replace(/0+$/, (zeros) => `e${zeros.length}`) : `${digits}.0`,
  );
  return Buffer.from(
    numbers
      .replace(/[^\0-~]/gu, (character) => character.replace(/[^]/g, escapedUnit))
      .replace(/(?<="make":")[^\\"]/, escapedUnit)
      .replace(/^\{/, '{ ')
      .replace(/\}$/, ' }\n'),
  );
}

/**
 * The two test events of the dashboard: a vehicle that doesn't exist, with other IDs in each event, and its make in
 * upper case in an error (reported). Which signals it has is assumed.
 *
 * @param newId another ID with each call
 */
function testVehicle(newId: () => string): Pick<StateEvent, 'user' | 'vehicle'> {
  const vehicle: EventVehicle = {
    id: newId(),
    make: 'Tesla',
    model: 'Model 3',
    year: 2020,
    mode: 'simulated',
    powertrainType: 'BEV',
  };
  return { user: { id: newId(), externalId: null }, vehicle };
}

export function dashboardState(source: EventSource, newId: () => string): StateEvent {
  const times = { updatedAt: source.deliveredAt - 60_000, retrievedAt: source.deliveredAt - 1000 };
  const level: EventSignal = {
    code: 'tractionbattery-stateofcharge',
    name: 'StateOfCharge',
    group: 'TractionBattery',
    body: { value: 78, unit: 'percent' },
    ...times,
  };
  const charging: EventSignal = {
    code: 'charge-ischarging',
    name: 'IsCharging',
    group: 'Charge',
    body: { value: true },
    ...times,
  };
  return { ...source, mode: 'test', ...testVehicle(newId), signals: [level, charging], triggers: [level] };
}

export function dashboardError(source: EventSource, newId: () => string): ErrorEvent {
  const { user, vehicle } = testVehicle(newId);
  return {
    ...source,
    mode: 'test',
    user,
    vehicle: { ...vehicle, make: vehicle.make.toUpperCase() },
    errors: [
      {
        type: 'COMPATIBILITY',
        code: 'VEHICLE_NOT_CAPABLE',
        description: 'The vehicle is incapable of performing this request.',
        state: 'ERROR',
        resolution: null,
        docUrl: 'https://smartcar.com/docs/errors/api-errors/compatibility-errors#vehicle-not-capable',
        userMessage: 'Your car does not support this feature.',
        signals: [{ code: 'tractionbattery-stateofcharge', name: 'StateOfCharge', group: 'TractionBattery' }],
      },
    ],
  };
}
