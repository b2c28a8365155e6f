import assert from 'node:assert/strict';
import { encodeRecords } from '../../../../../src/extension/records/export/encode-records.ts';
import { fileTarget, recordFile, vehiclesOfFile } from '../../../../../src/extension/records/file/record-file.ts';
import { BatchMerger } from '../../../../../src/extension/records/load/batch-merger.ts';
import type { LoadedBatch } from '../../../../../src/service/records/record-rows.ts';
import { exportFormats } from '../../../../../src/viewer/messages/export-format.ts';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import { fullForm } from '../../../../../src/service/records/wire-format.ts';
import { readRecords } from '../../../../../src/service/records/record-stream.ts';
import { record } from '../../../service/records/record-bodies.ts';

interface Seen {
  readonly records: readonly unknown[];
  readonly written: readonly LoadedBatch[];
  readonly error?: ServiceError;
}

/** What a viewer is given of a file, for one of its vehicles or for all. */
async function open(content: string | Uint8Array, vehicleId?: string): Promise<Seen> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const records: unknown[] = [];
  const written: LoadedBatch[] = [];
  try {
    for await (const { values, columns } of readRecords(recordFile(bytes, vehicleId).body)) {
      records.push(...values);
      written.push({ batch: columns });
    }
    return { records, written };
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return { records, written, error };
  }
}

const charges = [record({}), record({ energy: 7.25, isPublic: true, location: '=SUM(1) at "Zoë’s", 2' })];
const text = JSON.stringify({ records: charges });

