import assert from 'node:assert/strict';
import { challengeAnswer } from '../../../../src/service/webhooks/signature.ts';
import type { Received } from './receiver.ts';
import { closedAfterEach } from '../client.ts';
import { Workbench } from './workbench.ts';

describe('Variants of events', () => {
  const start = closedAfterEach((v3Variant?: string) => Workbench.start({ v3Variant }));
  /** The first delivery of a sandbox with a variant. */
  const firstOf = async (v3Variant?: string): Promise<Received['body']> => {
    const bench = await start(v3Variant);
    await bench.subscribed();
    return bench.receiver.events[0]?.body ?? {};
  };

  it('are those of the newest capture by default, in older and newer alike', async () => {
    for (const variant of [undefined, 'newer']) {
      const { vehicleId, triggers, meta } = await firstOf(variant);
      assert.deepEqual([vehicleId, triggers], [undefined, [{ type: 'FIRST_DELIVERY' }]]);
      assert.match(String((meta as { applicationId: string }).applicationId), /^app_/);
    }
  });

  it('may be those of the documentation, or of 2025', async () => {
    const documented = await firstOf('newer,documented-events');
    assert.equal(typeof documented.vehicleId, 'string');
    assert.ok('triggers' in (documented.data as object) && !('triggers' in documented));
    const { meta } = await firstOf('events-of-2025');
    assert.equal((meta as { version?: string }).version, undefined);
  });

  it('may be chosen one by one', async () => {
    const { vehicleId, triggers } = await firstOf('eventVehicleId=root');
    assert.equal(typeof vehicleId, 'string');
    assert.ok(triggers);
  });

  it('may be those of version 2.0, which has another challenge and no errors', async () => {
    const bench = await start('webhookVersion=2.0');
    let challenged: Received['body'] = {};
    bench.receiver.verify = ({ body }, response) => {
      challenged = body;
      const { challenge } = body.payload as { challenge: string };
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(challengeAnswer(bench.receiver.token, challenge)));
    };
    bench.receiver.isChallenge = ({ eventName }) => eventName === 'verify';
    const { id } = await bench.subscribed();
    assert.deepEqual(Object.keys(challenged), ['version', 'webhookId', 'eventName', 'payload']);
    const { version, eventName, webhookId, payload } = bench.receiver.events[0]?.body ?? {};
    assert.deepEqual([version, eventName, webhookId], ['2.0', 'schedule', id]);
    const [vehicle] = (payload as { vehicles: { vehicleId: string; data: { path: string }[] }[] }).vehicles;
    assert.equal(vehicle?.vehicleId, bench.app.vehicleIds[0]);
    assert.ok(vehicle?.data.some(({ path }) => path === '/battery'));
    await bench.control(`/webhooks/${id}/events`, 'POST', { event: 'test-error' });
    await bench.delivered(({ eventType, status }) => eventType === 'VEHICLE_ERROR' && status === 'dropped');
  });
});
