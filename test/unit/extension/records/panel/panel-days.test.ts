import assert from 'node:assert/strict';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import type { ChargeRecordsResponse } from '../../../../../src/service/model/vehicle-data.ts';
import { record } from '../../../service/records/record-bodies.ts';
import type { FakePanel } from './fake-panel.ts';
import { PanelSetup, answerOf, both, one, posted } from './panel-setup.ts';

const shown = { ...one, startDate: '2026-09-01' };
const other = '2026-10-01';
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]).toString('base64');
const busy = new ServiceError('Busy.', { kind: 'api', turn: 'retry', nextStep: 'Wait.', sent: true });
const records = () => Promise.resolve(answerOf(record()));
const never = () => new Promise<ChargeRecordsResponse>(() => undefined);

describe('a viewer whose user asks for other days', () => {
  let setup: PanelSetup;
  let panel: FakePanel;
  beforeEach(async () => {
    setup = new PanelSetup();
    setup.answers.set('vehicle-1', records);
    panel = await setup.opened(shown);
  });

  /** Other days are asked for beside the records that are shown, and don't come. */
  async function missed(how: 'failed' | 'cancelled'): Promise<void> {
    setup.answers.set('vehicle-1', how === 'failed' ? () => Promise.reject(busy) : never);
    const failed = panel.next('failed');
    panel.say({ type: 'range', startDate: other });
    if (how === 'cancelled') panel.say({ type: 'cancel' });
    await failed;
    setup.answers.set('vehicle-1', records);
  }

  /** The first day that is asked for when the page says this. */
  async function askedOn(message: object): Promise<string | undefined> {
    const done = panel.next('done', setup.askedFrom.length + 1);
    panel.say(message);
    await done;
    return setup.askedFrom.at(-1);
  }

  it('reloads the days on screen after others were cancelled, and those that failed until they are cancelled', async () => {
    await missed('cancelled');
    assert.equal(await askedOn({ type: 'reload' }), shown.startDate);
    await missed('failed');
    assert.equal(await askedOn({ type: 'reload' }), other);
  });

  for (const how of ['failed', 'cancelled'] as const) {
    it(`asks for what the page says after others ${how}: the days on screen, or the others once more`, async () => {
      await missed(how);
      assert.equal(await askedOn({ type: 'reload', days: 'shown' }), shown.startDate);
      await missed(how);
      assert.equal(await askedOn({ type: 'reload', days: 'failed' }), other);
    });

    it(`names a picture after the days that it shows when others ${how}`, async () => {
      await missed(how);
      panel.say({ type: 'image', chart: 'energy', png });
      assert.equal(setup.saved?.fileName, 'bmw-i4-energy-2026-09-01.png');
    });
  }

  it('names a picture after the days on screen while others are under way, and after those once they are there', async () => {
    setup.answers.set('vehicle-1', never);
    panel.say({ type: 'range', startDate: other });
    panel.say({ type: 'image', chart: 'energy', png });
    assert.equal(setup.saved?.fileName, 'bmw-i4-energy-2026-09-01.png');
    setup.answers.set('vehicle-1', records);
    await askedOn({ type: 'reload' });
    panel.say({ type: 'image', chart: 'energy', png });
    assert.equal(setup.saved.fileName, 'bmw-i4-energy-2026-10-01.png');
  });

  it('begins a later page with the days on screen after others were cancelled', async () => {
    await missed('cancelled');
    await panel.begin('failed');
    assert.equal(posted(panel, 'init').at(-1)?.target.startDate, shown.startDate);
  });

  it('is whole when it is opened again for the days on screen after others were cancelled', async () => {
    await missed('cancelled');
    const { length } = setup.asked;
    setup.viewers.open(shown);
    assert.equal(setup.asked.length, length);
  });

  it('keeps the days of a first load that was cancelled', async () => {
    const first = new PanelSetup();
    first.answers.set('vehicle-1', never);
    first.viewers.open(shown);
    const [opened] = first.panels;
    const failed = opened?.begin('failed');
    opened?.say({ type: 'cancel' });
    await failed;
    opened?.say({ type: 'image', chart: 'energy', png });
    assert.equal(first.saved?.fileName, 'bmw-i4-energy-2026-09-01.png');
    opened?.say({ type: 'reload', days: 'shown' });
    assert.deepEqual(first.askedFrom, [shown.startDate, shown.startDate]);
  });

  it('leaves what failed wanted when the button to cancel was pressed too late', async () => {
    await missed('failed');
    panel.say({ type: 'cancel' });
    assert.equal(await askedOn({ type: 'reload' }), other);
  });

  it('asks for one vehicle beside the others on screen after other days were cancelled', async () => {
    const several = new PanelSetup();
    const viewer = await several.opened(both);
    for (const id of ['vehicle-1', 'vehicle-2']) several.answers.set(id, never);
    const failed = viewer.next('failed');
    viewer.say({ type: 'range', startDate: other });
    viewer.say({ type: 'cancel' });
    await failed;
    several.answers.clear();
    several.asked.length = 0;
    const done = viewer.next('done', 3);
    viewer.say({ type: 'reload', vehicle: 1 });
    await done;
    assert.deepEqual(several.asked, ['vehicle-2']);
  });

  it('does not take what is on screen for other days that are under way when it is opened again for those', async () => {
    const several = new PanelSetup();
    several.answers.set('vehicle-2', () => Promise.reject(busy));
    const viewer = await several.opened(both);
    for (const id of ['vehicle-1', 'vehicle-2']) several.answers.set(id, never);
    several.asked.length = 0;
    viewer.say({ type: 'range', startDate: other });
    several.viewers.open({ ...both, startDate: other });
    assert.deepEqual(several.asked, ['vehicle-1', 'vehicle-2']);
  });
});
