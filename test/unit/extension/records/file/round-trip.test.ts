import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonicalJson } from '../../../../../src/common/text/json-text.ts';
import { encodeRecords } from '../../../../../src/extension/records/export/export-encoders.ts';
import { recordFile } from '../../../../../src/extension/records/file/record-file.ts';
import { recordJson } from '../../../../../src/extension/records/export/record-text.ts';
import { type LoadedBatch, RowReader } from '../../../../../src/service/records/record-rows.ts';
import { exportFormats } from '../../../../../src/viewer/messages/export-format.ts';
import type { WireFormat } from '../../../../../src/service/model/record-reading.ts';
import { fullForm, modelForm } from '../../../../../src/service/records/wire-format.ts';
import { readColumns } from '../../../../../src/service/records/record-stream.ts';
import { bodyOf, record } from '../../../service/records/record-bodies.ts';
import { chargeValue } from '../../../service/v3/bodies.ts';

async function written(body: AsyncIterable<Uint8Array>, form: WireFormat): Promise<LoadedBatch[]> {
  const batches: LoadedBatch[] = [];
  for await (const batch of readColumns(body, undefined, { form })) batches.push({ batch });
  return batches;
}

function jsonOf(batches: readonly LoadedBatch[]): string[] {
  const reader = new RowReader();
  return batches.flatMap((each) => reader.read(each).map(recordJson));
}

/** What is read of an export of some records, each as JSON. */
async function again(records: readonly string[], form: WireFormat, format: (typeof exportFormats)[number]) {
  const batches = await written(bodyOf(`{"records":[${records.join(',')}]}`), form);
  const text = [...encodeRecords(batches, format)].join('');
  const { body, reading, notes } = recordFile(Buffer.from(text));
  const back = await written(body, reading?.form ?? modelForm);
  return { text, notes, form: reading?.form, records: jsonOf(back) };
}

async function sameAgain(records: readonly string[], form: WireFormat, format: (typeof exportFormats)[number]) {
  const back = await again(records, form, format);
  assert.deepEqual(back.records.map(canonicalJson), records.map(canonicalJson), back.text);
  assert.deepEqual(back.notes, []);
  return back;
}

/** Texts with all that has a meaning in CSV, and in formulas. */
const signs = [
  ...'\'=+-@"\\;,|\t\r\n \u00a0.:{}[]0192eEüZ＝＋－＠\u2028\ufeff',
  '\r\n',
  '\0',
  '\ud800',
  '🚗',
  'sep=',
  'null',
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...signs), { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ maxLength: 8 }),
);
const numberJson = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '100.0',
    '1e2',
    '12345678901234567890',
    '0.1000000000000000055',
    '1e400',
    '1.234',
    '-5E-3',
  ),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map(String)
    .map((digits) => digits.replace('+', '')),
  fc.integer().map(String),
);
const timeJson = fc.oneof(
  fc
    .date({ min: new Date(Date.UTC(2001)), max: new Date(Date.UTC(2090)), noInvalidDate: true })
    .map((time) => JSON.stringify(time)),
  fc.constantFrom(
    '"2026-11-01T18:00:00Z"',
    '"2026-11-01T18:00:00.123456Z"',
    '"2026-11-01T18:00:00+01:00"',
    '"26.11.2026 14:05"',
  ),
);
const textJson = text.map((value) => JSON.stringify(value));
const anything = fc.oneof(textJson, numberJson, timeJson, fc.constantFrom('true', 'false', 'null', '{}', '[]', '""'));

function members(known: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const usual = Object.entries(known).map(([name, value]) =>
    fc.option(fc.oneof({ weight: 4, arbitrary: value }, anything)).map((json) => [JSON.stringify(name), json] as const),
  );
  const more = fc.array(fc.tuple(textJson, anything), { maxLength: 2 });
  return fc.tuple(more, ...usual).map(([others, ...own]) => {
    const taken = new Set(Object.keys(known));
    const unknown = others.filter(
      ([key]) => !taken.has(JSON.parse(key) as string) && taken.add(JSON.parse(key) as string),
    );
    const said = [...own.filter(([, json]) => json !== null), ...unknown];
    return `{${said.map(([key, json]) => `${key}:${json}`).join(',')}}`;
  });
}

