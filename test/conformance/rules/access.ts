import { randomUUID } from 'node:crypto';
import type { Answer } from '../http.ts';
import { expect, expectGranted, expectRefused, type Rule, rulesOf, Skipped } from '../rule.ts';
import type { Vehicle } from '../implementation.ts';
import type { World } from '../world.ts';

const rule = rulesOf<World>({ section: 'Authentication', buildsOn: ['data.bearer-accepted'] });

/** The two endpoints of the document. */
const endpoints = [
  {
    id: 'capacity',
    permission: 'read_battery',
    ask: (world: World, vehicle: Vehicle, token?: string) => world.capacity(vehicle.id, token),
  },
  {
    id: 'records',
    permission: 'read_charge_records',
    ask: (world: World, vehicle: Vehicle, token?: string) => world.records(vehicle, '', token),
  },
] as const;
type Endpoint = (typeof endpoints)[number];

/** A vehicle that the endpoint answers for. */
export async function answering(world: World, ask: (vehicle: Vehicle) => Promise<Answer>): Promise<Vehicle> {
  for (const vehicle of await world.vehicles()) if ((await ask(vehicle)).status === 200) return vehicle;
  throw new Skipped('no vehicle that is known has this data');
}

function needsPermission({ id, permission, ask }: Endpoint): Rule {
  return rule(`data.permission-${id}`, {
    document: `The permission ${permission} is required for ${id}, and is enough`,
    needs: ['connect'],
    check: async (world) => {
      const vehicle = await answering(world, (each) => ask(world, each));
      const others = [
        'read_vehicle_info',
        ...endpoints.map((each) => each.permission).filter((each) => each !== permission),
      ];
      const without = await world.pair(others.join(' '));
      expectRefused(await ask(world, vehicle, without.access), `${id} without ${permission}`);
      const alone = await world.pair(permission);
      expectGranted(await ask(world, vehicle, alone.access), `${id} with ${permission} alone`);
    },
  });
}

function needsBearer({ id, ask }: Endpoint): Rule {
  return rule(`data.bearer-${id}`, {
    document: `An access token is required for ${id}`,
    check: async (world) => {
      const vehicle = await answering(world, (each) => ask(world, each));
      expectRefused(await ask(world, vehicle, ''), `${id} without a token`);
      expectRefused(await ask(world, vehicle, randomUUID()), `${id} with an invented token`);
    },
  });
}

export const accessRules: readonly Rule[] = [
  rule('data.bearer-accepted', {
    document: 'The access token of the token endpoint gives access to vehicle data',
    buildsOn: ['token.refresh', 'pair.access-token'],
    check: async (world) => {
      const statuses: number[] = [];
      for (const { id } of await world.vehicles()) statuses.push((await world.capacity(id)).status);
      expect(statuses.includes(200), `the capacity of every vehicle is refused: ${[...new Set(statuses)].join(', ')}`);
    },
  }),
  ...endpoints.map(needsBearer),
  rule('data.bearer-scheme', {
    document: 'The credentials of the application give no access to vehicle data',
    check: async (world) => {
      const { id } = await answering(world, (vehicle) => world.capacity(vehicle.id));
      const url = `${world.target.baseUrl}/v2.0/vehicles/${id}/battery/nominal_capacity`;
      expectRefused(
        await world.request(url, '', { headers: { Authorization: world.basic() } }),
        'HTTP Basic on vehicle data',
      );
    },
  }),
  ...endpoints.map(needsPermission),
  rule('data.vehicle-id', {
    document: 'The id in the path says which vehicle: an unknown one is refused',
    section: 'Endpoints 3 and 4',
    check: async (world) => {
      const { make } = await answering(world, (vehicle) => world.capacity(vehicle.id));
      const unknown = { id: randomUUID(), make };
      for (const { id, ask } of endpoints) expectRefused(await ask(world, unknown), `${id} of an unknown vehicle`);
    },
  }),
  rule('data.version', {
    document: 'Vehicle data lies below v2.0: not without a version, not below another',
    section: 'Versioning',
    check: async (world) => {
      const { id } = await answering(world, (vehicle) => world.capacity(vehicle.id));
      for (const version of ['', '/v9.9']) {
        const answer = await world.request(`${world.target.baseUrl}${version}/vehicles/${id}/battery/nominal_capacity`);
        expectRefused(answer, version === '' ? 'a path without a version' : 'version 9.9');
      }
    },
  }),
];
