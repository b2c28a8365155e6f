// What a viewer asks the service for, when, and what it shows of the answers.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { ServiceErrorDetails } from '../../../../src/service/model/errors.ts';
import type { FailureText } from '../../../../src/viewer/messages/to-page.ts';
import { ColumnStore } from '../../../../src/viewer/data/column-store.ts';
import { record } from '../../service/records/record-bodies.ts';
import type { FakePanel } from './fake-panel.ts';
import { answerOf, both, failure, fails, gives, never, one, other, Room, textAnswer } from './records-room.ts';

const september = { ...one, startDate: '2026-09-01' };
const october = '2026-10-01';
const two = JSON.stringify({ records: [record(), record()] });

/** The vehicle and the place of each record that the page was told of a load. */
function placesOf(panel: FakePanel, load: number): string[] {
  const store = new ColumnStore();
  const vehicles: number[] = [];
  for (const { load: own, vehicle = -1, batch } of panel.told('batch')) {
    // The beginning may be told twice.
    if (own !== load || batch.firstRow + batch.rows <= store.rows) continue;
    store.append(batch);
    vehicles.push(...Array.from({ length: batch.rows }, () => vehicle));
  }
  return vehicles.map((vehicle, row) => `${vehicle} ${store.locations[store.location.values[row] ?? 0]}`).sort();
}

let room: Room;
beforeEach(() => (room = new Room()));
afterEach(() => room.dispose());

