import assert from 'node:assert/strict';
import { PanelLoads } from '../../../../../src/extension/records/panel/panel-loads.ts';
import type { PanelServices } from '../../../../../src/extension/records/panel/panel-services.ts';
import { record } from '../../../service/records/record-bodies.ts';
import { answerOf, both, one, PanelSetup, posted } from './panel-setup.ts';

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

describe('a viewer whose vehicle gets a new record', () => {
  let setup: PanelSetup;
  beforeEach(() => {
    setup = new PanelSetup();
    for (const id of ['vehicle-1', 'vehicle-2']) setup.answers.set(id, () => Promise.resolve(answerOf(record())));
  });

  it('says so, asks nothing by itself, and has nothing to say once it has asked', async () => {
    const panel = await setup.opened(one);
    panel.takeTypes();
    setup.recordAdded.fire('vehicle-2');
    assert.deepEqual(panel.takeTypes(), []);
    setup.recordAdded.fire('vehicle-1');
    assert.deepEqual(panel.takeTypes(), ['outdated']);
    assert.deepEqual(setup.asked, ['vehicle-1']);
    await panel.begin('outdated');
    const done = panel.next('done');
    panel.say({ type: 'reload' });
    await done;
    panel.takeTypes();
    await panel.begin('done');
    assert.deepEqual(posted(panel, 'outdated'), []);
  });

  it('says so of each of several vehicles, and nothing once it is closed', async () => {
    const panel = await setup.opened(both);
    panel.takeTypes();
    setup.recordAdded.fire('vehicle-2');
    assert.deepEqual(panel.takeTypes(), ['outdated']);
    panel.panel.dispose();
    setup.recordAdded.fire('vehicle-1');
    assert.deepEqual(panel.takeTypes(), []);
  });
});