const flag = fc.constantFrom('true', 'false');
const ofModel = members({
  ...{ chargeStart: timeJson, chargeEnd: timeJson, location: textJson, energy: numberJson, isPublic: flag },
  ...{ startPercentRemaining: numberJson, endPercentRemaining: numberJson, chargingType: textJson },
});
const ofVersion3 = members({
  ...{ id: textJson, startTime: timeJson, endTime: timeJson, energyAdded: numberJson, isPublicCharger: flag },
  ...{ startStateOfCharge: numberJson, endStateOfCharge: numberJson, connectorType: textJson, chargingType: textJson },
  location: members({ name: textJson, address: textJson, latitude: numberJson, longitude: numberJson }),
  cost: members({ currency: textJson, energyAmount: numberJson, otherAmount: numberJson }),
});

describe('an export that is read again', () => {
  for (const [version, form, one] of [
    ['2.0', modelForm, ofModel],
    ['3', fullForm, ofVersion3],
  ] as const) {
    it(`has the same records of version ${version} in CSV, whatever they hold`, async () => {
      const usual = JSON.stringify(form === fullForm ? chargeValue : record());
      await fc.assert(
        fc.asyncProperty(fc.array(fc.oneof(one, anything), { minLength: 1, maxLength: 4 }), async (records) => {
          await sameAgain([usual, ...records], form, 'csv');
        }),
        { numRuns: 300 },
      );
    });
  }

  for (const format of exportFormats) {
    it(`has in ${format} what differs in small things only`, async () => {
      const half = { startTime: '2026-11-01T18:00:00Z' };
      const texts = ["'=A1", "''=A1", "a\n'+49 1", '\r\n-1', "';=1", '"=1', "'\t1", '', ' ', '=1;"=2', '"'];
      const ofText = texts.map((location) => JSON.stringify(record({ location })));
      await sameAgain([...ofText, '{}', JSON.stringify({ ...record(), location: null })], modelForm, format);
      const version3 = [
        '{}',
        JSON.stringify(chargeValue),
        ...texts.map((name) => JSON.stringify({ ...half, location: { name }, id: name })),
        JSON.stringify({ ...half, id: null, cost: null, location: {}, endTime: null }),
        JSON.stringify({ ...half, cost: { energyAmount: 1 }, chargingType: 'DC' }),
        '{}',
      ];
      const back = await sameAgain(version3, fullForm, format);
      assert.equal(back.form, fullForm);
    });
  }

  it('has what somebody has changed since, and says so', async () => {
    const one = JSON.stringify(chargeValue);
    const { text: csv } = await again([one, one, one, '"odd"'], fullForm, 'csvWithoutMark');
    const lines = csv.split('\r\n');
    lines[1] = lines[1]?.replace('"Home Charger"', '"Work"').replace(',12.5,', ',20,') ?? '';
    lines[2] = lines[2]?.replace('40.5', '40.50').replace('0.2', '0.20') ?? '';
    lines[4] = lines[4]?.replace(/^,/, '"2026-11-01T18:00:00Z",') ?? '';
    const { body, reading, notes } = recordFile(Buffer.from(lines.join('\n')));
    const back = jsonOf(await written(body, reading?.form ?? modelForm)).map(
      (json) => JSON.parse(json) as Record<string, unknown>,
    );
    const { location, cost, ...others } = chargeValue;
    const { latitude, longitude } = location;
    assert.deepEqual(back, [
      { ...others, location: { name: 'Work', latitude, longitude }, cost: { currency: 'USD', energyAmount: 20 } },
      ...[chargeValue, chargeValue],
      { startTime: '2026-11-01T18:00:00Z' },
    ]);
    assert.deepEqual(notes, ['Lines edited since the export and read from their cells: 2 (first: line 2).']);
    assert.equal(cost.otherAmount, 2);
    assert.deepEqual(recordFile(Buffer.from(`sep=,\n${lines.join('\n')}`)).notes, [
      'Lines edited since the export and read from their cells: 2 (first: line 3).',
    ]);
  });

  it('leaves all in its columns that is usual for version 2.0', async () => {
    const { text: csv } = await again([JSON.stringify(record()), '{}'], modelForm, 'csvWithoutMark');
    const [head = '', first = '', empty = ''] = csv.split('\r\n');
    assert.match(head, /,problems,notInTheContract,asItCame$/);
    assert.match(first, /,"DC",,,$/);
    assert.match(empty, /,"\{\}"$/);
  });
});
