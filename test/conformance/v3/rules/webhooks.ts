import { expect, expectGranted, type Rule, rulesOf, Skipped } from '../../rule.ts';
import { idsOf, listOf, partOf, query } from '../resources.ts';
import type { World3 } from '../world.ts';

const rule = rulesOf<World3>({ section: 'Webhooks', buildsOn: ['v3.webhooks.list'] });

async function webhooks(world: World3, path = '') {
  return world.call(`/webhooks${path}`, {}, world.target.managementUrl);
}

/** A webhook of the list. Rejects with Skipped where there is none. */
async function oneOf(world: World3): Promise<{ readonly id: string; readonly name: string }> {
  const answer = await webhooks(world);
  const [[first], [id = '']] = [listOf(answer), idsOf(answer)];
  if (first === undefined) throw new Skipped('needs a webhook of the application');
  return { id, name: String(partOf(first, 'attributes', 'name')) };
}

export const webhookRules: readonly Rule<World3>[] = [
  rule('v3.webhooks.list', {
    public: 'GET /webhooks lists webhooks with name, triggers, data, isEnabled and autoSubscribe',
    buildsOn: ['v3.connections.list'],
    check: async (world) => {
      const answer = await webhooks(world);
      expectGranted(answer, 'GET /webhooks');
      for (const webhook of listOf(answer)) {
        for (const [name, type] of Object.entries({ name: 'string', isEnabled: 'boolean', autoSubscribe: 'boolean' })) {
          const value = partOf(webhook, 'attributes', name);
          expect(typeof value === type, `${name} is no ${type}`);
        }
        for (const name of ['triggers', 'data']) {
          expect(Array.isArray(partOf(webhook, 'attributes', name)), `${name} is no list`);
        }
      }
    },
  }),
  rule('v3.webhooks.one', {
    public: 'GET /webhooks/{id} answers with one webhook',
    check: async (world) => {
      const { id } = await oneOf(world);
      const answer = await webhooks(world, `/${id}`);
      expectGranted(answer, 'GET /webhooks/{id}');
      expect(partOf(answer.json, 'data', 'id') === id, 'the answer is about another webhook');
    },
  }),
  rule('v3.webhooks.filters', {
    public: 'filter[name] takes a part of the name, in any case',
    check: async (world) => {
      const { id, name } = await oneOf(world);
      const found = idsOf(await webhooks(world, query({ 'filter[name]': name.slice(0, 4).toUpperCase() })));
      expect(found.includes(id), 'a webhook is not found by the first letters of its name');
      const none = listOf(await webhooks(world, query({ 'filter[name]': 'no webhook has this name' })));
      expect(none.length === 0, `${none.length} webhooks have a name that none has`);
    },
  }),
  rule('v3.webhooks.not-found', {
    assumed: 'An unknown webhook is 404',
    check: async (world) => {
      const { status } = await webhooks(world, '/wh_none');
      expect(status === 404, `expected 404, got ${status}`);
    },
  }),
];
