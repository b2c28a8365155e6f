import assert from 'node:assert/strict';
import { record } from '../../../service/records/record-bodies.ts';
import { PanelSetup, answerOf, both, one, posted } from './panel-setup.ts';

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
    panel.hide();
    panel.unhide();
    await panel.begin('outdated');
    const done = panel.next('done');
    panel.say({ type: 'reload' });
    await done;
    panel.takeTypes();
    panel.hide();
    panel.unhide();
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
