import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { record } from '../../../service/records/record-bodies.ts';
import { PanelSetup, answerOf, one, posted } from './panel-setup.ts';

describe('a viewer that VS Code restores', () => {
  let setup: PanelSetup;
  beforeEach(() => {
    setup = new PanelSetup();
  });

  it('shows what is kept, says so, and asks the service nothing', async () => {
    setup.answers.set('vehicle-1', () => Promise.resolve(answerOf(record(), record())));
    await setup.opened(one);
    await setImmediate();
    assert.deepEqual([setup.asked, setup.nominalsAsked], [['vehicle-1'], ['vehicle-1']]);
    const next = new PanelSetup();
    for (const [id, kept] of setup.kept) next.kept.set(id, kept);
    const panel = await next.restored(one);
    await setImmediate();
    assert.deepEqual([next.asked, next.nominalsAsked], [[], []]);
    assert.deepEqual(posted(panel, 'done'), [
      { type: 'done', load: 1, rows: 2, receivedAt: 1000, fetchedAt: undefined, cached: true },
    ]);
    assert.deepEqual(posted(panel, 'capacity'), [{ type: 'capacity', nominal: 80 }]);
  });

  it('asks the service where nothing fresh is kept, and keeps what came', async () => {
    setup.answers.set('vehicle-1', () => Promise.resolve(answerOf(record())));
    const panel = await setup.restored(one);
    await setImmediate();
    assert.deepEqual(setup.asked, ['vehicle-1']);
    assert.equal(posted(panel, 'done')[0]?.cached, undefined);
    assert.equal(setup.kept.get('vehicle-1')?.batches[0]?.rows, 1);
    assert.equal(setup.kept.get('vehicle-1')?.nominal, 80);
  });

  it('asks the service when the user reloads what is kept, and when a viewer is opened', async () => {
    setup.answers.set('vehicle-1', () => Promise.resolve(answerOf(record())));
    await setup.opened(one);
    await setImmediate();
    const next = new PanelSetup();
    next.kept.set('vehicle-1', setup.kept.get('vehicle-1') ?? assert.fail('nothing is kept'));
    const panel = await next.restored(one);
    const done = panel.next('done', 2);
    panel.say({ type: 'reload' });
    await done;
    assert.deepEqual(next.asked, ['vehicle-1']);
    const opened = new PanelSetup();
    opened.kept.set('vehicle-1', setup.kept.get('vehicle-1') ?? assert.fail('nothing is kept'));
    await opened.opened(one);
    assert.deepEqual(opened.asked, ['vehicle-1']);
  });

  it('keeps nothing of a load that failed', async () => {
    setup.answers.set('vehicle-1', () => Promise.reject(new Error('gone')));
    await setup.opened(one, 'failed');
    await setImmediate();
    assert.equal(setup.kept.size, 0);
  });

  it('asks nothing either where it is known that the capacity is undetermined, and asks again when the user reloads', async () => {
    setup.nominalOf = () => null;
    setup.answers.set('vehicle-1', () => Promise.resolve(answerOf(record())));
    await setup.opened(one);
    await setImmediate();
    const kept = setup.kept.get('vehicle-1') ?? assert.fail('nothing is kept');
    assert.equal(kept.nominal, null);
    const next = new PanelSetup();
    next.kept.set('vehicle-1', kept);
    const panel = await next.restored(one);
    await setImmediate();
    assert.deepEqual([next.asked, next.nominalsAsked, posted(panel, 'capacity')], [[], [], []]);
    const capacity = panel.next('capacity');
    panel.say({ type: 'reload' });
    assert.deepEqual(await capacity, { type: 'capacity', nominal: 80 });
    assert.deepEqual(next.nominalsAsked, ['vehicle-1 again']);
  });

  it('asks for the capacity where nothing of it could be known', async () => {
    setup.nominalOf = () => undefined;
    setup.answers.set('vehicle-1', () => Promise.resolve(answerOf(record())));
    await setup.opened(one);
    await setImmediate();
    const next = new PanelSetup();
    next.kept.set('vehicle-1', setup.kept.get('vehicle-1') ?? assert.fail('nothing is kept'));
    await next.restored(one);
    assert.deepEqual(next.nominalsAsked, ['vehicle-1']);
  });
});
