import assert from 'node:assert/strict';
import type { Received } from './receiver.ts';
import { Workbench } from './workbench.ts';

/** The first delivery of a sandbox with a variant. */
async function firstOf(v3Variant?: string): Promise<Received['body']> {
  const bench = await Workbench.start({ v3Variant });
  try {
    await bench.subscribed();
    return bench.receiver.events[0]?.body ?? {};
  } finally {
    await bench.close();
  }
}

describe('Variants of events', () => {
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
});
