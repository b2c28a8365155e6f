// What passes between a viewer and its page, the files and the comparisons it shows, and what it saves for VS Code.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { chargeForm } from '../../../../src/service/records/wire-format.ts';
import { results } from '../../../../src/viewer/messages/compared-rows.ts';
import { droppedScheme } from '../../../../src/viewer/messages/target.ts';
import type { VersionReading } from '../../../../src/service/comparison/read-version.ts';
import { record } from '../../service/records/record-bodies.ts';
import { FakePanel } from './fake-panel.ts';
import { setSetting, uri } from './fake-vscode.ts';
import { both, failure, fails, gives, one, other, Room, textAnswer } from './records-room.ts';

let room: Room;
beforeEach(() => (room = new Room()));
afterEach(() => room.dispose());

describe('the page of a viewer', () => {
  it('is told the first load ahead, if that is one batch, and all of it once it is ready', async () => {
    room.nominalOf = () => undefined;
    room.viewer.open(one);
    const { panel } = room;
    await panel.next('done');
    assert.deepEqual(panel.takeTypes(), ['start', 'batch', 'done']);
    await panel.begin('done', true);
    assert.deepEqual(panel.takeTypes(), ['start', 'batch', 'done']);
    await panel.begin('done');
    const [init, , batch, done] = panel.posted;
    assert.ok(init?.type === 'init' && batch?.type === 'batch');
    assert.deepEqual([init.target, init.energyUnit, init.timeZone, init.language], [one, 'kWh', 'local', 'en']);
    assert.deepEqual([batch.batch.rows, 'raw' in batch.batch], [2, false], 'records to the letter stay with the host');
    const times = { receivedAt: 1000, fetchedAt: Date.UTC(2026, 10, 1) };
    assert.deepEqual(done, { type: 'done', load: 1, rows: 2, ...times });
  });

  it('begins with what its HTML says, and is told otherwise only where that no longer holds', async () => {
    const panel = await room.opened();
    const text = /data-init="([^"]*)"/.exec(panel.webview.html)?.[1] ?? '';
    const inHtml: unknown = JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&#39;', "'"));
    assert.deepEqual(inHtml, JSON.parse(JSON.stringify(panel.told('init')[0])));
    panel.takeTypes();
    setSetting('vehicleData.viewer.energyUnit', 'MWh');
    panel.takeTypes();
    await panel.begin('done', true);
    assert.deepEqual(
      panel.takeTypes(),
      ['init', 'capacity', 'start', 'batch', 'done'],
      'one that VS Code has made anew',
    );
    assert.equal(room.asked.length, 1, 'and the service is asked nothing');
  });

  it('is told what the settings say now, while it is open', async () => {
    const panel = await room.opened();
    panel.takeTypes();
    setSetting('vehicleData.viewer.energyUnit', 'MWh');
    setSetting('vehicleData.viewer.timeZone', 'utc');
    setSetting('vehicleData.other', 1);
    assert.deepEqual(panel.posted, [
      { type: 'settings', energyUnit: 'MWh', timeZone: 'local' },
      { type: 'settings', energyUnit: 'MWh', timeZone: 'utc' },
    ]);
    panel.dispose();
    setSetting('vehicleData.viewer.timeZone', 7);
    assert.equal(panel.posted.length, 2);
    room.person.settings.set('vehicleData.viewer.energyUnit', undefined);
    setSetting('vehicleData.environments', { live: { energyUnit: 'MWh' } });
    const [init] = (await room.opened(both)).told('init');
    assert.deepEqual([init?.energyUnit, init?.timeZone], [undefined, 'local'], 'units differ, and a zone is none');
  });

  it('may run its script and a line before it, read one folder, and reach nothing', async () => {
    const panel = await room.opened();
    const { html, options } = panel.webview;
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#39;', "'") ?? '';
    const nonce = /<script nonce="([\w-]{20,})"/.exec(html)?.[1] ?? assert.fail();
    assert.equal(html.match(/<script\b/g)?.length, html.match(new RegExp(`<script nonce="${nonce}"`, 'g'))?.length);
    const own = ['style', 'img', 'font'].map((kind) => `${kind}-src https://webview.test`);
    const none = ["base-uri 'none'", "form-action 'none'"];
    assert.deepEqual(policy.split('; '), ["default-src 'none'", `script-src 'nonce-${nonce}'`, ...own, ...none]);
    const { enableScripts, localResourceRoots } = options;
    assert.deepEqual([enableScripts, localResourceRoots?.map(String)], [true, ['file:///ext/dist/webview']]);
    room.viewer.open({ ...one, vehicle: { ...one.vehicle, id: 'vehicle-2', model: '</title><script>x</script>' } });
    assert(!room.panel.webview.html.includes('<script>x') && !room.panel.webview.html.includes(nonce));
  });

  it('copies, chooses and keeps its columns by VS Code, and is answered', async () => {
    const panel = await room.opened();
    assert.deepEqual((await panel.ask({ type: 'copy', text: 'a\tb', request: 1 }, 'answer')).value, true);
    assert.deepEqual(room.person.copied, ['a\tb']);
    room.person.choice = 1;
    const pick = { type: 'pick', title: 'Days', items: ['a', 'b'] };
    assert.deepEqual(await panel.ask({ ...pick, request: 3 }, 'answer'), { type: 'answer', request: 3, value: 1 });
    room.person.choice = undefined;
    assert.equal((await panel.ask({ ...pick, request: 4 }, 'answer')).value, undefined);
    assert.deepEqual(room.person.seen, ['Days: a | b', 'Days: a | b']);
    panel.say({ type: 'layout', layout: [{ id: 'energy' }] });
    assert.deepEqual((await room.opened(other)).told('init')[0]?.layout, [{ id: 'energy' }]);
  });

  it('is not obeyed where it says what the protocol does not know', async () => {
    const panel = await room.opened();
    const wrong = [undefined, 'reload', { type: 'open', url: 'x' }, { type: 'trouble', message: 5 }];
    for (const message of [...wrong, { type: 'pick', request: 5, title: 'Days', items: [1] }]) panel.say(message);
    await setImmediate();
    assert.deepEqual([room.asked.length, room.logged.length, room.person.seen], [1, 5, []]);
  });

  it('gets the commands while it is in front, at the place of a context menu', async () => {
    const panel = await room.opened();
    panel.takeTypes();
    await room.run('records.find');
    assert.deepEqual(panel.takeTypes(), []);
    panel.say({ type: 'context', marked: true });
    assert.deepEqual([...room.person.context], []);
    panel.activate(true);
    assert.deepEqual([...room.person.context], [['vehicleData.records.marked', true]]);
    for (const at of [{ webviewSection: 'record', row: 4 }, undefined, null, 'x', { row: -1 }, { row: '4' }])
      await room.run('records.copy', at);
    await room.run('records.export');
    const commands = panel.told('command').map(({ name, row }) => [name, row]);
    assert.deepEqual(commands, [['copy', 4], ...Array<unknown>(5).fill(['copy', undefined]), ['export', undefined]]);
    panel.activate(false);
    assert.equal(room.person.context.get('vehicleData.records.marked'), false);
  });

  it('shows one record as JSON, of the load that it shows until it has heard of all of a later one', async () => {
    const panel = await room.opened();
    const { promise: given, resolve: give } = Promise.withResolvers<boolean>();
    const { postMessage } = panel.webview;
    panel.webview.postMessage = (message) => {
      void postMessage(message);
      return given;
    };
    await panel.ask({ type: 'reload' }, 'done', 2);
    const open = async (load: number) => {
      panel.say({ type: 'openRecord', load, row: 1 });
      await setImmediate();
      return room.person.documents.length;
    };
    assert.equal(await open(1), 1);
    const [name, text] = room.person.documents[0] ?? [];
    assert.equal(name, 'record-2.json');
    assert.deepEqual(JSON.parse(text ?? ''), { record: record() });
    give(true);
    await setImmediate();
    assert.equal(await open(1), 1, 'which the page shows no longer');
    assert.equal(await open(2), 2);
  });

  it('is restored from its state, and closed where that or a dropped file cannot be read', async () => {
    const restored = new FakePanel();
    room.viewer.restore(restored.panel, { target: one, sort: { column: 3, descending: true }, top: 7 });
    await restored.begin('done');
    assert.deepEqual(room.asked, ['vehicle-1']);
    const dropped = { file: `${droppedScheme}1`, sessionId: '', vehicle: { ...one.vehicle, id: `${droppedScheme}1` } };
    for (const state of [undefined, {}, { target: { vehicle: {} } }, { target: dropped }, { target: one }]) {
      const panel = new FakePanel();
      room.viewer.restore(panel.panel, state);
      assert(panel.disposed);
    }
  });
});

