import { type Context, Hono } from 'hono';
import type { Clock } from '../../common/clock.ts';
import type { RuleIds } from '../behavior-basis.ts';
import type { SandboxEnv } from '../web/http.ts';
import type { Capacities } from '../world/capacities.ts';
import { Connections } from '../world/connections.ts';
import type { Limits } from '../world/limits.ts';
import type { Store } from '../world/store.ts';
import type { Subscriptions } from '../world/subscriptions.ts';
import type { Vehicles } from '../world/vehicles.ts';
import type { SandboxVehicle } from '../world/world.ts';
import { refusals } from './errors.ts';
import { signalOperation, signalsOperation } from './operations.ts';
import { listEnvelope, type Page, pageOf } from './pages.ts';
import { answerText } from './signal-body.ts';
import { signalResource, type StoredSignal } from './signal-envelope.ts';
import type { Variants } from './variants.ts';
import { type SignalSources, storedSignal, storedSignals } from './vehicle-signals.ts';

export interface SignalRoutesParts {
  readonly baseUrl: string;
  readonly store: Store;
  readonly subscriptions: Subscriptions;
  readonly vehicles: Vehicles;
  readonly capacities: Capacities;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly variants: Variants;
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
export function signalRoutes(parts: SignalRoutesParts): Hono<SandboxEnv> {
  const { baseUrl, store, subscriptions, vehicles, capacities, limits, clock, variants } = parts;
  const connections = new Connections(store);
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

  routes.get(signalsOperation.path, (c) => {
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
    c.set('rules', rulesOf('v3.signals.list', shown, ['v3.list.meta', 'v3.list.links', 'v3.signals.pages']));
    return c.body(answerText(body, shown.find(({ values }) => values)?.values), 200, json);
  });

  routes.get(signalOperation.path, (c) => {
    const { vehicle, granted, url, isStored } = readingOf(c);
    const from = sources();
    const code = c.req.param('code') ?? '';
    const signal = isStored ? storedSignal(vehicle, code, granted, from) : undefined;
    if (!signal) throw refusals.signalNotStored(code);
    const resource = signalResource(signal, { vehicleUrl: url, now: from.now }, variants);
    const body =
      variants.singleSignal === 'resource' ? resource : { data: resource, links: { self: resource.links.self } };
    c.set('rules', rulesOf('v3.signals.one', [signal], ['v3.signals.single']));
    return c.body(answerText(body, signal.values), 200, json);
  });

  return routes;
}

function rulesOf(
  rule: 'v3.signals.list' | 'v3.signals.one',
  signals: readonly StoredSignal[],
  others: readonly RuleIds[0][],
): RuleIds {
  const ofSignals = signals.flatMap(({ rules }) => rules);
  const store = signals.length === 0 ? (['v3.signals.store'] as const) : (['v3.signals.times'] as const);
  return [rule, 'v3.signals.user-header', ...new Set([...others, ...store, ...ofSignals])];
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