describe('charge records of a file', () => {
  it('take the place of a vehicle’s', () => {
    const { file, vehicle } = fileTarget('file:///a/trip.charges.json', 'trip.charges.json');
    assert.equal(file, 'file:///a/trip.charges.json');
    assert.equal(vehicle.model, 'trip.charges.json');
  });

  const forms: Readonly<Record<string, string | Uint8Array>> = {
    'a saved answer': text,
    'a saved answer that a person has laid out': JSON.stringify({ records: charges }, undefined, 2),
    'a list alone': JSON.stringify(charges),
    'a record a line': charges.map((each) => JSON.stringify(each)).join('\n'),
    'a record a line, from Windows': charges.map((each) => `${JSON.stringify(each)}\r\n`).join(''),
    'UTF-16 from PowerShell': Buffer.from(`\ufeff${text}`, 'utf16le'),
    'UTF-8 with a byte order mark': `\ufeff${text}`,
    'an export of several vehicles': JSON.stringify({
      records: charges.map((each) => ({ vehicle: { id: '1', make: 'BMW', model: 'i4' }, record: each })),
    }),
    'an export of several vehicles, a record a line': charges
      .map((each) => JSON.stringify({ vehicle: { id: '1' }, record: each }))
      .join('\n'),
  };
  for (const [form, content] of Object.entries(forms)) {
    it(`are read from ${form}`, async () => {
      const { records, error } = await open(content);
      assert.equal(error, undefined);
      assert.deepEqual(records, charges);
    });
  }

  for (const format of exportFormats) {
    it(`are those that were exported as ${format}`, async () => {
      const { written } = await open(text);
      const { records, error } = await open([...encodeRecords(written, format)].join(''));
      assert.equal(error, undefined);
      assert.deepEqual(records, charges);
    });
  }

  describe('of several vehicles', () => {
    const vehicles = ['1', '2'].map((id) => ({ id, make: 'BMW', model: '=i4', year: 0 }));
    let written: LoadedBatch[];
    before(async () => {
      const merger = new BatchMerger();
      const opened = await Promise.all(charges.map((each) => open(JSON.stringify([each]))));
      written = opened.flatMap((each, index) =>
        each.written.map(({ batch }) => ({
          batch: merger.add(index, batch),
          source: { vehicle: vehicles[index] ?? assert.fail() },
        })),
      );
    });

    for (const format of exportFormats) {
      it(`stand side by side, as they were exported as ${format}`, async () => {
        const bytes = Buffer.from([...encodeRecords(written, format)].join(''));
        assert.deepEqual(vehiclesOfFile(bytes), vehicles);
        for (const [index, { id }] of vehicles.entries())
          assert.deepEqual((await open(bytes, id)).records, [charges[index]]);
        assert.deepEqual((await open(bytes)).records, charges);
      });
    }

    it('lose none that is of no vehicle', async () => {
      const lines = `${[...encodeRecords(written, 'ndjson')].join('')}oops\n`;
      assert.equal((await open(lines, '1')).records.length, 2);
      assert.equal((await open(lines, '2')).records.length, 1);
    });

    it('are of one file, as long as a viewer has room for them', () => {
      const { file, vehicle, others } = fileTarget('file:///a', 'a', vehicles);
      assert.deepEqual([file, vehicle, others], ['file:///a', vehicles[0], [{ sessionId: '', vehicle: vehicles[1] }]]);
      const many = fileTarget(
        'file:///a',
        'a',
        [1, 2, 3, 4].flatMap(() => vehicles),
      );
      for (const target of [many, fileTarget('file:///a', 'a', vehicles.slice(0, 1))])
        assert.deepEqual([target.vehicle.model, target.others], ['a', undefined]);
    });
  });

  it('are read from CSV whose columns are in another order, with others among them', async () => {
    const csv = 'energy;odometer;chargeStart;isPublic\r\n7.5;12000;2026-11-01T18:00:00Z;TRUE\r\n';
    const { records } = await open(csv);
    assert.deepEqual(records, [
      { energy: 7.5, odometer: '12000', chargeStart: '2026-11-01T18:00:00Z', isPublic: true },
    ]);
  });

  const [first = '', second = ''] = charges.map((each) => JSON.stringify(each));

  for (const [how, content, whole] of [
    ['breaks off in a record', text.slice(0, -20), 1],
    ['breaks off behind a whole record', `[${first}`, 1],
    ['breaks off behind its list', `{"records":[${first}],"more":"`, 1],
    ['has a record that is no JSON', `{"records":[\n${first},\n{"energy": 1,5}\n]}`, 1],
    ['has it in an envelope', `{"data":{"records":[${first},{"energy": 1,5}]}}`, 1],
    ['has it in an envelope behind others of the name', `{"a":{"records":"x"},"records":[${first},oops]}`, 1],
    ['has no comma between records', `[\n${first}\n${first}\n]`, 0],
    ['is a record alone that is no JSON', '{"chargeStart":"2026-11-01T18:00:00Z","energy":1,5}', 0],
    ['has no records', '{"paging":"a', 0],
  ] as const) {
    it(`are read up to what is no JSON, which is said, if the file ${how}`, async () => {
      const { records, error } = await open(content);
      assert.deepEqual(records, charges.slice(0, whole));
      assert.equal(error?.message, `The file is not JSON from record ${whole + 1} on.`);
      assert.match(error.nextStep, /Correct the file/);
    });
  }

  it('keep a line that is no JSON, as a record that is marked and says where it is', async () => {
    const { records, written, error } = await open(`${first}\r\n\r\n"ü" oops\r\n${second}\r\n{"energy":`);
    assert.equal(error, undefined);
    const byte = first.length + 4;
    const last = byte + Buffer.byteLength(`"ü" oops\r\n${second}\r\n`);
    assert.deepEqual(records, [
      ...[charges[0], `Line 3, byte ${byte}: "ü" oops`],
      ...[charges[1], `Line 5, byte ${last}: {"energy":`],
    ]);
    assert.ok(written.some(({ batch }) => batch.problems.rows.includes(1)));
  });

  for (const [how, line] of [
    ['begins within a record', first.slice(40)],
    ['begins with a record that breaks off', first.slice(0, -40)],
    ['begins with a record that breaks off behind a comma', '{"energy":1,'],
    ['begins with what is no JSON', '# log'],
  ] as const) {
    it(`are read from lines of which the first ${how}`, async () => {
      const { records, error } = await open(`${line}\n${second}\n${first}\n`);
      assert.equal(error, undefined);
      assert.deepEqual(records, [`Line 1, byte 0: ${line}`, charges[1], charges[0]]);
    });
  }

  it('have the form of the first that is whole', () => {
    const { reading } = recordFile(Buffer.from('oops\n{"id":"CHG1","startTime":"2026-11-01T18:00:00Z"}\n'));
    assert.equal(reading?.form, fullForm);
  });

  it('are those of a list, though each has a line of its own', async () => {
    const { records, error } = await open(`{"records":[\n${second},\n{"energy": 1,5},\n${first}\n]}\n`);
    assert.deepEqual(records, [charges[1]]);
    assert.equal(error?.message, 'The file is not JSON from record 2 on.');
  });

  it('say where quotation marks of CSV do not end', async () => {
    const { error } = await open('chargeStart,location\n2026-11-01T18:00:00Z,"Home\n');
    assert.equal(error?.message, 'The file has a quotation mark in line 2 that does not end.');
  });

  it('are missed with the columns that are expected and those that are there', async () => {
    const nextStep = async (content: string) => (await open(content)).error?.nextStep ?? '';
    const columns = await nextStep(
      `"Datum";kWh;Ort;${Array.from({ length: 9 }, (_, at) => `x${at}`).join(';')}\n1;2;3`,
    );
    assert.match(
      columns,
      /^Columns that are expected: chargeStart, chargeEnd, location, energy, .*\. Found: Datum, kWh, Ort, x0, .*x4, …\.$/,
    );
    const fields = await nextStep('{"vehicles":[],"paging":{}}');
    assert.match(fields, /^Fields that are expected, .*: chargeStart, .*\. Found: vehicles, paging\.$/);
    assert.match(await nextStep('{}'), / Found: none\.$/);
  });

  for (const [what, content, message] of [
    ['nothing', '', /empty/],
    ['blanks', ' \n\t', /empty/],
    ['other JSON', '{"vehicles":[]}', /no charge records/],
    ['a list of records that is none', '{"records":{}}', /no charge records/],
    ['prose', 'Dear reader,\nno records here.', /no charge records/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x80]), /not text/],
  ] as const) {
    it(`are missed in a file of ${what}`, async () => {
      const { records, error } = await open(content);
      assert.deepEqual(records, []);
      assert.match(error?.message ?? '', message);
    });
  }
});
