import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ExportFormat } from '../../../../../src/viewer/messages/export-format.ts';
import { compactJson } from '../../../../../src/common/text/json-text.ts';
import { bodyOf, record } from '../../../service/records/record-bodies.ts';
import type { FakePanel } from '../panel/fake-panel.ts';
import { both, one, PanelSetup, textAnswer } from '../panel/panel-setup.ts';
import type { LoadedBatch } from '../../../../../src/service/records/record-rows.ts';
import { recordText } from '../../../../../src/extension/records/export/record-text.ts';
import { readColumns } from '../../../../../src/service/records/record-stream.ts';

const good = JSON.stringify(record());
const long = 'x'.repeat(1500);
/** A record with one member written otherwise. */
const odd = (name: string, value: string) =>
  good.replace(new RegExp(`"${name}":("[^"]*"|[^,}]*)`), () => `"${name}":${value}`);

/** Each differs from what its columns have of it. */
const oddities: readonly string[] = [
  odd('chargeEnd', '{"a":[1,{"b":null}]}'),
  odd('chargeStart', '"2026-11-01T18:00:00.123456Z"'),
  odd('location', `"${long}"`),
  odd('chargingType', `"${long} and more"`),
  odd('location', `[${`"${long}",`.repeat(9)}1]`),
  odd('location', '"K\\u00f6ln \\/ \\ud800"'),
  odd('location', 'null'),
  odd('energy', `"34,5 ${'y'.repeat(100)}"`),
  odd('energy', '1e400'),
  odd('energy', '3.450e+1'),
  odd('energy', '34.50'),
  odd('energy', '0.0000001'),
  odd('energy', '-0'),
  odd('energy', '123456789012345678901234567890'),
  odd('energy', '34.5,"energy":35'),
  odd('startPercentRemaining', '0.123456789012'),
  odd('startPercentRemaining', '0.1234567'),
  odd('endPercentRemaining', '80'),
  odd('isPublic', '[1,2]'),
  odd('isPublic', '{"chargeStart":"2026-11-01T18:00:00Z"}'),
  good.replace('}', ',"energy2":1,"energy2":2.00,"__proto__":{"a":1e2}}'),
  good.replace('"chargingType":"DC"', '"chargingType":"DC","\\u0063hargingType":"AC"'),
  good.replace('}', ',"deep":' + '['.repeat(3000) + ']'.repeat(3000) + '}'),
  '["not",{"a":"record"},1.0]',
  '42.0',
  '"text, [ { \\" \\\\"',
  'null',
  '{}',
  '[]',
];

/** Without a flaw, and written in the usual ways: no text of these is kept. */
const usual: readonly string[] = [
  good,
  odd('chargeStart', '"2026-11-01T18:00:00.000Z"'),
  odd('chargeEnd', '"2026-11-01T20:30:00.120Z"'),
  odd('chargeEnd', '"2026-11-01T20:30:00.120000Z"'),
  odd('chargeStart', '"2026-11-01T18:00:00.000000Z"'),
  odd('chargeStart', '"2026-11-01T18:00:00.000000000Z"'),
  odd('energy', '34.0'),
  odd('energy', '0.0'),
  odd('energy', '0'),
  odd('startPercentRemaining', '0.123456'),
  odd('startPercentRemaining', '0.000977'),
  odd('endPercentRemaining', '1.0'),
  odd('isPublic', 'false'),
  odd('location', '"Köln\u2028 \u{1f50c} \u007f"'),
  odd('location', `"${'x'.repeat(1000)}"`),
];

/** Records as bodies have them: after each odd one a good one, which must not suffer. */
const all = [...usual, ...oddities.flatMap((text) => [text, good]), ...usual];
const bodyTextOf = (records: readonly string[]) => `{"records":[${records.join(',')}]}`;

async function exported(setup: PanelSetup, panel: FakePanel, format: ExportFormat): Promise<string> {
  panel.say({ type: 'export', load: 1, format });
  await Promise.resolve();
  return [...(setup.saved?.choices[0].make() ?? assert.fail('nothing to save'))].join('');
}

/** The record in the text of its own document, without the spaces that make it readable. */
function recordIn(text: string | undefined): string {
  const after = compactJson(text ?? '')
    .split('"record":')
    .slice(1)
    .join('"record":');
  return after.replace(/(,"notAsTheContractSays":.*?)?(,"notInTheContract":\[[^[\]]*\])?\}$/, '');
}

async function assertRaw(setup: PanelSetup, panel: FakePanel, records: readonly string[]): Promise<void> {
  assert.deepEqual((await exported(setup, panel, 'ndjson')).split('\n'), [...records, '']);
  assert.equal(await exported(setup, panel, 'json'), `{"records":[\n${records.join(',\n')}\n]}\n`);
  records.forEach((text, row) => {
    panel.say({ type: 'openRecord', load: 1, row });
    assert.equal(recordIn(setup.shown.at(-1)), text);
  });
}

