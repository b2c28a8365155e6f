import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeRecords } from '../../../../../src/extension/records/export/export-encoders.ts';
import { type ExportFormat, exportFormats } from '../../../../../src/viewer/messages/export-format.ts';
import type { LoadedBatch } from '../../../../../src/service/records/record-rows.ts';
import { recordsRequest } from '../../../../../src/extension/records/export/exports.ts';
import type { ColumnBatch } from '../../../../../src/service/records/columns.ts';
import { readColumns } from '../../../../../src/service/records/record-stream.ts';
import { bodyOf, record } from '../../../service/records/record-bodies.ts';

/** As a load has them. */
async function batchesOf(...values: readonly unknown[]): Promise<ColumnBatch[]> {
  const batches: ColumnBatch[] = [];
  const text = JSON.stringify({ records: values });
  for await (const batch of readColumns(bodyOf(text, [text.length >> 1]))) batches.push(batch);
  return batches;
}

const encoded = (format: ExportFormat, batches: readonly ColumnBatch[], chosen?: Uint8Array) =>
  [...encodeRecords(written(batches), format, chosen)].join('');

function written(batches: readonly ColumnBatch[], source?: LoadedBatch['source']): LoadedBatch[] {
  return batches.map((batch) => ({ batch, source }));
}

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