describe('a viewer of a file', () => {
  const at = uri('file', '/a/trip.charges.json');

  it('shows it in the panel of its editor, under the name that VS Code gives it, with no capacities', async () => {
    room.person.files.set(at.path, JSON.stringify({ records: [record()] }));
    const panel = new FakePanel('trip.charges.json');
    await room.viewer.openEditor(at as never, panel.panel);
    await panel.begin('done');
    assert.equal(panel.told('done')[0]?.rows, 1);
    assert.equal(panel.title, 'trip.charges.json');
    const [init] = panel.told('init');
    assert.deepEqual([init?.target.vehicle.model, init?.energyUnit], ['trip.charges.json', undefined]);
    assert.deepEqual([room.nominalsAsked, room.asked], [[], []]);
    room.viewer.open(one);
    assert.equal(room.person.panels.length, 1, 'its own viewer');
  });

  it('shows the vehicles of an export side by side, and says what was understood of it, even where it breaks off', async () => {
    const lines = ['1', '2', '2'].map((id) => JSON.stringify({ vehicle: { id, make: 'BMW' }, record: record() }));
    room.person.files.set(at.path, lines.join('\n'));
    const panel = new FakePanel();
    await room.viewer.openEditor(at as never, panel.panel);
    await panel.begin('done');
    assert.deepEqual(
      panel
        .told('part')
        .map(({ rows }) => rows)
        .sort(),
      [1, 2],
    );
    assert.equal(panel.told('done')[0]?.note, undefined);
    room.person.files.set(at.path, Buffer.from('chargeStart\n2026-11-01T18:00:00\xff\n"', 'latin1'));
    const { message, note } = await panel.ask({ type: 'reload' }, 'failed');
    assert.equal(message, 'The file has a quotation mark in line 3 that does not end.');
    assert.match(note ?? '', /not valid UTF-8/);
  });

  it('is opened by commands, for a file that is chosen or given', async () => {
    await room.run('openRecordsFile');
    room.person.place = at;
    await room.run('openRecordsFile');
    await room.run('openAsRecords', uri('file', '/b'));
    const opened = room.person.executed.map(([id, place, type]) => [id, String(place), type]);
    assert.deepEqual(opened, [
      ['vscode.openWith', 'file:///a/trip.charges.json', 'vehicleData.chargeRecords'],
      ['vscode.openWith', 'file:///b', 'vehicleData.chargeRecords'],
    ]);
  });

  it('shows one that was dropped in a viewer of its own, again and again, and says what is wrong with it', async () => {
    const panel = await room.opened();
    const dropped = async (bytes: Uint8Array | undefined, end: 'done' | 'failed') => {
      panel.say({ type: 'drop', name: 'a.ndjson', ...(bytes && { bytes: new Uint8Array(bytes).buffer }) });
      await setImmediate();
      await room.panel.begin(end);
      return room.panel;
    };
    const shown = await dropped(Buffer.from(`${JSON.stringify(record())}\n`.repeat(3)), 'done');
    assert.equal(shown.title, 'a.ndjson: Charge records');
    assert.equal((await shown.ask({ type: 'reload' }, 'done')).rows, 3);
    for (const [bytes, message] of [
      [undefined, 'This is not a file.'],
      [Buffer.from([0x76, 0xff, 0xfe, 0xfd]), 'The file is not text: neither UTF-8 nor UTF-16.'],
    ] as const)
      assert.equal((await dropped(bytes, 'failed')).told('failed')[0]?.message, message);
    assert.equal(room.person.panels.length, 4);
  });
});

