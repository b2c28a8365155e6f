import { type Context, Hono } from 'hono';
import type { Grants } from '../oauth/grants.ts';
import type { SandboxEnv } from '../web/http.ts';
import { streamedJson } from '../web/json-text.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Realm } from '../world/realm.ts';
import type { SandboxVehicle } from '../world/world.ts';
import { refusals } from './errors.ts';
import { apiOperations } from './operations.ts';
import { listEnvelope, type Page, pageOf } from './pages.ts';
import type { Variants } from './variants.ts';
import {
  type SignalFailure,
  type SignalSources,
  type StoredSignal,
  storedSignal,
  storedSignals,
} from './vehicle-signals.ts';

/** What version 3 is served from. */
export interface Version3Parts extends Realm {
  readonly baseUrl: string;
  readonly variants: Variants;
  readonly grants: Grants;
  readonly webhooks: Webhooks;
}

/** The data for an authorized request about a vehicle. */
interface Reading {
  readonly vehicle: SandboxVehicle;
  readonly granted: readonly string[];
  readonly url: string;
  /** Whether signals are stored: only after the vehicle's first subscription. */
  readonly isStored: boolean;
}

/** Routes for the signals of a vehicle: all, or one. */
export function signalRoutes(parts: Version3Parts): Hono<SandboxEnv> {
  const { baseUrl, connections, subscriptions, vehicles, capacities, limits, clock, variants } = parts;
  const routes = new Hono<SandboxEnv>();

  /** The owner and the vehicle of the request, checked. Throws a Failure. */
  const readingOf = (c: Context<SandboxEnv>): Reading => {
    const userId = c.req.header('sc-user-id');
    if (!userId) throw refusals.missingUser();
    const id = c.req.param('id') ?? '';
    const connection = connections.ofVehicle(id);
    const vehicle = vehicles.get(id);
    if (!connection || !vehicle) throw refusals.unknownVehicle(id);
    if (connection.ownerId !== userId) throw refusals.unknownVehicle(id, 'v3.signals.user-other');
    const beyond = limits.countVehicleRequest(id, () => connections.list.map((each) => each.connection.vehicleId));
    if (beyond) throw refusals.limit(beyond);
    const url = `${baseUrl}/v3/vehicles/${id}`;
    return { vehicle, granted: connection.permissions, url, isStored: subscriptions.has(id) };
  };
  const sources = (): SignalSources => ({ vehicles, capacities, variants, now: clock.now() });
  const json = { 'Content-Type': 'application/json' };

  routes.get(apiOperations.signals.path, (c) => {
    const { vehicle, granted, url, isStored } = readingOf(c);
    const from = sources();
    const all = isStored ? storedSignals(vehicle, granted, from) : [];
    const query = new URL(c.req.url).searchParams;
    const page = readPage(query, all.length);
    const shown = pageOf(all, page);
    const { make, model, year, id } = vehicle;
    const body = {
      data: shown.map((signal) => signalResource(signal, { vehicleUrl: url, now: from.now }, variants)),
      ...listEnvelope(`${url}/signals`, query, page, all.length, variants),
      included: { vehicle: { id, type: 'vehicle', attributes: { make, model, year }, links: { self: url } } },
    };
    return c.body(answerText(body, shown.find(({ values }) => values)?.values), 200, json);
  });

  routes.get(apiOperations.signal.path, (c) => {
    const { vehicle, granted, url, isStored } = readingOf(c);
    const from = sources();
    const code = c.req.param('code') ?? '';
    const signal = isStored ? storedSignal(vehicle, code, granted, from) : undefined;
    if (!signal) throw refusals.signalNotStored(code);
    const resource = signalResource(signal, { vehicleUrl: url, now: from.now }, variants);
    const body =
      variants.singleSignal === 'resource' ? resource : { data: resource, links: { self: resource.links.self } };
    return c.body(answerText(body, signal.values), 200, json);
  });

  return routes;
}

/** All signals on one page, unless the query asks for fewer. Throws a Failure. */
function readPage(query: URLSearchParams, total: number): Page {
  const read = (name: string, otherwise: number) => {
    const text = query.get(name);
    if (text === null) return otherwise;
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < 1 || value > 100) throw refusals.badPage(name);
    return value;
  };
  return { number: read('page[number]', 1), size: read('page[size]', Math.max(1, total)) };
}

/** The address of a vehicle's signals, and the time at which they are read. */
interface SignalPlace {
  readonly vehicleUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A signal in the form that version 3 sends. */
function signalResource(stored: StoredSignal, { vehicleUrl, now }: SignalPlace, variants: Variants) {
  const { code, name, group, failure, values, body = values && bodyWithValues } = stored;
  const self = `${vehicleUrl}/signals/${code}`;
  return {
    id: code,
    type: 'signal',
    attributes: {
      code,
      name,
      group,
      status: failure ? failedStatus(failure) : { value: 'SUCCESS' },
      ...(!failure && { body }),
    },
    meta: times(now, variants),
    links: { self, values: self, vehicle: vehicleUrl },
  };
}

function failedStatus({ status, type, code, description }: SignalFailure) {
  return { value: status, error: { type, code, description, resolution: { type: null } } };
}

function times(now: number, { timestamps }: Variants) {
  if (timestamps === 'seconds') return both(Math.floor(now / 1000));
  if (timestamps === 'milliseconds') return both(now);
  const text = new Date(now).toISOString();
  return { ...both(text), ingestedAt: text };
}

const both = <Time>(time: Time) => ({ retrievedAt: time, oemUpdatedAt: time });

/** Stands for a signal's values until they are written. No other string in a response contains it. */
const placeholder = 'values:6f2c1d0e-charges-are-written-here';

/** The body of a signal whose values are not generated yet. */
const bodyWithValues = { values: [placeholder] };

/** The response as JSON, with the values in place of the placeholder. */
function answerText(answer: object, values: Iterable<string> | undefined): string | ReadableStream<Uint8Array> {
  const text = JSON.stringify(answer);
  if (!values) return text;
  const [head = '', tail = ''] = text.split(JSON.stringify(placeholder));
  return streamedJson(head, values, tail);
}
