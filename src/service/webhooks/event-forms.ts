import { assumed, publicly, reported, type Rule } from '../model/basis.ts';

const docs = (topic: string) => `public documentation of version 3: ${topic}`;
const reports = (topic: string) => `reports on version 3: ${topic}`;

/**
 * Points on which pages and captures of events differ, though all of them say version 4.0. The first form of each is
 * that of the newest capture.
 */
export const eventForms = {
  triggers: {
    root: reported(reports('webhooks'), 'The triggers of an event are at its root'),
    data: publicly(docs('VEHICLE_STATE'), 'The triggers of an event are in data, each a code, name and group'),
    names: reported(reports('webhooks'), 'A trigger names its signal as Group.Name (2025)'),
  },
  vehicleId: {
    none: reported(reports('webhooks'), 'The vehicle of an event is in data.vehicle only'),
    root: publicly(docs('VEHICLE_STATE'), 'An event has the ID of its vehicle at the root as well'),
  },
  vehicle: {
    full: reported(reports('webhooks'), 'A vehicle has mode and powertrainType, which may be null (2026)'),
    short: reported(reports('webhooks'), 'A vehicle has id, make, model and year (2025)'),
  },
  signalStatus: {
    each: reported(reports('webhooks'), 'Each signal has a status'),
    failed: publicly(docs('VEHICLE_STATE'), 'Only a signal that failed has a status'),
  },
  signalTimes: {
    retrievedAt: reported(reports('webhooks'), 'A signal has oemUpdatedAt and retrievedAt'),
    fetchedAt: publicly(docs('VEHICLE_STATE'), 'A signal has oemUpdatedAt and fetchedAt'),
  },
  meta: {
    full: reported(reports('webhooks'), 'meta has applicationId and sequence (2026)'),
    short: publicly(docs('VEHICLE_STATE'), 'meta has neither applicationId nor sequence'),
    thin: reported(reports('webhooks'), 'meta has no version and no counts (2025)'),
  },
  errorFields: {
    message: reported(reports('webhooks'), 'An error has docURL, resolution and suggestedUserMessage'),
    request: publicly(docs('VEHICLE_ERROR'), 'An error has statusCode, requestId and resolution.url as well'),
  },
  errorSignals: {
    objects: reported(reports('webhooks'), 'An error lists its signals as name, group and code'),
    codes: reported(reports('webhooks'), 'An error lists its signals by their codes'),
    none: reported(reports('webhooks'), 'An error lists no signals'),
  },
  resolved: {
    short: publicly(docs('VEHICLE_ERROR'), 'An error that is resolved has neither resolution nor docURL'),
    full: assumed('An error that is resolved keeps its resolution: a sample of the documentation reads it'),
  },
  verifyTime: {
    iso: reported(reports('VERIFY'), 'deliveredAt of VERIFY is ISO 8601'),
    milliseconds: publicly(docs('VERIFY'), 'deliveredAt of VERIFY is milliseconds since 1970'),
  },
} as const satisfies Record<string, Record<string, Rule>>;

type Choices = typeof eventForms;
export type EventFormName = keyof Choices;
export type EventForms = { readonly [Name in EventFormName]: keyof Choices[Name] };

export const eventFormNames = Object.keys(eventForms) as readonly EventFormName[];

/** The forms of a point, that of the newest capture first. */
export function formsOf(name: EventFormName): readonly string[] {
  return Object.keys(eventForms[name]);
}

export const newestForms = Object.fromEntries(eventFormNames.map((name) => [name, formsOf(name)[0]])) as EventForms;

/** What the pages of the documentation show. No capture looks like it. */
export const documentedForms: EventForms = {
  ...newestForms,
  triggers: 'data',
  vehicleId: 'root',
  vehicle: 'short',
  signalStatus: 'failed',
  signalTimes: 'fetchedAt',
  meta: 'short',
  errorFields: 'request',
  verifyTime: 'milliseconds',
};

/** Captures of September 2025. */
export const oldestForms: EventForms = { ...newestForms, triggers: 'names', vehicle: 'short', meta: 'thin' };