describe('a viewer of one vehicle', () => {
  it('is one a vehicle: comes to the front, and asks again for other days alone', async () => {
    const panel = await room.opened();
    room.viewer.open(one);
    assert.deepEqual([panel.revealed, room.takeAsked()], [1, ['vehicle-1']]);
    const { html } = panel.webview;
    panel.takeTypes();
    room.viewer.open({ ...one, startDate: october });
    assert.notEqual(panel.webview.html, html, 'a new page');
    await setImmediate();
    assert.deepEqual(panel.takeTypes(), [], 'and nothing for the old one');
    await panel.begin('done', true);
    assert.deepEqual(panel.takeTypes(), ['init', 'capacity', 'start', 'batch', 'done'], 'whatever it heard before');
    room.viewer.open({ ...one, vehicle: { ...one.vehicle, id: 'vehicle-3' } });
    await setImmediate();
    assert.deepEqual(room.takeAsked(), [`vehicle-1 ${october}`, 'vehicle-3']);
    assert.equal(room.person.panels.length, 2);
  });

  it('asks for other days, keeps the earlier records until the new ones are complete, and goes back to the defaults', async () => {
    const panel = await room.opened();
    const range = { type: 'range', startDate: october, endDate: '2026-10-31' };
    await panel.ask(range, 'done', 2);
    assert.deepEqual(panel.told('start').at(-1), { type: 'start', load: 2, startDate: october, endDate: '2026-10-31' });
    await panel.ask({ type: 'range' }, 'done', 3);
    assert.deepEqual(room.takeAsked(), ['vehicle-1', `vehicle-1 ${october}`, 'vehicle-1']);
    room.answers.set('vehicle-1', fails());
    await panel.ask({ type: 'reload' }, 'failed', 4);
    panel.takeTypes();
    await panel.begin('failed');
    assert.deepEqual(panel.takeTypes(), ['init', 'capacity', 'start', 'batch', 'done', 'start', 'failed']);
  });

  it('ends a load when another begins, when it is cancelled or when it is closed, and tells nothing more of it', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof answerOf>>();
    room.answers.set('vehicle-1', () => promise);
    room.viewer.open(one);
    const { panel } = room;
    panel.say({ type: 'ready' });
    await setImmediate();
    room.answers.clear();
    const done = await panel.ask({ type: 'reload' }, 'done');
    assert.deepEqual([done.load, done.rows, room.signals[0]?.aborted], [2, 2, true]);
    resolve(answerOf(record()));
    await setImmediate();
    assert.deepEqual(
      panel.told('batch').filter(({ load }) => load === 1),
      [],
    );
    panel.say({ type: 'cancel' });
    assert.equal(room.signals[1]?.aborted, false, 'nothing is under way');
    room.answers.set('vehicle-1', never);
    panel.say({ type: 'reload' });
    await setImmediate();
    panel.say({ type: 'cancel' });
    const { message, remedy, isCalm, load } = panel.told('failed').at(-1) ?? assert.fail();
    assert.deepEqual([load, message, remedy, isCalm], [3, 'Loading was canceled.', 'retry', true]);
    panel.say({ type: 'reload' });
    await setImmediate();
    panel.dispose();
    assert.deepEqual(
      room.signals.slice(2).map(({ aborted }) => aborted),
      [true, true],
    );
    room.viewer.open(one);
    assert.equal(room.person.panels.length, 2);
  });

  it('says what failed, what to do and the request ID, behind the records that were read', async () => {
    room.answers.set('vehicle-1', fails(failure('Too many requests.', { requestId: 'request-9' })));
    const panel = await room.opened(one, 'failed');
    const said = { message: 'Too many requests.', nextStep: 'Wait a minute.', requestId: 'request-9', remedy: 'retry' };
    assert.deepEqual(panel.told('failed')[0], { type: 'failed', load: 1, ...said });
    room.answers.set('vehicle-1', () => Promise.resolve(textAnswer(two.slice(0, -20))));
    panel.posted.length = 0;
    const broken = await panel.ask({ type: 'reload' }, 'failed', 2);
    assert.match(broken.message, /1 record was read/);
    assert.equal(broken.requestId, 'request-1');
    assert.equal(panel.told('batch')[0]?.batch.rows, 1);
    room.answers.set('vehicle-1', () => Promise.reject(new Error('odd')));
    const odd = await panel.ask({ type: 'reload' }, 'failed', 3);
    assert.deepEqual([odd.message, odd.remedy], ['odd', 'retry']);
    assert.deepEqual(room.logged.slice(-1), ['Charge records: odd']);
    room.answers.clear();
    room.takeAsked();
    room.viewer.open(one);
    await panel.next('done');
    assert.deepEqual(room.takeAsked(), ['vehicle-1'], 'asks once more when it is opened again');
  });

  const remedies: readonly [details: Partial<ServiceErrorDetails>, remedy: FailureText['remedy'], run?: string][] = [
    [{ kind: 'oauth', turn: 'reconnect' }, 'reconnect', 'vehicleData.connect'],
    [{ turn: 'owner', ownerUrl: 'https://owner.example/?token=secret-1' }, 'owner-page', 'vehicleData.openOwnerPage'],
    [{ kind: 'oauth', turn: 'developer' }, 'edit-environment', 'vehicleData.editEnvironment'],
    [{ turn: 'developer', remedy: 'set-secret' }, 'set-secret', 'vehicleData.setClientSecret'],
    [{ turn: 'developer', remedy: 'explain-version' }, 'explain-version', 'vehicleData.openHelp'],
    [{ turn: 'nobody' }, undefined],
  ];
  for (const [details, remedy, command] of remedies) {
    it(`has the user run ${command ?? 'nothing'} for ${remedy ?? 'what nothing helps'}, and asks again once that helped`, async () => {
      room.answers.set('vehicle-1', fails(failure('No.', { turn: 'owner', ...details })));
      const panel = await room.opened(one, 'failed');
      assert.equal(panel.told('failed')[0]?.remedy, remedy);
      assert.doesNotMatch(JSON.stringify(panel.posted), /secret-1/, 'the page is not told the owner’s address');
      room.answers.clear();
      room.person.result = undefined;
      panel.say({ type: 'remedy' });
      await setImmediate();
      const { ownerUrl } = details;
      if (command) {
        assert.deepEqual(room.person.executed, [[command, { environment: 'sandbox', ownerUrl }]]);
        assert.equal(room.asked.length, 1, 'it did not help');
      }
      room.person.result = true;
      if (command) await panel.ask({ type: 'remedy' }, 'done');
      panel.say({ type: 'remedy' });
      await setImmediate();
      assert.equal(room.asked.length, 2, 'nothing to put right any more');
    });
  }

  it('adds a charge where one can be, and requests the records then', async () => {
    const panel = await room.opened();
    assert.equal(panel.told('init')[0]?.simulates, true);
    await panel.ask({ type: 'simulateCharge' }, 'done', 2);
    assert.deepEqual(room.person.executed, [['vehicleData.simulateCharge', { vehicleId: 'vehicle-1' }]]);
    for (const target of [other, both]) assert.equal((await room.opened(target)).told('init')[0]?.simulates, false);
  });

  it('says that there are new records, asks nothing by itself, and has nothing to say once it has asked', async () => {
    const panel = await room.opened({ ...one, others: [{ ...one, vehicle: { ...one.vehicle, id: 'vehicle-3' } }] });
    panel.takeTypes();
    room.recordAdded.fire('vehicle-2');
    assert.deepEqual(panel.takeTypes(), []);
    room.recordAdded.fire('vehicle-3');
    assert.deepEqual([panel.takeTypes(), room.takeAsked()], [['outdated'], ['vehicle-1', 'vehicle-3']]);
    await panel.begin('outdated');
    await panel.ask({ type: 'reload' }, 'done');
    panel.takeTypes();
    await panel.begin('done');
    assert.deepEqual(panel.told('outdated'), []);
    panel.dispose();
    room.recordAdded.fire('vehicle-1');
    assert.deepEqual(panel.told('outdated'), []);
  });
});

