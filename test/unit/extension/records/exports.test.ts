// Exports: to the letter what came, harmless in a spreadsheet, and the same records when they are read again.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonicalJson, compactJson } from '../../../../src/common/text/json-text.ts';
import { encodeRecords } from '../../../../src/extension/records/export/encode-records.ts';
import { recordJson, recordText } from '../../../../src/extension/records/export/record-text.ts';
import { recordFile, vehiclesOfFile } from '../../../../src/extension/records/file/record-file.ts';
import { BatchMerger } from '../../../../src/extension/records/load/batch-merger.ts';
import type { WireFormat } from '../../../../src/service/model/record-reading.ts';
import { type LoadedBatch, RowReader } from '../../../../src/service/records/record-rows.ts';
import { readColumns } from '../../../../src/service/records/record-stream.ts';
import { fullForm, modelForm } from '../../../../src/service/records/wire-format.ts';
import { type ExportFormat, exportFormats } from '../../../../src/viewer/messages/export-format.ts';
import { bodyOf, record } from '../../service/records/record-bodies.ts';
import { chargeValue } from '../../service/v3/bodies.ts';

/** As a load has them, of records as JSON. */
async function loaded(
  records: readonly string[],
  form = modelForm,
  cuts: readonly number[] = [],
): Promise<LoadedBatch[]> {
  return batchesOf(bodyOf(bodyTextOf(records), cuts), form);
}

async function batchesOf(body: AsyncIterable<Uint8Array>, form: WireFormat): Promise<LoadedBatch[]> {
  const batches: LoadedBatch[] = [];
  for await (const batch of readColumns(body, undefined, { form })) batches.push({ batch });
  return batches;
}

const bodyTextOf = (records: readonly string[]) => `{"records":[${records.join(',')}]}`;
const jsonOf = (...records: readonly unknown[]) => records.map((each) => JSON.stringify(each));
const encoded = (batches: readonly LoadedBatch[], format: ExportFormat, chosen?: Uint8Array) =>
  [...encodeRecords(batches, format, chosen)].join('');