describe('encodeRecords', () => {
  it('begins CSV with a byte order mark, which Excel needs to read UTF-8, or without one', async () => {
    const batches = await batchesOf(record({ location: '\ufeffMünchen' }));
    const [mark, ...rest] = encoded('csv', batches);
    assert.equal(mark, '\ufeff');
    assert.equal(encoded('csvWithoutMark', batches), rest.join(''));
    for (const format of ['csvWithoutMark', 'json', 'ndjson'] as const) {
      assert.doesNotMatch(encoded(format, batches), /^\ufeff/, format);
    }
    assert.match(encoded('csv', []), /^\ufeffchargeStart,/);
  });

  it('writes records as the service sent them, in each format', async () => {
    const records = [
      record(),
      record({ location: 'B', energy: 0.1, endPercentRemaining: 0.1, startPercentRemaining: 0 }),
    ];
    const batches = await batchesOf(...records);
    assert.deepEqual(JSON.parse(encoded('json', batches)), { records });
    const lines = encoded('ndjson', batches).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      records,
    );
    assert.deepEqual(parseCsv(encoded('csv', batches)), [
      [
        ...Object.keys(record()).toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
        'problems',
        'notInTheContract',
        'asItCame',
      ],
      [
        '2026-11-01T18:00:00Z',
        '2026-11-01T20:30:00Z',
        'Cockfosters Road, Barnet',
        '34.5',
        'true',
        '0.25',
        '0.75',
        'DC',
        '',
        '',
        '',
      ],
      ['2026-11-01T18:00:00Z', '2026-11-01T20:30:00Z', 'B', '0.1', 'true', '0', '0.1', 'DC', '', '', ''],
    ]);
  });

  it('says in JSON where there was too much to keep of what came', async () => {
    const batches = (await batchesOf(record({ energy: 'z' }), record())).map((batch) => ({ ...batch, raw: undefined }));
    const lines = encoded('ndjson', batches).trimEnd().split('\n');
    const note = '"…":"not kept as it came: there is too much of it"}';
    assert.ok(lines[0]?.endsWith(`"problems":[{"field":"energy","reason":"wrong-type","received":"\\"z\\""}],${note}`));
    assert.equal(lines[1], JSON.stringify(record()).replace(/}$/, `,${note}`));
  });

  it('says in CSV why a value is unknown and what came, and keeps the doubtful', async () => {
    const long = 'y'.repeat(100);
    const batches = await batchesOf(
      record({ energy: `34,5 ${long}`, location: undefined }),
      record({ energy: -4, isPublic: { a: [1] } }),
      [record()],
    );
    const [, first, second, third] = parseCsv(encoded('csv', batches));
    assert.deepEqual([first?.[3], first?.[8]], ['', `location: missing; energy: wrong-type "34,5 ${long}"`]);
    assert.deepEqual([second?.[3], second?.[8]], ['-4', 'energy: negative -4; isPublic: wrong-type {"a":[1]}']);
    const list = `[${JSON.stringify(record())}]`;
    assert.deepEqual(third, [...Array.from({ length: 8 }, () => ''), `not-a-record ${list}`, '', `[${list}]`]);
    assert.deepEqual([first?.[10], second?.[10]], [`{"energy":"34,5 ${long}"}`, '{"isPublic":{"a":[1]}}']);
  });

  it('writes whole texts and all digits in CSV, and times in one form', async () => {
    const long = 'x'.repeat(1500);
    const batches = await batchesOf(
      record({ location: long, chargingType: `=${long}`, startPercentRemaining: 0.123456789012 }),
      record({ chargeStart: '2026-11-01T18:00:00.000000Z', chargeEnd: '2026-11-01T20:30:00.120Z' }),
    );
    const [, first, second] = parseCsv(encoded('csv', batches));
    assert.deepEqual([first?.[2], first?.[7], first?.[5]], [long, `'=${long}`, '0.123456789012']);
    assert.deepEqual(second?.slice(0, 2), ['2026-11-01T18:00:00Z', '2026-11-01T20:30:00.120Z']);
  });

  it('writes what is not in the contract apart from what is in CSV, to the letter', async () => {
    const more = JSON.parse(
      '{"operator":"=1+1","problems":[1],"__proto__":{"a":null},"tariff":{"price":0.42}}',
    ) as Record<string, unknown>;
    const batches = await batchesOf(record(), 5, record(more));
    const cells = parseCsv(encoded('csv', batches)).map((each) => each[9]);
    assert.deepEqual(cells, ['notInTheContract', '', '', JSON.stringify(more)]);
  });

  it('says whose each record is where there are several vehicles', async () => {
    const source = { vehicle: { id: 'v-1', make: 'BMW', model: '=i4' } };
    const batches = written(await batchesOf(record(), 5), source);
    const json = JSON.parse([...encodeRecords(batches, 'json')].join('')) as { records: unknown[] };
    assert.deepEqual(json.records, [
      { vehicle: source.vehicle, record: record() },
      { vehicle: source.vehicle, record: 5 },
    ]);
    const [head, line] = parseCsv([...encodeRecords(batches, 'csv')].join(''));
    assert.deepEqual(
      [head?.slice(0, 3), line?.slice(0, 3)],
      [
        ['vehicleId', 'make', 'model'],
        ['v-1', 'BMW', "'=i4"],
      ],
    );
  });

  it('writes the chosen rows only, over all batches', async () => {
    const batches = await batchesOf(...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((energy) => record({ energy })));
    assert.ok(batches.length > 1);
    const { records } = JSON.parse(encoded('json', batches, Uint8Array.of(0b10000101, 0b1))) as {
      records: { energy: number }[];
    };
    assert.deepEqual(
      records.map(({ energy }) => energy),
      [1, 3, 8, 9],
    );
    assert.deepEqual(JSON.parse(encoded('json', batches, Uint8Array.of())), { records: [] });
    assert.equal(encoded('ndjson', batches, Uint8Array.of()), '');
  });

  it('loses no character of any text, and lets none be a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(hostile, hostile), { minLength: 1 }), async (texts) => {
        const values = texts.map(([location, chargingType]) => record({ location, chargingType }));
        const batches = await batchesOf(...values);
        const { records } = JSON.parse(encoded('json', batches)) as { records: unknown };
        assert.deepEqual(records, values);
        const lines = parseCsv(encoded('csv', batches)).slice(1);
        assert.equal(lines.length, texts.length);
        lines.forEach((cells, index) => {
          assert.equal(cells.length, 11);
          [cells[2], cells[7]].forEach((cell = '', at) => {
            assert.equal(cell, disarmed(texts[index]?.[at] ?? ''));
            assert(!formula.test(cell));
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
        const batches = await batchesOf(...records.map((each) => record(each)));
        const text = [...encodeRecords(written(batches, { vehicle: whose }), 'csv')].join('');
        for (const separator of [';', '\t']) {
          const formulas = cellsBy(separator, text).filter((cell) => /^[=+\-@＝＋－＠]/.test(cell));
          assert.deepEqual(formulas, []);
        }
      }),
    );
  });

  it('takes for a formula what some spreadsheet does behind its own separator, and nothing else', async () => {
    const texts = [
      ["a;=cmd|'/C calc'!A0;b", "a;'=cmd|'/C calc'!A0;b"],
      ['a\t=1', "a\t'=1"],
      ['a\r\n=1', "a\r\n'=1"],
      ['a\r+1\n-1', "a\r'+1\n'-1"],
      ['a;"=1";""@b', `a;"'=1";""'@b`],
      ['a;＝1', "a;'＝1"],
      ['a; =1, -1=1;b\r\nc"=1', 'a; =1, -1=1;b\r\nc"=1'],
    ] as const;
    const batches = await batchesOf(...texts.map(([location]) => record({ location })));
    const cells = parseCsv(encoded('csv', batches))
      .slice(1)
      .map((each) => each[2]);
    assert.deepEqual(
      cells,
      texts.map(([, safe]) => safe),
    );
  });

  it('takes for a formula what some spreadsheet does', async () => {
    const texts = ['=1', '+1', '-1', '@a', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a', ' =1', 'a'];
    const batches = await batchesOf(...texts.map((location) => record({ location })));
    const cells = parseCsv(encoded('csv', batches))
      .slice(1)
      .map((each) => each[2]);
    const safe = texts.slice(0, -2).map((text) => `'${text.replace(/(?<=\s)=/, "'=")}`);
    assert.deepEqual(cells, [...safe, ' =1', 'a']);
  });
});