describe('a viewer whose user asks for other days', () => {
  let panel: FakePanel;
  beforeEach(async () => {
    panel = await room.opened(september);
    room.takeAsked();
  });

  /** Other days are asked for beside the records that are shown, and don't come. */
  async function missed(how: 'failed' | 'cancelled'): Promise<void> {
    room.answers.set('vehicle-1', how === 'failed' ? fails() : never);
    const failed = panel.ask({ type: 'range', startDate: october }, 'failed');
    if (how === 'cancelled') panel.say({ type: 'cancel' });
    await failed;
    room.answers.clear();
    room.takeAsked();
  }

  for (const [how, message, day] of [
    ['cancelled', { type: 'reload' }, '2026-09-01'],
    ['failed', { type: 'reload' }, october],
    ['failed', { type: 'reload', days: 'shown' }, '2026-09-01'],
    ['failed', { type: 'reload', days: 'failed' }, october],
    ['cancelled', { type: 'reload', days: 'shown' }, '2026-09-01'],
    ['cancelled', { type: 'reload', days: 'failed' }, october],
  ] as const) {
    it(`asks for ${day} on ${JSON.stringify(message)} after others ${how}`, async () => {
      await missed(how);
      if (how === 'failed') panel.say({ type: 'cancel' });
      await panel.ask(message, 'done');
      assert.deepEqual(room.takeAsked(), [`vehicle-1 ${day}`]);
    });
  }

  it('begins a later page with the days on screen after others were cancelled, and is whole when it is opened for those', async () => {
    await missed('cancelled');
    await panel.begin('failed');
    assert.equal(panel.told('init').at(-1)?.target.startDate, '2026-09-01');
    room.viewer.open(september);
    await setImmediate();
    assert.deepEqual(room.takeAsked(), []);
  });

  it('tells a page for other days nothing of what failed, or was under way, for those before', async () => {
    room.answers.set('vehicle-1', never);
    room.viewer.open({ ...one, startDate: october });
    await setImmediate();
    room.answers.clear();
    room.viewer.open({ ...one, startDate: '2026-10-02' });
    assert.equal(room.signals[1]?.aborted, true);
    panel.takeTypes();
    await panel.begin('done', true);
    assert.deepEqual(panel.takeTypes(), ['init', 'capacity', 'start', 'batch', 'done']);
  });

  it('keeps the days of a first load that was cancelled', async () => {
    room.answers.set('vehicle-2', never);
    room.viewer.open({ ...other, startDate: october });
    const failed = room.panel.begin('failed');
    room.panel.say({ type: 'cancel' });
    await failed;
    room.answers.clear();
    await room.panel.ask({ type: 'reload', days: 'shown' }, 'done');
    assert.equal(room.takeAsked().at(-1), `vehicle-2 ${october}`);
  });
});