/** The lines of CSV behind the column names. */
const csvOf = (batches: readonly LoadedBatch[]) =>
  encoded(batches, 'csvWithoutMark')
    .split(/\r\n(?=[",]|$)/)
    .slice(1, -1);

/** The batches of several vehicles, as they come one after another. */
function merged(...vehicles: readonly (readonly [model: string, batches: LoadedBatch[]])[]): LoadedBatch[] {
  const merger = new BatchMerger();
  return vehicles.flatMap(([model, batches], index) => {
    const source = { vehicle: { id: String(index + 1), make: 'BMW', model } };
    return batches.map(({ batch }) => ({ batch: merger.add(index, batch), source }));
  });
}

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

/** The record in the text of its own document, without the spaces that make it readable. */
function recordIn(text: string): string {
  const [, after = ''] = /"record":(.*)/s.exec(compactJson(text)) ?? [];
  return after.replace(/(,"notAsTheContractSays":.*?)?(,"notInTheContract":\[[^[\]]*\])?\}$/, '');
}

describe('an export as JSON', () => {
  it('is to the letter what came, and so is a record that is opened, whatever is odd about them', async () => {
    const batches = await loaded(all);
    assert.deepEqual(encoded(batches, 'ndjson').split('\n'), [...all, '']);
    assert.equal(encoded(batches, 'json'), `{"records":[\n${all.join(',\n')}\n]}\n`);
    for (const [row, text] of all.entries()) assert.equal(recordIn(recordText(batches, row)), text);
    const many = Array.from({ length: 60 }, () => all).flat();
    assert.ok(encoded(await loaded(many), 'ndjson') === `${many.join('\n')}\n`, 'long bodies');
  });

  it('keeps the order of fields and the spaces between them', async () => {
    const other = `{ "energy" : 34.0, "chargingType": "DC", "isPublic":false,"location":"A",  "chargeStart":"2026-11-01T18:00:00.000Z","chargeEnd":"2026-11-01T20:30:00Z","startPercentRemaining":0.25,"endPercentRemaining":1 }`;
    const records = [good, good, other, good, '5', other, good];
    // The second batch begins in the form that the first has taught, and goes on in another.
    for (const cuts of [[], [bodyTextOf([good]).length]])
      assert.deepEqual(encoded(await loaded(records, modelForm, cuts), 'ndjson').split('\n'), [...records, '']);
  });

  it('takes one line a record in NDJSON, though they came in several', async () => {
    const records = [record(), record({ energy: 'x\n' }), [1, 2]];
    const body = bodyOf(JSON.stringify({ records }, undefined, '\t'));
    assert.equal(encoded(await batchesOf(body, modelForm), 'ndjson'), `${jsonOf(...records).join('\n')}\n`);
  });

  it('is what came, whatever JSON that is', async () => {
    const value = fc.oneof(fc.json(), fc.constantFrom(...usual, ...oddities));
    const values = fc.array(value, { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(values, async (records) => {
        assert.deepEqual(encoded(await loaded(records), 'ndjson').split('\n'), [...records, '']);
      }),
      { numRuns: 50 },
    );
  });

  it('says where there was too much to keep of what came, with all that is known', async () => {
    const cut = async (values: readonly string[], form?: WireFormat) =>
      (await loaded(values, form)).map(({ batch }) => ({ batch: { ...batch, raw: undefined } }));
    const [first, second] = encoded(await cut(jsonOf(record({ energy: 'z' }), record())), 'ndjson').split('\n');
    const note = '"…":"not kept as it came: there is too much of it"}';
    assert.ok(first?.endsWith(`"problems":[{"field":"energy","reason":"wrong-type","received":"\\"z\\""}],${note}`));
    assert.equal(second, good.replace(/}$/, `,${note}`));
    const full = await cut(jsonOf(chargeValue), fullForm);
    const { id, cost, currency, latitude } = JSON.parse(encoded(full, 'ndjson')) as Record<string, unknown>;
    assert.deepEqual([id, cost, currency, latitude], ['CHG123', 12.5, 'USD', 37.7749]);
    assert.match(recordText(full, 0), /"cost": 12\.5/);
  });

  it('has the chosen rows only, over all batches', async () => {
    const records = jsonOf(...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((energy) => record({ energy })));
    const batches = await loaded(records, modelForm, [700]);
    assert.ok(batches.length > 1);
    const lines = encoded(batches, 'ndjson', Uint8Array.of(0b10000101, 0b1)).trimEnd().split('\n');
    assert.deepEqual(lines, [records[0], records[2], records[7], records[8]]);
    assert.equal(encoded(batches, 'json', Uint8Array.of()), '{"records":[\n]}\n');
  });
});

describe('the text of one record', () => {
  const records = [record(), record({ energy: '34.5', extra: 1 }), [1, {}]];

  it('is the record in lines, and what is not as the contract says', async () => {
    const batches = await loaded(jsonOf(...records));
    assert.equal(recordText(batches, 0), `${JSON.stringify({ record: record() }, undefined, 2)}\n`);
    const notes = { notAsTheContractSays: { energy: { reason: 'wrong-type' } }, notInTheContract: ['extra'] };
    assert.deepEqual(JSON.parse(recordText(batches, 1)), { record: records[1], ...notes });
    const none = { record: records[2], notAsTheContractSays: { reason: 'not-a-record' } };
    assert.deepEqual(JSON.parse(recordText(batches, 2)), none);
    assert.equal(recordText(batches, 3), '', 'a row that is not there');
  });
});

describe('an export of several vehicles', () => {
  it('says whose each record is, and shows them side by side again', async () => {
    const bodies = [all, all.toReversed()];
    const batches = merged(['=i4', await loaded(all)], ['i5', await loaded(all.toReversed())]);
    const lines = encoded(batches, 'ndjson').trimEnd().split('\n');
    for (const [index, records] of bodies.entries()) {
      const start = `{"vehicle":{"id":"${index + 1}","make":"BMW","model":"${['=i4', 'i5'][index]}"},"record":`;
      const own = lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length, -1));
      assert.deepEqual(own, records);
    }
    assert.match(recordText(batches, all.length), /^\{\s+"vehicle": \{\s+"id": "2"/);
  });

  for (const format of exportFormats) {
    it(`is of one file as ${format}, for one of them or for all`, async () => {
      const [first, second] = jsonOf(record(), record({ energy: 7 })) as [string, string];
      const batches = merged(['=i4', await loaded([first])], ['i5', await loaded([second])]);
      const bytes = Buffer.from(encoded(batches, format));
      assert.deepEqual(
        vehiclesOfFile(bytes).map(({ id, make, model }) => [id, make, model]),
        [
          ['1', 'BMW', '=i4'],
          ['2', 'BMW', 'i5'],
        ],
      );
      for (const [id, expected] of [
        ['1', [first]],
        ['2', [second]],
        [undefined, [first, second]],
      ] as const) {
        const { body, reading } = recordFile(bytes, id);
        const records = recordsOf(await batchesOf(body, reading?.form ?? modelForm));
        assert.deepEqual(records.map(canonicalJson), expected.map(canonicalJson));
      }
      if (format !== 'ndjson') return;
      const { body } = recordFile(Buffer.from(`${bytes.toString()}oops\n`), '1');
      assert.equal(recordsOf(await batchesOf(body, modelForm)).length, 2, 'one that is of no vehicle is not lost');
    });
  }
});

const time = '"2026-11-01T18:00:00Z","2026-11-01T20:30:00Z",';
const rest = ',true,0.25,0.75,"DC"';
const text = (value: string) => `"${value.replaceAll('"', '""')}"`;
const missing = Object.keys(record())
  .map((name) => `${name}: missing`)
  .join('; ');
const half = { id: 'CHG124', startTime: '2023-10-16T00:00:00Z' };

describe('an export as CSV', () => {
  it('begins with the column names, and with a byte order mark, which Excel needs to read UTF-8, or without one', async () => {
    const names =
      'chargeStart,chargeEnd,location,energy,isPublic,startPercentRemaining,endPercentRemaining,chargingType';
    assert.equal(encoded([], 'csv'), `\ufeff${names},problems,notInTheContract,asItCame\r\n`);
    const batches = await loaded(jsonOf(record({ location: '\ufeffMünchen' })));
    assert.equal(encoded(batches, 'csv'), `\ufeff${encoded(batches, 'csvWithoutMark')}`);
    for (const format of ['csvWithoutMark', 'json', 'ndjson'] as const)
      assert.doesNotMatch(encoded(batches, format), /^\ufeff/, format);
    const [head = ''] = encoded(await loaded(jsonOf(chargeValue), fullForm), 'csvWithoutMark').split('\r\n');
    const more = 'id,cost,currency,latitude,longitude';
    assert.equal(head, `${names},${more},problems,notInTheContract,asItCame`);
  });

  for (const [what, value, line] of [
    ['values as they came', record(), `${time}"Cockfosters Road, Barnet",34.5${rest},,,`],
    [
      'all digits',
      record({ energy: 0.1, startPercentRemaining: 0.123456789012 }),
      `${time}"Cockfosters Road, Barnet",0.1,true,0.123456789012,0.75,"DC",,,`,
    ],
    [
      'texts whole',
      record({ location: long, chargingType: `=${long}` }),
      `${time}"${long}",34.5,true,0.25,0.75,"'=${long}",,,`,
    ],
    [
      'times in one form',
      record({ chargeStart: '2026-11-01T18:00:00.000000Z', chargeEnd: '2026-11-01T20:30:00.120Z' }),
      `"2026-11-01T18:00:00Z","2026-11-01T20:30:00.120Z","Cockfosters Road, Barnet",34.5${rest},,,"{""chargeStart"":""2026-11-01T18:00:00.000000Z""}"`,
    ],
    ['an empty record', {}, `,,,,,,,,"${missing}",,"{}"`],
    [
      'why a value is unknown',
      record({ energy: '34,5 kWh', location: undefined }),
      `${time},${rest},"location: missing; energy: wrong-type ""34,5 kWh""",,"{""energy"":""34,5 kWh""}"`,
    ],
    [
      'a doubtful value, and one of another type',
      record({ energy: -4, isPublic: { a: [1] } }),
      `${time}"Cockfosters Road, Barnet",-4,,0.25,0.75,"DC","energy: negative -4; isPublic: wrong-type {""a"":[1]}",,"{""isPublic"":{""a"":[1]}}"`,
    ],
    ['what is no record', [5], ',,,,,,,,"not-a-record [5]",,"[[5]]"'],
    [
      'what is not in the contract',
      record({ operator: '=1+1', problems: [1] }),
      `${time}"Cockfosters Road, Barnet",34.5${rest},,"{""operator"":""=1+1"",""problems"":[1]}",`,
    ],
  ] as const) {
    it(`has ${what}`, async () => assert.deepEqual(csvOf(await loaded(jsonOf(value))), [line]));
  }

  it('has semicolons and decimal commas for a spreadsheet that writes numbers so', async () => {
    const [head = '', line] = encoded(await loaded(jsonOf(record())), 'csvDecimalComma').split('\r\n');
    assert.match(head, /^\ufeffchargeStart;chargeEnd;location;/);
    assert.equal(line, `${time.replaceAll(',', ';')}"Cockfosters Road, Barnet";34,5;true;0,25;0,75;"DC";;;`);
  });
});

describe('an export of version 3 as CSV', () => {
  for (const [what, value, line] of [
    [
      'the scales of all exports, and what only version 3 has behind them',
      chargeValue,
      '"2023-10-15T00:00:00Z","2023-10-15T08:00:00Z","Home Charger",40.5,false,0.2,0.9,"J1772",' +
        '"CHG123",12.5,"USD",37.7749,-122.4194,,,' +
        '"{""cost"":{""currency"":""USD"",""otherAmount"":2,""energyAmount"":10.5},' +
        '""location"":{""name"":""Home Charger"",""address"":""123 Main St"",""latitude"":37.7749,""longitude"":-122.4194}}"',
    ],
    [
      'a record that its columns cannot express',
      { ...half, chargingType: 'DC' },
      '"2023-10-16T00:00:00Z",,,,,,,"DC","CHG124",,,,,,,"[{""id"":""CHG124"",""startTime"":""2023-10-16T00:00:00Z"",""chargingType"":""DC""}]"',
    ],
    [
      'digits as they came, and what the contract does not know apart',
      {
        id: '=1',
        energyAdded: 0,
        location: { name: '', address: 'A', latitude: 5e-7 },
        energy: 1,
        tariff: { price: 0.1 },
      },
      ',,"A",0,,,,,"\'=1",,,5e-7,,,"{""energy"":1,""tariff"":{""price"":0.1}}",' +
        '"{""location"":{""name"":"""",""address"":""A"",""latitude"":5e-7}}"',
    ],
    [
      'what is wrong with a value, and what came',
      {
        id: 7,
        startStateOfCharge: 101,
        endTime: 'soon',
        cost: { energyAmount: -1, currency: 978 },
        location: { name: 'Home', latitude: 91 },
      },
      ',,"Home",,,1.01,,,,-1,,91,,"chargeEnd: not-a-timestamp ""soon""; id: wrong-type 7; ' +
        'cost: negative {""energyAmount"":-1,""currency"":978}; currency: wrong-type 978; latitude: no-such-place 91; ' +
        'startPercentRemaining: not-a-fraction 101",,"{""id"":7,""endTime"":""soon"",""cost"":{""energyAmount"":-1,""currency"":978}}"',
    ],
  ] as const) {
    it(`has ${what}`, async () => assert.deepEqual(csvOf(await loaded(jsonOf(value), fullForm)), [line]));
  }

  it('leaves columns empty for vehicles that are read by version 2.0', async () => {
    const [older, newer] = [await loaded(jsonOf(record({ energy: -1 }))), await loaded(jsonOf(chargeValue), fullForm)];
    const [first = '', second = ''] = csvOf(merged(['i4', older], ['i5', newer]));
    assert.match(first, /^"1","BMW","i4",.*,"DC",,,,,,"energy: negative -1",,$/);
    assert.match(second, /^"2","BMW","i5",.*,"CHG123",12\.5,"USD",37\.7749,-122\.4194,,,"\{/);
  });
});

/** Lines of cells behind a byte order mark, after RFC 4180 and nothing looser: CRLF, and quotes only where they belong. */
function parseCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  assert.equal(text[0], '\ufeff');
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  cell.lastIndex = 1;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    assert(match, 'not RFC 4180');
    lines.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n' && cell.lastIndex < text.length) lines.push([]);
  }
  return lines;
}

/**
 * Cells as a spreadsheet has them whose list separator is another one, of lines whose quotation marks are no longer around
 * cells: it may begin one behind any separator and any line break.
 */
function cellsBy(separator: string, text: string): string[] {
  return text.split(new RegExp(`[${separator}\\r\\n]`)).map((cell) => cell.replace(/^["\t]+/, ''));
}

/** A text with an apostrophe in front of all that could be a formula, character by character. */
function disarmed(text: string): string {
  let safe = '';
  let begins = true;
  const characters = [...text];
  for (const [at, character] of characters.entries()) {
    const isBreak = /[\t\r\n]/.test(character);
    // With apostrophes of its own in front it gets one more, so that reading it again can take one away.
    const rest = characters.slice(at, at + 40).join('');
    if ((begins && /^'*[=+\-@＝＋－＠]/.test(rest)) || (at === 0 && /^'*[\t\r\n]/.test(rest))) safe += "'";
    safe += character;
    begins = isBreak || character === ';' || (begins && character === '"');
  }
  return safe;
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '"',
      ',',
      ';',
      '\r',
      '\n',
      '=',
      '+',
      '-',
      '@',
      '\t',
      "'",
      'a',
      '\ud800',
      '\u2028',
      '＝',
      '＠',
    ),
  }),
);

describe('a text in CSV', () => {
  for (const [sent, safe] of [
    ...['=1', '+1', '-1', '@a', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a'].map((each) => [
      each,
      `'${each.replace(/(?<=\s)=/, "'=")}`,
    ]),
    [' =1', ' =1'],
    ["a;=cmd|'/C calc'!A0;b", "a;'=cmd|'/C calc'!A0;b"],
    ['a\t=1', "a\t'=1"],
    ['a\r\n=1', "a\r\n'=1"],
    ['a\r+1\n-1', "a\r'+1\n'-1"],
    ['a;"=1";""@b', `a;"'=1";""'@b`],
    ['a;＝1', "a;'＝1"],
    ['a; =1, -1=1;b\r\nc"=1', 'a; =1, -1=1;b\r\nc"=1'],
  ] as [string, string][]) {
    it(`is no formula for any spreadsheet: ${JSON.stringify(sent)}`, async () => {
      const [line] = csvOf(await loaded(jsonOf(record({ location: sent }))));
      assert.equal(line, `${time}${text(safe)},34.5${rest},,,`);
    });
  }

  it('loses no character of any text, and lets none be a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(hostile, hostile), { minLength: 1 }), async (texts) => {
        const values = texts.map(([location, chargingType]) => record({ location, chargingType }));
        const batches = await loaded(jsonOf(...values));
        const lines = parseCsv(encoded(batches, 'csv')).slice(1);
        assert.equal(lines.length, texts.length);
        lines.forEach((cells, index) => {
          assert.equal(cells.length, 11);
          [cells[2], cells[7]].forEach((cell = '', at) => {
            assert.equal(cell, disarmed(texts[index]?.[at] ?? ''));
            assert(!/^[=+\-@\t\r\n＝＋－＠]/.test(cell));
          });
        });
      }),
    );
  });

  it('lets none be a formula either where `;` or a tab separates cells, whatever the record holds', async () => {
    const vehicle = fc.record({ id: hostile, make: hostile, model: hostile });
    const strange = fc.oneof(hostile, fc.dictionary(hostile, hostile), fc.constant(-4));
    const values = fc.record({ location: hostile, chargingType: strange, energy: strange, operator: strange });
    await fc.assert(
      fc.asyncProperty(vehicle, fc.array(values, { minLength: 1 }), async (whose, records) => {
        const batches = await loaded(jsonOf(...records.map((each) => record(each))));
        const csv = encoded(
          batches.map((each) => ({ ...each, source: { vehicle: whose } })),
          'csv',
        );
        for (const separator of [';', '\t']) {
          const formulas = cellsBy(separator, csv).filter((cell) => /^[=+\-@＝＋－＠]/.test(cell));
          assert.deepEqual(formulas, []);
        }
      }),
    );
  });
});

