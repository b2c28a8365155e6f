import { randomUUID } from 'node:crypto';
import { connection } from '../../../../src/service/v3/contract.ts';
import { expect, expectGranted, expectRefused, property, type Rule, rulesOf, show, Skipped } from '../../rule.ts';
import { listOf, partOf, query } from '../resources.ts';
import type { World3 } from '../world.ts';

const buildsOn = ['v3.connections.list'];

const rule = rulesOf<World3>({ section: 'Connections', buildsOn });

export async function listed(world: World3, fields: Record<string, string | number>, userId?: string) {
  const answer = await world.call(`/connections${query(fields)}`, { userId });
  expectGranted(answer, `GET /connections${query(fields)}`);
  return answer;
}

/** With what is there and with what is nowhere, a filter lists something and nothing. */
function filter(id: string, name: string, valueOf: (resource: unknown) => unknown): Rule<World3> {
  return rule(`v3.connections.filter-${id}`, {
    reported: `${name} narrows the list`,
    check: async (world) => {
      const [some] = listOf(await listed(world, { 'filter[userId]': await world.userId() }));
      const value = String(valueOf(some));
      const found = listOf(await listed(world, { [name]: value }));
      expect(found.length > 0, `${name} of a connection that is listed finds nothing`);
      const stray = found.some((resource) => valueOf(resource) !== value);
      expect(!stray, `${name} lists others, too`);
      const none = listOf(await listed(world, { [name]: randomUUID() }));
      expect(none.length === 0, `${name} with an invented ID lists ${none.length} connections`);
    },
  });
}

export const connectionRules: readonly Rule<World3>[] = [
  rule('v3.connections.list', {
    public: 'GET /connections lists who shares which vehicle, and what is granted',
    buildsOn: ['v3.bearer.accepted', 'v3.connect.user-id'],
    check: async (world) => {
      const answer = await listed(world, { 'filter[userId]': await world.userId() });
      expect(Array.isArray(property(answer.json, 'data')), `the answer is ${show(answer.json)}`);
      const resources = listOf(answer);
      if (resources.length === 0) throw new Skipped('the owner has no connected vehicle');
      for (const resource of resources) {
        const issue = connection.safeParse(resource).error?.issues[0];
        expect(issue === undefined, `${issue?.path.join('.')}: ${issue?.message}`);
      }
    },
  }),
  rule('v3.connections.one', {
    public: 'GET /connections/{id} answers with that connection',
    check: async (world) => {
      const { connectionId } = await world.oneConnected();
      const answer = await world.call(`/connections/${connectionId}`);
      expectGranted(answer, 'GET /connections/{id}');
      const id = partOf(answer.json, 'data', 'id');
      expect(id === connectionId, `data.id is ${show(id)}`);
    },
  }),
  filter('user', 'filter[userId]', (resource) => partOf(resource, 'relationships', 'user', 'data', 'id')),
  filter('vehicle', 'filter[vehicleId]', (resource) => partOf(resource, 'relationships', 'vehicle', 'data', 'id')),
  rule('v3.connections.filter-header', {
    reported: 'The header sc-user-id narrows the list, as filter[userId] does',
    check: async (world) => {
      const own = listOf(await listed(world, {}, await world.userId()));
      expect(own.length > 0, 'sc-user-id of the owner finds nothing');
      const none = listOf(await listed(world, {}, randomUUID()));
      expect(none.length === 0, `an invented sc-user-id lists ${none.length} connections`);
    },
  }),
  rule('v3.connections.filter-external-id', {
    reported: 'filter[user.externalId] narrows the list to the owner whom the application calls so',
    needs: ['connect', 'application'],
    check: async (world) => {
      const [externalId, name] = [randomUUID(), 'filter[user.externalId]'];
      await world.connect({ external_id: externalId });
      const own = listOf(await listed(world, { [name]: externalId }));
      const none = listOf(await listed(world, { [name]: randomUUID() }));
      await world.connect({ external_id: 'null' });
      expect(own.length > 0, `${name} of the owner finds nothing`);
      expect(none.length === 0, `${name} with an invented ID lists ${none.length} connections`);
    },
  }),
  rule('v3.connections.mode', {
    reported: 'filter[vehicle.mode] is live unless the request says simulated',
    check: async (world) => {
      const modesOf = async (fields: Record<string, string>) => {
        const modes = listOf(await listed(world, fields)).map((each) => partOf(each, 'attributes', 'vehicle', 'mode'));
        return new Set(modes.map(String));
      };
      const [plain, simulated] = [await modesOf({}), await modesOf({ 'filter[vehicle.mode]': 'simulated' })];
      expect(!plain.has('simulated'), 'simulated vehicles are listed without a filter');
      expect(!simulated.has('live'), 'filter[vehicle.mode]=simulated lists live vehicles');
    },
  }),
  rule('v3.connections.unknown', {
    assumed: 'An unknown connection is refused',
    check: async (world) => {
      expectRefused(await world.call(`/connections/${randomUUID()}`), 'an unknown connection');
    },
  }),
];

/** These end connections: Connect makes them again, but subscriptions are gone. */
export const disconnectRules: readonly Rule<World3>[] = [
  rule('v3.connections.delete', {
    reported: 'DELETE /connections/{id} is 204, and the connection is gone',
    needs: ['connect', 'application'],
    check: async (world) => {
      const last = (await world.connections()).at(-1)?.connectionId ?? '';
      const answer = await world.call(`/connections/${last}`, { method: 'DELETE' });
      const left = await world.connections(0);
      await world.connect();
      expect(answer.status === 204, `expected 204, got ${answer.status}`);
      expect(!left.some(({ connectionId }) => connectionId === last), 'the connection is still listed');
    },
  }),
  rule('v3.users.delete', {
    reported: 'DELETE /users/{id} is 204, and all connections of the owner are gone',
    needs: ['connect', 'application'],
    check: async (world) => {
      await world.oneConnected();
      const answer = await world.call(`/users/${await world.userId()}`, { method: 'DELETE' });
      const left = await world.connections(0);
      await world.connect();
      expect(answer.status === 204, `expected 204, got ${answer.status}`);
      expect(left.length === 0, `${left.length} connections are still listed`);
    },
  }),
];