describe('a viewer of several vehicles', () => {
  const gone = failure('Signed out.', { kind: 'oauth', turn: 'reconnect', nextStep: 'Connect again.' });
  beforeEach(() => {
    room.answers.set('vehicle-1', gives(record({ location: 'Home' }), record({ location: 'Work', energy: 'x' })));
    room.answers.set('vehicle-2', gives(record({ location: 'Work', energy: 'y' })));
  });

  it('asks for each by itself, puts their records side by side, and is one for the same vehicles in any order', async () => {
    const panel = await room.opened(both);
    assert.deepEqual(room.takeAsked(), ['vehicle-1', 'vehicle-2']);
    assert.deepEqual(placesOf(panel, 1), ['0 Home', '0 Work', '1 Work']);
    assert.equal(panel.told('done')[0]?.rows, 3);
    assert.deepEqual(
      panel
        .told('part')
        .map(({ vehicle, rows }) => `${vehicle} ${rows}`)
        .sort(),
      ['0 2', '1 1'],
    );
    assert.equal(panel.title, 'BMW i4, MINI Cooper: Charge records');
    await room.opened(one);
    room.viewer.open({ ...other, others: [one] });
    assert.deepEqual([room.person.panels.length, panel.revealed], [2, 1]);
  });

  it('shows the others when one fails, asks again for that one alone, and has failed when all have', async () => {
    const works = room.answers.get('vehicle-2') ?? assert.fail();
    room.answers.set('vehicle-2', fails(gone));
    const panel = await room.opened(both);
    const failed = panel.told('part').find(({ vehicle }) => vehicle === 1)?.failure;
    assert.deepEqual([failed?.message, failed?.remedy], ['Signed out.', 'reconnect']);
    assert.deepEqual(placesOf(panel, 1), ['0 Home', '0 Work']);
    room.takeAsked();
    room.answers.set('vehicle-2', works);
    await panel.ask({ type: 'remedy', vehicle: 1 }, 'done', 2);
    assert.deepEqual(room.person.executed, [['vehicleData.connect', { environment: 'live', ownerUrl: undefined }]]);
    assert.deepEqual([room.takeAsked(), placesOf(panel, 2)], [['vehicle-2'], ['0 Home', '0 Work', '1 Work']]);
    await panel.ask({ type: 'reload', vehicle: 0 }, 'done', 3);
    assert.deepEqual(room.takeAsked(), ['vehicle-1']);
    for (const id of ['vehicle-1', 'vehicle-2']) room.answers.set(id, fails(gone));
    assert.equal((await panel.ask({ type: 'reload' }, 'failed')).message, 'Signed out.');
  });

  it('mends what is missing of earlier records after a reload or other days were cancelled, and asks for that alone', async () => {
    const works = room.answers.get('vehicle-1') ?? assert.fail();
    room.answers.set('vehicle-2', fails(gone));
    const panel = await room.opened(both);
    for (const message of [{ type: 'reload' }, { type: 'range', startDate: october }]) {
      for (const id of ['vehicle-1', 'vehicle-2']) room.answers.set(id, never);
      const cancelled = panel.ask(message, 'failed');
      panel.say({ type: 'cancel' });
      await cancelled;
    }
    room.takeAsked();
    for (const id of ['vehicle-1', 'vehicle-2']) room.answers.set(id, works);
    await panel.ask({ type: 'remedy', vehicle: 1 }, 'done', 4);
    assert.deepEqual(room.takeAsked(), ['vehicle-2']);
  });

  it('asks all of them again for other days, though some are there', async () => {
    const panel = await room.opened(both);
    room.answers.set('vehicle-2', fails(gone));
    await panel.ask({ type: 'range', startDate: october }, 'done', 2);
    room.answers.set('vehicle-1', fails(gone));
    room.takeAsked();
    await panel.ask({ type: 'range' }, 'failed', 3);
    await panel.ask({ type: 'reload', vehicle: 1 }, 'failed', 4);
    assert.deepEqual(room.takeAsked(), ['vehicle-1', 'vehicle-2', 'vehicle-1', 'vehicle-2']);
    room.answers.set('vehicle-1', never);
    panel.say({ type: 'range', startDate: october });
    room.viewer.open({ ...both, startDate: october });
    await setImmediate();
    assert.equal(room.takeAsked().length, 2, 'what is on screen is not of the days that are under way');
  });
});