describe('recordsRequest', () => {
  const target = { sessionId: 's-1', vehicle: { id: 'v-1', make: 'BMW', model: 'i4', year: 2024 } };
  const labels = (records: number, filtered: number, complete: boolean, language: string) => {
    const bits = Buffer.alloc(Math.ceil(records / 8));
    for (let row = 0; row < filtered; row += 1) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
    const { choices } = recordsRequest({
      ...{ target, format: 'csv', rows: bits.toString('base64'), complete },
      ...{ batches: [{ batch: { rows: records } as ColumnBatch, source: undefined }], language },
    });
    return choices.map(({ label }) => label);
  };

  it('names files by their kind', () => {
    for (const format of exportFormats) {
      const { fileName } = recordsRequest({ target, format, batches: [], complete: true, language: 'en' });
      assert.equal(fileName, `bmw-i4.charges.${format === 'csvWithoutMark' ? 'csv' : format}`);
    }
  });

  it('names files as disks take them, whatever the vehicle is called', () => {
    for (const model of ['車'.repeat(300), '😀'.repeat(300), 'é'.repeat(300), 'x'.repeat(5000)]) {
      const called = { ...target, vehicle: { ...target.vehicle, model } };
      const wanted = { target: called, format: 'csv', batches: [], complete: true, language: 'en' } as const;
      const { fileName } = recordsRequest(wanted);
      assert.ok(Buffer.byteLength(fileName) <= 200, fileName);
      assert.match(fileName, /^bmw\b.*\.charges\.csv$/u);
      assert.ok(fileName.isWellFormed());
    }
  });

  it('offers as many records as there are in words, and numbers as the language writes them', () => {
    assert.deepEqual(labels(100_000, 12_345, true, 'en'), ['The 12,345 filtered records', 'All 100,000 records']);
    assert.deepEqual(labels(100_000, 0, false, 'de'), [
      'The 0 filtered records loaded so far',
      'The 100.000 records loaded so far',
    ]);
    assert.deepEqual(labels(1, 1, true, 'en'), ['The one filtered record', 'The only record']);
    assert.deepEqual(labels(2, 1, false, 'en'), [
      'The one filtered record loaded so far',
      'The 2 records loaded so far',
    ]);
  });
});

const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const order = [
  'chargeStart',
  'chargeEnd',
  'location',
  'energy',
  'isPublic',
  'startPercentRemaining',
  'endPercentRemaining',
  'chargingType',
];