describe('a viewer that compares', () => {
  const on = (day: number, changes = {}) => record({ chargeStart: `2026-11-0${day}T18:00:00Z`, ...changes });
  const place = uri('file', '/a.json');

  /** How each row compares, in the order of the load. */
  function resultsOf(panel: FakePanel): readonly (string | undefined)[] | undefined {
    const { compared } = panel.told('done').at(-1) ?? {};
    return compared && Array.from(compared.results, (code) => results[code]);
  }

  async function compared(content: string): Promise<FakePanel> {
    room.answers.set('vehicle-1', gives(on(2, { energy: 1 }), on(3), on(4)));
    (await room.opened()).active = true;
    room.person.files.set(place.path, content);
    room.person.place = place;
    await room.run('compareRecordsFile');
    await room.panel.begin('done');
    return room.panel;
  }

  it('finds what is only here, only there, changed and the same, and asks for no records that another viewer has', async () => {
    const panel = await compared(JSON.stringify([on(1), on(2), on(3)]));
    assert.equal(panel.title, 'a.json ↔ BMW i4');
    const found = resultsOf(panel) ?? assert.fail();
    assert.deepEqual(found.toSorted(), ['changed', 'equal', 'in-pair', 'in-pair', 'only-newer', 'only-older']);
    const changed = found.indexOf('changed');
    const { fields, partners } = panel.told('done')[0]?.compared ?? assert.fail();
    assert.equal(fields[changed], 1 << 3);
    assert.equal(found[partners[changed] ?? -1], 'in-pair');
    assert.deepEqual([room.asked, room.nominalsAsked], [['vehicle-1'], ['vehicle-1']]);

    await panel.ask({ type: 'openRecord', load: 1, row: changed, request: 1 }, 'answer');
    await panel.ask({ type: 'openRecord', load: 1, row: found.indexOf('only-newer'), request: 2 }, 'answer');
    const [older, newer, single, ...more] = room.person.documents;
    assert.match(older?.[0] ?? '', /^a\.json record-\d\.json$/);
    assert.match(older?.[1] ?? '', /"energy": 34\.5/);
    assert.match(newer?.[1] ?? '', /"energy": 1,/);
    assert.deepEqual([single?.[0], more], [`record-${found.indexOf('only-newer') + 1}.json`, []]);
  });

  it('does not compare what is not whole, and says why', async () => {
    const panel = await compared('[oops]');
    assert.equal(resultsOf(panel), undefined);
    const failed = panel.told('part').find(({ vehicle }) => vehicle === 0)?.failure;
    assert.equal(failed?.message, 'The file is not JSON from record 1 on.');
    const { length } = room.person.panels;
    for (const each of room.person.panels) each.active = false;
    room.answers.set('vehicle-2', fails());
    (await room.opened(both)).active = true;
    await room.run('compareRecordsFile');
    assert.deepEqual(room.person.seen, ['Only complete charge records can be compared.']);
    assert.equal(room.person.panels.length, length + 1);
  });

  const versions = { ...one, version: '2.0' as const, compares: true, others: [{ ...other, version: '3' as const }] };
  const reading = (version: '2.0' | '3', rest: Partial<VersionReading> = {}): VersionReading => ({
    ...{ version, environment: 'sandbox', account: { id: 'o', label: 'Robin Hale' }, vehicleId: 'v', records: {} },
    ...{ vehicle: {}, permissions: { value: [] }, capacity: {} },
    ...rest,
  });

  it('says of two versions which fields move and differ, and saves that as Markdown', async () => {
    room.fieldsOf = ({ version = '2.0' }) =>
      reading(version, {
        capacity:
          version === '3'
            ? { failure: { message: 'Nothing stored.', nextStep: 'Subscribe.' } }
            : { value: { capacity: { nominal: 80 } } },
      });
    const body = { attributes: { body: { values: [{ startTime: '2026-11-02T18:00:00Z', connectorType: 'CCS' }] } } };
    const answer = { ...textAnswer(JSON.stringify({ data: body })), reading: { form: chargeForm } };
    room.answers.set('vehicle-1', gives(on(2)));
    room.answers.set('vehicle-2', () => Promise.resolve(answer));
    const panel = await room.opened(versions);
    assert.equal(panel.title, 'BMW i4: 2.0 ↔ 3');
    const fields = panel.told('fields')[0] ?? assert.fail();
    assert.match(fields.verdict, /not everything could be read\.$/);
    assert.match(fields.moves, /^\d+ fields move, 2 change scale, 1 changes meaning$/);
    assert.deepEqual(fields.failures, ['Version 3, Battery capacity: Nothing stored. Subscribe.']);
    const type = fields.lines.find(({ v2 }) => v2 === 'records[].chargingType');
    assert.deepEqual([type?.v2Value, type?.v3Value, type?.differs], ['DC', 'CCS', false]);
    panel.active = true;
    room.person.place = uri('memfs', '/saved.md');
    await room.run('records.export');
    assert.match(room.person.seen[0] ?? '', /^save \/project\/bmw.* \{"MD":\["md"\]\}$/i);
    assert.equal(room.person.seen[1], 'Comparison saved');
    assert.match(String(room.person.files.get('/saved.md')), /^# .*version 2\.0 and version 3\n/);
  });

  it('shows the fields even where neither version has records', async () => {
    room.fieldsOf = ({ version = '2.0' }) => reading(version);
    for (const vehicle of ['vehicle-1', 'vehicle-2']) room.answers.set(vehicle, fails(failure('None.')));
    const panel = await room.opened(versions, 'failed');
    assert.deepEqual([panel.told('fields').length, panel.told('failed').length], [1, 1]);
  });
});