describe('the capacities in a viewer', () => {
  let panel: FakePanel;
  beforeEach(async () => {
    panel = await room.opened();
    await setImmediate();
    assert.deepEqual(capacities(), [{ type: 'capacity', nominal: 80 }]);
    room.nominalsAsked.length = 0;
  });

  /** What the page has heard of capacities since the last time. */
  function capacities() {
    const told = panel.told('capacity').slice(-1);
    panel.takeTypes();
    return told;
  }

  async function reloaded(message: object = { type: 'reload' }): Promise<void> {
    await panel.ask(message, 'done');
    await setImmediate();
  }

  it('are asked for again on a reload but not for other days, and stay until there are others', async () => {
    await reloaded({ type: 'range', startDate: october });
    assert.deepEqual(room.nominalsAsked, []);
    const early = Promise.withResolvers<number>();
    room.nominalOf = () => early.promise;
    await reloaded();
    assert.deepEqual([room.nominalsAsked, capacities()], [['vehicle-1 again'], []]);
    room.nominalOf = () => 90;
    await reloaded();
    assert.deepEqual(capacities(), [{ type: 'capacity', nominal: 90 }]);
    early.resolve(70);
    await reloaded();
    assert.deepEqual(capacities(), [], 'the answer to an earlier question, and the same again');
  });

  for (const [what, nominalOf, told, later] of [
    ['asking for them fails', () => Promise.reject(new Error('busy')), [], [80]],
    ['nothing can be told of them', () => undefined, [], [80]],
    ['they have become undetermined', () => null, [undefined], []],
  ] as const) {
    it(`are told as far as they are known where ${what}, and to a later page`, async () => {
      room.nominalOf = nominalOf;
      await reloaded();
      assert.deepEqual(
        capacities().map(({ nominal }) => nominal),
        told,
      );
      await panel.begin('done');
      assert.deepEqual(
        capacities().map(({ nominal }) => nominal),
        later,
      );
    });
  }

  it('follow what somebody else has learned of a vehicle that is shown, until it is closed', async () => {
    room.nominalOf = () => 90;
    room.nominalLearned.fire('vehicle-2');
    await setImmediate();
    assert.deepEqual([room.nominalsAsked, capacities()], [[], []]);
    room.nominalLearned.fire('vehicle-1');
    await setImmediate();
    assert.deepEqual([room.nominalsAsked, capacities()], [['vehicle-1'], [{ type: 'capacity', nominal: 90 }]]);
    panel.dispose();
    room.nominalLearned.fire('vehicle-1');
    assert.equal(room.nominalsAsked.length, 1);
  });

  it('are known by their vehicle, in whichever order the vehicles are shown later, and asked for once', async () => {
    const several = await room.opened({ ...both, startDate: october });
    await setImmediate();
    assert.deepEqual(room.nominalsAsked, ['vehicle-1', 'vehicle-2']);
    room.viewer.open({ ...other, others: [one] });
    several.takeTypes();
    await several.begin('done', true);
    assert.deepEqual(several.told('capacity'), [
      { type: 'capacity', nominal: 40 },
      { type: 'capacity', vehicle: 1, nominal: 80 },
    ]);
    assert.equal(room.nominalsAsked.length, 2);
  });
});