async function opened(body: string, cuts?: readonly number[]): Promise<[PanelSetup, FakePanel]> {
  const setup = new PanelSetup();
  setup.answers.set('vehicle-1', () => Promise.resolve(textAnswer(body, cuts)));
  const panel = await setup.opened(one);
  return [setup, panel];
}

describe('raw records', () => {
  it('are to the letter what came, opened and in files, whatever is odd about them', async () => {
    await assertRaw(...(await opened(bodyTextOf(all))), all);
  });

  it('are what came in long bodies too', async () => {
    const many = Array.from({ length: 60 }, () => all).flat();
    const [setup, panel] = await opened(bodyTextOf(many));
    assert.deepEqual((await exported(setup, panel, 'ndjson')).split('\n'), [...many, '']);
  });

  it('keep the order of their fields and the spaces between them', async () => {
    const other = `{ "energy" : 34.0, "chargingType": "DC", "isPublic":false,"location":"A",  "chargeStart":"2026-11-01T18:00:00.000Z","chargeEnd":"2026-11-01T20:30:00Z","startPercentRemaining":0.25,"endPercentRemaining":1 }`;
    const records = [good, good, other, good, '5', other, good];
    // The second batch begins in the form that the first has taught, and goes on in another.
    for (const cuts of [[], [bodyTextOf([good]).length]]) {
      const [setup, panel] = await opened(bodyTextOf(records), cuts);
      assert.deepEqual((await exported(setup, panel, 'ndjson')).split('\n'), [...records, '']);
    }
  });

  it('take one line each in NDJSON, though they came in several', async () => {
    const records = [record(), record({ energy: 'x\n' }), [1, 2]];
    const [setup, panel] = await opened(JSON.stringify({ records }, undefined, '\t'));
    assert.equal(await exported(setup, panel, 'ndjson'), records.map((each) => `${JSON.stringify(each)}\n`).join(''));
  });

  it('are the same beside those of another vehicle, and say whose they are', async () => {
    const setup = new PanelSetup();
    const bodies = { 'vehicle-1': all, 'vehicle-2': all.toReversed() };
    for (const [id, records] of Object.entries(bodies)) {
      setup.answers.set(id, () => Promise.resolve(textAnswer(bodyTextOf(records))));
    }
    const panel = await setup.opened(both);
    const lines = (await exported(setup, panel, 'ndjson')).trimEnd().split('\n');
    for (const [id, records] of Object.entries(bodies)) {
      const own = lines.filter((line) => line.startsWith(`{"vehicle":{"id":"${id}"`));
      const parts = own.map((line) => line.slice(line.indexOf('"record":') + '"record":'.length, -1));
      assert.deepEqual(parts, records);
    }
    panel.say({ type: 'openRecord', load: 1, row: lines.length - 1 });
    const last = JSON.parse(setup.shown.at(-1) ?? '') as { vehicle: { id: string } };
    assert.equal(last.vehicle.id, lines.at(-1)?.includes('"vehicle-2"') ? 'vehicle-2' : 'vehicle-1');
  });

  it('are what came, whatever JSON that is', async () => {
    const values = fc.array(fc.oneof(fc.json(), fc.constantFrom(...usual, ...oddities)), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(values, async (records) => {
        const [setup, panel] = await opened(bodyTextOf(records));
        assert.deepEqual((await exported(setup, panel, 'ndjson')).split('\n'), [...records, '']);
      }),
      { numRuns: 50 },
    );
  });
});

describe('recordText', () => {
  const good = record({ location: 'Road 9' });
  const records = [record(), good, record({ energy: '34.5', extra: 1 }), [1, {}]];
  const written: LoadedBatch[] = [];
  before(async () => {
    for await (const batch of readColumns(bodyOf(JSON.stringify({ records })))) written.push({ batch });
  });
  const read = (row: number) => JSON.parse(recordText(written, row)) as Record<string, unknown>;

  it('gives a record as it came, in lines', () => {
    assert.equal(recordText(written, 1), `${JSON.stringify({ record: good }, undefined, 2)}\n`);
  });

  it('says what is not as the contract says', () => {
    const { record: shown, ...notes } = read(2);
    assert.deepEqual(shown, records[2]);
    assert.deepEqual(notes, {
      notAsTheContractSays: { energy: { reason: 'wrong-type' } },
      notInTheContract: ['extra'],
    });
  });

  it('gives what is no record, too', () => {
    assert.deepEqual(read(3), { record: records[3], notAsTheContractSays: { reason: 'not-a-record' } });
  });

  it('has nothing of a row that is not there', () => assert.equal(recordText(written, 4), ''));
});
