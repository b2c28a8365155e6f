import assert from 'node:assert/strict';
import { PanelLoads } from '../../../../../src/extension/records/panel/panel-loads.ts';
import type { PanelServices } from '../../../../../src/extension/records/panel/panel-services.ts';
import { record } from '../../../service/records/record-bodies.ts';
import { answerOf, one } from './panel-setup.ts';

describe('the loads of a viewer', () => {
  it('keep what the page shows until it has all of what came later', async () => {
    const services = {
      load: () => Promise.resolve(answerOf(record())),
      clock: { now: () => 1000 },
    } as unknown as PanelServices;
    const loads = new PanelLoads(
      services,
      () => one,
      () => undefined,
    );
    await loads.load();
    await loads.load();
    loads.shown(1);
    assert.deepEqual([loads.withId(1)?.id, loads.withId(2)?.id], [1, 2], 'its own end may come late');
    loads.shown(2);
    assert.deepEqual([loads.withId(1)?.id, loads.withId(2)?.id], [undefined, 2]);
  });
});
