import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import { ColumnStore } from '../../../../../src/viewer/data/column-store.ts';
import { record } from '../../../service/records/record-bodies.ts';
import type { FakePanel } from './fake-panel.ts';
import { PanelSetup, answerOf, both, one, other, posted } from './panel-setup.ts';

const gone = new ServiceError('Signed out.', {
  kind: 'oauth',
  turn: 'reconnect',
  nextStep: 'Connect again.',
  sent: false,
});

/** The page's store after what was posted of a load, and the vehicle of each row. */
function pageOf(panel: FakePanel, load: number): { store: ColumnStore; vehicles: number[] } {
  const store = new ColumnStore();
  const vehicles: number[] = [];
  for (const message of posted(panel, 'batch')) {
    const { firstRow, rows } = message.batch;
    // The beginning may be told twice.
    if (message.load !== load || firstRow + rows <= store.rows) continue;
    store.append(message.batch);
    vehicles.push(...Array.from({ length: message.batch.rows }, () => message.vehicle ?? -1));
  }
  return { store, vehicles };
}

function placesOf({ store, vehicles }: ReturnType<typeof pageOf>): string[] {
  const places = vehicles.map((vehicle, row) => `${vehicle} ${store.locations[store.location.values[row] ?? 0]}`);
  return places.sort();
}

