import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Nominal } from '../../../../../src/extension/records/load/nominal-capacities.ts';
import { record } from '../../../service/records/record-bodies.ts';
import type { FakePanel } from './fake-panel.ts';
import { PanelSetup, answerOf, one, posted } from './panel-setup.ts';

describe('the capacities in a viewer', () => {
  let setup: PanelSetup;
  let panel: FakePanel;
  beforeEach(async () => {
    setup = new PanelSetup();
    setup.answers.set('vehicle-1', () => Promise.resolve(answerOf(record())));
    panel = await setup.opened(one);
    await setImmediate();
    assert.deepEqual(capacities(), [{ type: 'capacity', nominal: 80 }]);
    setup.nominalsAsked.length = 0;
  });

  /** What the page has heard of capacities since the last time. */
  function capacities() {
    const told = posted(panel, 'capacity');
    panel.takeTypes();
    return told;
  }

  async function reloaded(message: object = { type: 'reload' }): Promise<void> {
    const done = panel.next('done');
    panel.say(message);
    await done;
    await setImmediate();
  }

  it('are asked for again on a reload, and stay until there is another one', async () => {
    const { promise, resolve } = Promise.withResolvers<Nominal>();
    setup.nominalOf = () => promise;
    await reloaded();
    assert.deepEqual([setup.nominalsAsked, capacities()], [['vehicle-1 again'], []]);
    const capacity = panel.next('capacity');
    resolve(90);
    assert.deepEqual(await capacity, { type: 'capacity', nominal: 90 });
  });

  it('are not asked for again for other days', async () => {
    await reloaded({ type: 'range', startDate: '2026-10-01' });
    assert.deepEqual(setup.nominalsAsked, []);
  });

  it('are told once where they are the same', async () => {
    await reloaded();
    assert.deepEqual(capacities(), []);
  });

  for (const [what, nominalOf] of [
    ['asking for them fails', () => Promise.reject(new Error('busy'))],
    ['nothing can be told of them', () => undefined],
  ] as const) {
    it(`stay where ${what}`, async () => {
      setup.nominalOf = nominalOf;
      await reloaded();
      assert.deepEqual(capacities(), []);
      await panel.begin('done');
      assert.deepEqual(capacities(), [{ type: 'capacity', nominal: 80 }]);
    });
  }

  it('are taken back where they have become undetermined, and told again once they are not', async () => {
    setup.nominalOf = () => null;
    await reloaded();
    assert.deepEqual(capacities(), [{ type: 'capacity' }]);
    await panel.begin('done');
    assert.deepEqual(capacities(), [], 'a page that has heard nothing knows none');
    setup.nominalOf = () => 80;
    await reloaded();
    assert.deepEqual(capacities(), [{ type: 'capacity', nominal: 80 }]);
  });

  it('follow what somebody else has learned of a vehicle that is shown, without asking the service', async () => {
    setup.nominalOf = () => 90;
    setup.nominalLearned.fire('vehicle-2');
    await setImmediate();
    assert.deepEqual([setup.nominalsAsked, capacities()], [[], []]);
    const capacity = panel.next('capacity');
    setup.nominalLearned.fire('vehicle-1');
    assert.deepEqual(await capacity, { type: 'capacity', nominal: 90 });
    assert.deepEqual(setup.nominalsAsked, ['vehicle-1']);
    panel.dispose();
    setup.nominalLearned.fire('vehicle-1');
    assert.deepEqual(setup.nominalsAsked, ['vehicle-1'], 'a viewer that is closed');
  });

  it('are those of the later question, whichever answer comes last', async () => {
    const early = Promise.withResolvers<Nominal>();
    setup.nominalOf = () => early.promise;
    await reloaded();
    setup.nominalOf = () => 90;
    await reloaded();
    early.resolve(70);
    await setImmediate();
    assert.deepEqual(capacities(), [{ type: 'capacity', nominal: 90 }]);
  });
});
