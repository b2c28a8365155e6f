// What a viewer saves: which records, under which name, where, and what it says where it can't.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ChargeRecordsTarget } from '../../../../src/viewer/messages/target.ts';
import { record } from '../../service/records/record-bodies.ts';
import type { FakePanel } from './fake-panel.ts';
import { uri } from './fake-vscode.ts';
import { both, fails, gives, never, one, Room, textAnswer } from './records-room.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
const far = uri('memfs', '/far/charges.csv');

let room: Room;
beforeEach(() => (room = new Room()));
afterEach(() => room.dispose());

const saved = (panel: FakePanel, message: object = {}) =>
  panel.ask({ type: 'export', load: 1, format: 'ndjson', request: 1, ...message }, 'answer');

describe('an export', () => {
  for (const [records, filtered, language, labels] of [
    [1234, 1000, 'en', 'The 1,000 filtered records | All 1,234 records'],
    [1234, 0, 'de', 'The 0 filtered records | All 1.234 records'],
    [1, 1, 'en', 'The one filtered record | The only record'],
  ] as const) {
    it(`lets choose between ${labels}`, async () => {
      room.person.language = language;
      room.answers.set('vehicle-1', gives(...Array.from({ length: records }, (_, energy) => record({ energy }))));
      const bits = Buffer.alloc(Math.ceil(records / 8));
      for (let row = 0; row < filtered; row += 1) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
      await saved(await room.opened(), { rows: bits.toString('base64') });
      assert.deepEqual(room.person.seen, [`bmw-i4.charges.ndjson: ${labels}`]);
    });
  }

  it('has the records that pass the filters, or all', async () => {
    room.answers.set('vehicle-1', gives(...[1, 2, 3].map((energy) => record({ energy }))));
    const panel = await room.opened();
    room.person.place = far;
    for (const [choice, energies] of [
      [0, [1, 3]],
      [1, [1, 2, 3]],
    ] as const) {
      room.person.choice = choice;
      await saved(panel, { rows: Buffer.from([0b101]).toString('base64') });
      const lines = String(room.person.files.get(far.path)).trimEnd().split('\n');
      assert.deepEqual(
        lines.map((line) => (JSON.parse(line) as { energy: number }).energy),
        energies,
      );
    }
  });

  it('says that more may come where records still arrive or the load broke off, and has those that were there', async () => {
    const text = JSON.stringify({ records: [record(), record(), record()] });
    const gate = Promise.withResolvers<undefined>();
    async function* body() {
      yield Buffer.from(text.slice(0, text.indexOf('},{') + 30));
      await gate.promise;
      yield Buffer.from(text.slice(text.indexOf('},{') + 30, -20));
    }
    room.answers.set('vehicle-1', () => Promise.resolve({ ...textAnswer(''), body: body() }));
    const panel = await room.opened(one, 'batch');
    Object.assign(room.person, { place: far, choice: 0 });
    const rows = Buffer.from([1]).toString('base64');
    await saved(panel);
    await saved(panel, { rows });
    gate.resolve(undefined);
    await panel.next('failed');
    assert.equal(String(room.person.files.get(far.path)).trimEnd().split('\n').length, 1);
    await saved(panel);
    assert.deepEqual(
      room.person.seen.filter((line) => line.startsWith('bmw')),
      [
        'bmw-i4.charges.ndjson: The one record loaded so far',
        'bmw-i4.charges.ndjson: The one filtered record loaded so far | The one record loaded so far',
        'bmw-i4.charges.ndjson: The 2 records loaded so far',
      ],
    );
  });

  const broken = 'No charge records to export: loading failed or was canceled.';
  for (const [what, target, answers, end, load, text] of [
    ['none of these days', one, { 'vehicle-1': gives() }, 'done', 1, 'No charge records to export in this date range.'],
    ['none so far', one, { 'vehicle-1': never }, 'start', 1, 'No charge records loaded yet.'],
    ['no load', one, { 'vehicle-1': never }, 'start', 0, 'No charge records loaded yet.'],
    ['none before it failed', one, { 'vehicle-1': fails() }, 'failed', 1, broken],
    ['one vehicle that may have some', both, { 'vehicle-1': gives(), 'vehicle-2': fails() }, 'done', 1, broken],
  ] as const) {
    it(`says why there is nothing to save of ${what}`, async () => {
      for (const [id, answer] of Object.entries(answers)) room.answers.set(id, answer);
      await saved(await room.opened(target, end), { load });
      assert.deepEqual(room.person.seen, [text]);
    });
  }

  it('is named after the vehicle, the days on screen and what it is, as disks take it', async () => {
    const asked = () => room.person.seen.findLast((line) => line.startsWith('save '));
    const name = () => /save \/project\/(.*) \{/.exec(asked() ?? '')?.[1];
    const named = async (target: ChargeRecordsTarget, message: object) => {
      await saved(await room.opened(target), message);
      return name();
    };
    assert.equal(await named(one, { format: 'csvWithoutMark' }), 'bmw-i4.charges.csv');
    assert.equal(await named(both, { format: 'json' }), 'bmw-i4-and-1-more.charges.json');
    const panel = await room.opened({ ...one, startDate: '2026-09-01', vehicle: { ...one.vehicle, id: 'v' } });
    const picture = (bytes = png) =>
      panel.ask({ type: 'image', chart: 'energy', png: bytes.toString('base64'), request: 1 }, 'answer');
    room.answers.set('v', never);
    panel.say({ type: 'range', startDate: '2026-10-01' });
    room.person.place = uri('memfs', '/chart.png');
    await picture();
    assert.equal(name(), 'bmw-i4-energy-2026-09-01.png', 'others are under way');
    assert.equal(room.person.files.get('/chart.png'), png.toString());
    room.answers.clear();
    await panel.ask({ type: 'reload' }, 'done');
    await picture();
    assert.equal(name(), 'bmw-i4-energy-2026-10-01.png');
    const { length } = room.person.seen;
    panel.say({ type: 'image', chart: 'energy', png: Buffer.from('<html>').toString('base64') });
    await setImmediate();
    assert.equal(room.person.seen.length, length, 'what is no picture');
    for (const [at, model] of ['車'.repeat(300), '😀'.repeat(300), 'x'.repeat(5000)].entries()) {
      const found = (await named({ ...one, vehicle: { ...one.vehicle, id: `v${at}`, model } }, {})) ?? '';
      assert.ok(Buffer.byteLength(found) <= 200 && found.isWellFormed(), found);
      assert.match(found, /^bmw\b.*\.charges\.ndjson$/u);
    }
  });
});

describe('the place of an export', () => {
  const saving = [
    'save /project/bmw-i4.charges.ndjson {"NDJSON":["ndjson"]}',
    'Saving bmw-i4.charges.ndjson… (Cancel)',
  ];
  const whole = `${JSON.stringify(record())}\n`.repeat(2);
  let folder: string;
  let path: string;
  let panel: FakePanel;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'saved-records-'));
    path = join(folder, 'charges.ndjson');
    room.person.place = uri('file', path);
    const text = JSON.stringify({ records: [record(), record()] });
    // In two pieces, so that something can happen between them.
    room.answers.set('vehicle-1', () => Promise.resolve(textAnswer(text, [text.length >> 1])));
    panel = await room.opened();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is asked for and written with progress, and what is saved can be opened', async () => {
    room.person.button = 'Open';
    await saved(panel);
    await setImmediate();
    assert.deepEqual([await readFile(path, 'utf8'), room.person.progress], [whole, 100]);
    assert.deepEqual(room.person.seen, [...saving, 'Saved charges.ndjson.']);
    assert.deepEqual(room.person.executed, [['vscode.open', room.person.place]]);
  });

  it('is left as it was where none is chosen, or when it is cancelled half way', async () => {
    room.person.place = undefined;
    await saved(panel);
    await writeFile(path, 'older');
    room.person.place = uri('file', path);
    room.person.onProgress = () => room.person.cancel.fire();
    await saved(panel);
    assert.deepEqual([await readFile(path, 'utf8'), await readdir(folder)], ['older', ['charges.ndjson']]);
    assert.deepEqual(room.person.seen, [saving[0], ...saving]);
  });

  it('may be of a file system that is none of this machine’s', async () => {
    room.person.place = far;
    room.person.files.set(far.path, 'older');
    await saved(panel);
    assert.deepEqual([[...room.person.files], room.person.done], [[[far.path, whole]], ['write', 'rename over']]);
    room.person.onProgress = () => room.person.cancel.fire();
    await saved(panel);
    assert.equal(room.person.done.length, 2, 'nothing is written when it is cancelled');
  });

  for (const [code, text] of [
    ['ENOSPC', 'The disk is full: {0} was not saved. Free up space or choose another location.'],
    ['EROFS', '{0} is on a read-only file system. Choose another location.'],
    ['EACCES', 'You don’t have permission to write {0}. Choose another location or change its permissions.'],
    ['EBUSY', '{0} is open in another program. Close it there, or choose another location.'],
    ['EISDIR', '{0} is a folder. Choose another name.'],
    ['EIO', '{0} could not be saved: EIO: no'],
  ] as const) {
    it(`is left as it was where its file system answers ${code}, which is said`, async () => {
      room.person.place = far;
      room.person.failure = Object.assign(new Error(`${code}: no`), { code });
      await saved(panel);
      assert.deepEqual(room.person.seen, [...saving, `Error: ${text.replace('{0}', far.path)}`]);
      assert.deepEqual([room.person.done, [...room.person.files]], [['write', 'delete'], []]);
    });
  }

  it('may have no folder, which is said', async () => {
    const at = uri('file', join(folder, 'none', 'x'));
    room.person.place = at;
    await saved(panel);
    assert.equal(room.person.seen[2], `Error: The folder of ${at.path} does not exist. Choose another location.`);
  });
});