describe('a viewer of several vehicles', () => {
  let setup: PanelSetup;
  beforeEach(() => {
    setup = new PanelSetup();
    setup.answers.set('vehicle-1', () =>
      Promise.resolve(answerOf(record({ location: 'Home' }), record({ location: 'Work', energy: 'x' }))),
    );
    setup.answers.set('vehicle-2', () => Promise.resolve(answerOf(record({ location: 'Work', energy: 'y' }))));
  });

  it('asks for each by itself and puts their records side by side, each text and each mark where it belongs', async () => {
    const panel = await setup.opened(both);
    assert.deepEqual(setup.asked, ['vehicle-1', 'vehicle-2']);
    const page = pageOf(panel, 1);
    assert.deepEqual(placesOf(page), ['0 Home', '0 Work', '1 Work']);
    const received = page.vehicles.map((vehicle, row) => [vehicle, page.store.problemsOf(row)[0]?.received ?? '']);
    assert.deepEqual(received.sort(), [
      [0, ''],
      [0, '"x"'],
      [1, '"y"'],
    ]);
    assert.equal(posted(panel, 'done')[0]?.rows, 3);
    assert.match(panel.title, /^BMW i4, MINI Cooper/);
  });

  it('says of each when it is there, with its own battery', async () => {
    const panel = await setup.opened(both);
    await setImmediate();
    const parts = posted(panel, 'part').map(({ vehicle, rows, failure }) => [vehicle, rows, failure]);
    assert.deepEqual(parts.sort(), [
      [0, 2, undefined],
      [1, 1, undefined],
    ]);
    assert.deepEqual(posted(panel, 'capacity'), [
      { type: 'capacity', nominal: 80 },
      { type: 'capacity', vehicle: 1, nominal: 40 },
    ]);
  });

  it('shows the others when one fails, and asks again for that one alone', async () => {
    const works = setup.answers.get('vehicle-2') ?? assert.fail();
    setup.answers.set('vehicle-2', () => Promise.reject(gone));
    const panel = await setup.opened(both);
    const failed = posted(panel, 'part').find(({ vehicle }) => vehicle === 1);
    assert.deepEqual(failed?.failure, {
      message: 'Signed out.',
      nextStep: 'Connect again.',
      requestId: undefined,
      remedy: 'reconnect',
    });
    assert.deepEqual(placesOf(pageOf(panel, 1)), ['0 Home', '0 Work']);

    setup.answers.set('vehicle-2', works);
    const done = panel.next('done', 2);
    panel.say({ type: 'remedy', vehicle: 1 });
    await done;
    assert.deepEqual(setup.mended, ['session-2 reconnect']);
    assert.deepEqual(setup.asked, ['vehicle-1', 'vehicle-2', 'vehicle-2']);
    assert.deepEqual(placesOf(pageOf(panel, 2)), ['0 Home', '0 Work', '1 Work']);

    await setImmediate();
    const again = panel.next('done', 3);
    panel.say({ type: 'reload', vehicle: 0 });
    await again;
    assert.deepEqual(setup.asked.slice(3), ['vehicle-1']);
  });

  it('mends what is missing of earlier records after a reload that was cancelled, and asks for that alone', async () => {
    setup.answers.set('vehicle-2', () => Promise.reject(gone));
    const panel = await setup.opened(both);
    await setImmediate();
    const works = setup.answers.get('vehicle-1') ?? assert.fail();
    for (const id of ['vehicle-1', 'vehicle-2']) setup.answers.set(id, () => new Promise(() => undefined));
    const cancelled = panel.next('failed', 2);
    panel.say({ type: 'reload' });
    panel.say({ type: 'cancel' });
    await cancelled;

    setup.asked.length = 0;
    setup.answers.set('vehicle-1', works);
    setup.answers.set('vehicle-2', works);
    const done = panel.next('done', 3);
    panel.say({ type: 'remedy', vehicle: 1 });
    await done;
    assert.deepEqual(setup.mended, ['session-2 reconnect']);
    assert.deepEqual(setup.asked, ['vehicle-2']);
  });

  it('asks all of them again for other days, though some are there', async () => {
    const panel = await setup.opened(both);
    setup.answers.set('vehicle-2', () => Promise.reject(gone));
    const done = panel.next('done', 2);
    panel.say({ type: 'range', startDate: '2026-11-01' });
    await done;
    setup.asked.length = 0;
    setup.answers.set('vehicle-1', () => Promise.reject(gone));
    const failed = panel.next('failed', 3);
    panel.say({ type: 'range' });
    await failed;
    assert.deepEqual(setup.asked, ['vehicle-1', 'vehicle-2']);
    const again = panel.next('failed', 4);
    panel.say({ type: 'reload', vehicle: 1 });
    await again;
    assert.deepEqual(setup.asked.slice(2), ['vehicle-1', 'vehicle-2'], 'records of other days are not these');
  });

  it('names a unit only where it is the same for all', async () => {
    assert.equal(posted(await setup.opened(both), 'init')[0]?.energyUnit, 'kWh');
    const mixed = { ...one, others: [{ ...other, sessionId: 'session-3', vehicle: { ...other.vehicle, id: 'v-3' } }] };
    assert.equal(posted(await setup.opened(mixed), 'init')[0]?.energyUnit, undefined);
  });

  it('has failed when all have', async () => {
    setup.answers.set('vehicle-1', () => Promise.reject(gone));
    setup.answers.set('vehicle-2', () => Promise.reject(gone));
    const panel = await setup.opened(both, 'failed');
    assert.equal(posted(panel, 'failed')[0]?.message, 'Signed out.');
  });

  it('is one for the same vehicles in any order, beside the viewers of each', async () => {
    await setup.opened(both);
    await setup.opened(one);
    setup.viewers.open({ ...other, others: [one] });
    assert.equal(setup.panels.length, 2);
    assert.equal(setup.panels[0]?.revealed, 1);
  });

  it('knows capacities by their vehicle, in whichever order the vehicles are shown later, and asks for each once', async () => {
    const panel = await setup.opened(both);
    setup.viewers.open({ ...other, others: [one], startDate: '2026-10-01' });
    panel.takeTypes();
    await panel.begin('done', true);
    assert.deepEqual(posted(panel, 'capacity'), [
      { type: 'capacity', nominal: 40 },
      { type: 'capacity', vehicle: 1, nominal: 80 },
    ]);
    assert.deepEqual(setup.nominalsAsked, ['vehicle-1', 'vehicle-2']);
  });
});
