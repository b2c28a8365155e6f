import type { Answer } from '../../http.ts';
import { expect, expectGranted, type Rule, rulesOf, Skipped } from '../../rule.ts';
import { idsOf, listOf, query } from '../resources.ts';
import type { World3 } from '../world.ts';

const section = 'Subscriptions';
const needs = ['webhook'] as const;

const rule = rulesOf<World3>({ section, needs, buildsOn: ['v3.connections.list'] });

/** So many vehicles are looked at for one that is not subscribed. */
const mostTried = 3;

async function ofVehicle(world: World3, vehicleId: string) {
  const path = `/subscriptions${query({ 'filter[vehicleId]': vehicleId })}`;
  return world.call(path, {}, world.target.managementUrl);
}

/** A vehicle without a subscription, the last one first: the rules on signals subscribe the first ones. */
async function unsubscribed(world: World3): Promise<string> {
  for (const { vehicleId } of (await world.connections()).slice(-mostTried).reverse()) {
    const answer = await ofVehicle(world, vehicleId);
    if (answer.status === 200 && listOf(answer).length === 0) return vehicleId;
  }
  throw new Skipped('needs a connected vehicle that is not subscribed to any webhook');
}

async function end(world: World3, vehicleId: string): Promise<number> {
  const [id = ''] = idsOf(await ofVehicle(world, vehicleId));
  return (await world.call(`/subscriptions/${id}`, { method: 'DELETE' }, world.target.managementUrl)).status;
}

/** What there is to see of a vehicle while it is subscribed, which it is not before and after. */
async function whileSubscribed(
  world: World3,
  look: (vehicleId: string, subscribed: Answer) => Promise<Answer>,
): Promise<Answer> {
  const vehicleId = await unsubscribed(world);
  const subscribed = await world.subscribe(vehicleId);
  try {
    return await look(vehicleId, subscribed);
  } finally {
    await end(world, vehicleId);
  }
}

export const subscriptionRules: readonly Rule<World3>[] = [
  rule('v3.signals.store', {
    reported: 'No signal is stored of a vehicle that is not subscribed: an empty list, and 404 for each',
    section: 'Signals',
    needs: [],
    check: async (world) => {
      const vehicleId = await unsubscribed(world);
      const list = await world.signals(vehicleId);
      expectGranted(list, 'the signals of a vehicle that is not subscribed');
      expect(listOf(list).length === 0, `${listOf(list).length} signals are stored`);
      const { status } = await world.signals(vehicleId, '/odometer-traveleddistance');
      expect(status === 404, `one signal: expected 404, got ${status}`);
    },
  }),
  rule('v3.subscriptions.create', {
    public: 'POST /subscriptions is 202, and subscribes the vehicle to the webhook',
    check: async (world) => {
      const { status } = await whileSubscribed(world, (_, subscribed) => Promise.resolve(subscribed));
      expect(status === 202, `expected 202, got ${status}`);
    },
  }),
  rule('v3.subscriptions.list', {
    public: 'GET /subscriptions lists the subscriptions of a vehicle',
    buildsOn: ['v3.subscriptions.create'],
    check: async (world) => {
      const answer = await whileSubscribed(world, (vehicleId) => ofVehicle(world, vehicleId));
      expectGranted(answer, 'GET /subscriptions');
      expect(listOf(answer).length === 1, `${listOf(answer).length} subscriptions of a vehicle that has one`);
    },
  }),
  rule('v3.subscriptions.exists', {
    public: 'A subscription that exists is 409',
    buildsOn: ['v3.subscriptions.create'],
    check: async (world) => {
      const { status } = await whileSubscribed(world, (vehicleId) => world.subscribe(vehicleId));
      expect(status === 409, `expected 409, got ${status}`);
    },
  }),
  rule('v3.subscriptions.delete', {
    public: 'DELETE /subscriptions/{id} is 204, and the subscription is gone',
    buildsOn: ['v3.subscriptions.list'],
    check: async (world) => {
      const vehicleId = await unsubscribed(world);
      await world.subscribe(vehicleId);
      const status = await end(world, vehicleId);
      expect(status === 204, `expected 204, got ${status}`);
      expect(listOf(await ofVehicle(world, vehicleId)).length === 0, 'the subscription is still listed');
    },
  }),
];
