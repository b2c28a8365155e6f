import { randomUUID } from 'node:crypto';
import { expect, expectGranted, expectRefused, property, type Rule, rulesOf, show } from '../../rule.ts';
import { expectError } from '../resources.ts';
import type { Call, World3 } from '../world.ts';

const section = 'Vehicles API';

const rule = rulesOf<World3>({ section, buildsOn: ['v3.connections.list'] });

/** Calls of public clients that version 3 never had, with `{id}` for the vehicle. */
const inventedCalls: readonly (readonly [method: NonNullable<Call['method']>, path: string])[] = [
  ['GET', '/vehicles'],
  ...['/vin', '/battery', '/charge', '/location', '/climate'].map((name) => ['GET', `/vehicles/{id}${name}`] as const),
  ['POST', '/vehicles/{id}/signals'],
  ['POST', '/vehicles/{id}/batch'],
  ['POST', '/vehicles/{id}/commands'],
];

export const vehicleRules: readonly Rule<World3>[] = [
  rule('v3.vehicles.attributes', {
    public: 'GET /vehicles/{id} has make, model and year, and needs no sc-user-id',
    check: async (world) => {
      const { vehicleId } = await world.oneConnected();
      const answer = await world.call(`/vehicles/${vehicleId}`);
      expectGranted(answer, 'GET /vehicles/{id}');
      // Where the attributes stand is assumed: in data, as those of a connection do, or at the root.
      const resource = property(answer.json, 'data') ?? answer.json;
      const attributes = property(resource, 'attributes') ?? resource;
      const [make, model, year] = ['make', 'model', 'year'].map((name) => property(attributes, name));
      const kept = typeof make === 'string' && typeof model === 'string' && Number.isInteger(year);
      expect(kept, `the answer is ${show(answer.json)}`);
    },
  }),
  rule('v3.vehicles.slash', {
    assumed: 'A slash at the end is accepted: the Node library sends one',
    section: 'SDK code',
    buildsOn: ['v3.vehicles.attributes'],
    check: async (world) => {
      const { vehicleId } = await world.oneConnected();
      expectGranted(await world.call(`/vehicles/${vehicleId}/`), 'GET /vehicles/{id}/');
    },
  }),
  rule('v3.vehicles.not-found', {
    reported: 'A vehicle that is not connected: 404 VEHICLE_NOT_FOUND',
    section: 'Errors',
    buildsOn: ['v3.errors.list'],
    check: async (world) => {
      const answer = await world.call(`/vehicles/${randomUUID()}`);
      expectError(answer, 404, ['VEHICLE_NOT_FOUND', 'NOT_FOUND'], 'an unknown vehicle');
    },
  }),
  rule('v3.paths.invented', {
    public: 'Calls that clients invent are refused: GET /vehicles, /battery, POST /signals and the like',
    check: async (world) => {
      const { vehicleId } = await world.oneConnected();
      const userId = await world.userId();
      for (const [method, path] of inventedCalls) {
        const call: Call = { method, userId, ...(method === 'POST' && { body: {} }) };
        expectRefused(await world.call(path.replace('{id}', vehicleId), call), `${method} ${path}`);
      }
    },
  }),
];