function recordsOf(batches: readonly LoadedBatch[]): string[] {
  const reader = new RowReader();
  return batches.flatMap((each) => reader.read(each).map(recordJson));
}

/** What is read of an export of some records, each as JSON. */
async function again(records: readonly string[], form: WireFormat, format: ExportFormat) {
  const csv = encoded(await loaded(records, form), format);
  const { body, reading, note } = recordFile(Buffer.from(csv));
  const back = recordsOf(await batchesOf(body, reading?.form ?? modelForm));
  return { text: csv, note, form: reading?.form, records: back };
}

async function sameAgain(records: readonly string[], form: WireFormat, format: ExportFormat): Promise<void> {
  const back = await again(records, form, format);
  assert.deepEqual(back.records.map(canonicalJson), records.map(canonicalJson), back.text);
  assert.deepEqual([back.note, back.form], [undefined, form]);
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
const anyText = fc.oneof(
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
const textJson = anyText.map((value) => JSON.stringify(value));
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
          for (const format of ['csv', 'csvDecimalComma'] as const) await sameAgain([usual, ...records], form, format);
        }),
        { numRuns: 300 },
      );
    });
  }

  for (const format of exportFormats) {
    it(`has in ${format} what differs in small things only`, async () => {
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
      await sameAgain(version3, fullForm, format);
      // With a comma in place of the point, these could be thousands.
      await sameAgain(jsonOf(record({ energy: 12.345, endPercentRemaining: 0.125 })), modelForm, format);
    });
  }

  it('has what somebody has changed in cells that say all of their field', async () => {
    const { text } = await again([JSON.stringify(chargeValue)], fullForm, 'csvWithoutMark');
    assert.match(text, /,40\.5,/);
    const { body, reading } = recordFile(Buffer.from(text.replace(',40.5,', ',41,')));
    const [changed = ''] = recordsOf(await batchesOf(body, reading?.form ?? modelForm));
    assert.deepEqual(JSON.parse(changed), { ...chargeValue, energyAdded: 41 });
  });
});
