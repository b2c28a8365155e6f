// Files of charge records as other programs write them: each is read right, or what was not is said.
import assert from 'node:assert/strict';
import { recordFile } from '../../../../../src/extension/records/file/record-file.ts';
import { fullForm, modelForm } from '../../../../../src/service/records/wire-format.ts';
import { readRecords } from '../../../../../src/service/records/record-stream.ts';
import { record } from '../../../service/records/record-bodies.ts';
import { chargeValue, recordsCode, signal } from '../../../service/v3/bodies.ts';

interface Seen {
  readonly records: readonly unknown[];
  /** What the viewer marks, as it came. */
  readonly marked: readonly string[];
  readonly unknown: readonly string[];
  readonly beside: readonly string[];
  readonly note: string | undefined;
  readonly isVersion3: boolean;
  readonly failure?: string;
}

async function open(content: string | Uint8Array): Promise<Seen> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const { body, reading, note } = recordFile(bytes);
  const [records, marked, unknown, beside]: [unknown[], string[], string[], string[]] = [[], [], [], []];
  const isVersion3 = reading?.form === fullForm;
  const seen = { records, marked, unknown, beside, note, isVersion3 };
  try {
    for await (const { values, columns } of readRecords(body, (names) => beside.push(...names), reading)) {
      records.push(...values);
      marked.push(...Array.from(columns.problems.rows, () => ''), ...columns.problems.newReceived);
      unknown.push(...columns.unknownFields.map(({ name }) => name));
    }
    return seen;
  } catch (error) {
    return { ...seen, failure: (error as Error).message };
  }
}

/** That a file is read as these records, with nothing to mark. */
async function assertRead(content: string | Uint8Array, records: readonly unknown[]) {
  const seen = await open(content);
  assert.deepEqual(seen.records, records);
  assert.deepEqual(
    [seen.marked, seen.unknown, seen.beside, seen.note, seen.failure],
    [[], [], [], undefined, undefined],
  );
  return seen;
}

const head = 'chargeStart,chargeEnd,location,energy,isPublic,startPercentRemaining,endPercentRemaining,chargingType';
const line = '2026-11-01T18:00:00Z,2026-11-01T20:30:00Z,"Cockfosters Road, Barnet",34.5,true,0.25,0.75,DC';

/** The values of cells of one column, in a file with semicolons. */
async function readColumn(name: string, ...cells: readonly string[]) {
  const text = [`chargeStart;${name}`, ...cells.map((cell) => `x;${cell}`)].join('\n');
  const { records } = await open(text);
  return (records as Record<string, unknown>[]).map((each) => each[name]);
}

describe('a CSV file of another program', () => {
  for (const [what, ends] of [
    ['CRLF, then LF', ['\r\n', '\r\n', '\n', '\n']],
    ['CRLF once, then LF', ['\r\n', '\n', '\n', '\n']],
    ['LF once, then CRLF', ['\n', '\r\n', '\r\n', '\r\n']],
    ['CRLF, but for the last', ['\r\n', '\r\n', '\r\n', '\n']],
    ['LF, but for the last', ['\n', '\n', '\n', '\r\n']],
    ['CR alone', ['\r', '\r', '\r', '\r']],
    ['LF, then CR', ['\n', '\n', '\r', '\r']],
    ['none at the end', ['\r\n', '\n', '\r\n', '']],
    ['empty lines', ['\r\n\r\n', '\n\n', '\n \n,,,\n', '\n\n\n']],
  ] as const) {
    it(`may have line ends of several kinds: ${what}`, async () => {
      const text = [head, line, line, line].map((each, at) => each + (ends[at] ?? '')).join('');
      await assertRead(text, [record(), record(), record()]);
    });
  }

  it('keeps line ends of any kind in its cells', async () => {
    const text = `${head}\r\n${line.replace('Cockfosters Road, ', 'a\r\nb\nc\rd""')}\n${line}`;
    await assertRead(text, [record({ location: 'a\r\nb\nc\rd"Barnet' }), record()]);
  });

  const german =
    `${head.replaceAll(',', ';')}\r\n` +
    '2026-11-01T19:00:00+01:00;2026-11-01T21:30:00+01:00;Zürich;12,5;TRUE;0,2;0,75;DC\r\n' +
    '2026-07-01T20:00:00+02:00;2026-07-01T22:30:00+02:00;Zürich;7;FALSE;0;1;DC\r\n';
  const germanRecords = [
    record({ location: 'Zürich', energy: 12.5, startPercentRemaining: 0.2 }),
    record({
      ...{ chargeStart: '2026-07-01T18:00:00Z', chargeEnd: '2026-07-01T20:30:00Z', location: 'Zürich' },
      ...{ energy: 7, isPublic: false, startPercentRemaining: 0, endPercentRemaining: 1 },
    }),
  ];
  it('may be of a German spreadsheet', () => assertRead(german, germanRecords));

  for (const [encoding, bytes] of [
    ['UTF-16 with a mark', Buffer.from(`\ufeff${german}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(german, 'utf16le')],
    ['UTF-16 in the other order', Buffer.from(`\ufeff${german}`, 'utf16le').swap16()],
  ] as const) {
    it(`may be in ${encoding}`, () => assertRead(bytes, germanRecords));
  }

  it('is UTF-8 with some damage where it has other letters of UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(`${head}\n${line.replace('Road', 'Straße')}`), Buffer.from([0xc3, 0x0a])]);
    const { records, note } = await open(bytes);
    assert.deepEqual(records, [record({ location: 'Cockfosters Straße, Barnet', chargingType: 'DC\ufffd' })]);
    assert.equal(note, 'Some characters are not valid UTF-8 and are shown as \ufffd. Save the file as UTF-8.');
  });

  for (const separator of [';', '\t']) {
    it(`may be separated by ${JSON.stringify(separator)}, with others in its texts`, async () => {
      const cells = Object.values(record({ location: 'a;b\tc|d,e' })).map((value) =>
        typeof value === 'string' ? `"${value}"` : String(value),
      );
      const text = [Object.keys(record()).join(separator), cells.join(separator)].join('\n');
      await assertRead(text, [record({ location: 'a;b\tc|d,e' })]);
    });
  }

  it('is read with signs in place of letters of another encoding, which is said', async () => {
    const { records, note } = await open(Buffer.from(`${head}\n${line.replace('Road', 'Straße')}`, 'latin1'));
    assert.deepEqual(records, [record({ location: 'Cockfosters Stra\ufffde, Barnet' })]);
    assert.match(note ?? '', /^Some characters are not valid UTF-8/);
  });

  it('may have a separator behind each line, blanks around values, and an index without a name', async () => {
    await assertRead(`${head},\n${line},\n${line}\n`, [record(), record()]);
    await assertRead(`${head}\n${line},,\n`, [record()]);
    await assertRead(`${head.replaceAll(',', ' , ')}\n${line.replace('34.5', ' 34.5 ').replace('true', ' True ')}`, [
      record(),
    ]);
    const { records, unknown } = await open(`,${head}\n0,${line}\n`);
    assert.deepEqual([records, unknown], [[{ column_1: '0', ...record() }], ['column_1']]);
  });

  it('keeps what is in lines that do not fit the columns, and values of columns of one name', async () => {
    const { records } = await open(`${head}\n${line},more,"and\nmore"\n2026-11-01T18:00:00Z\n`);
    assert.deepEqual(records, [
      { ...record(), extraCells: ['more', `and\nmore`] },
      { chargeStart: '2026-11-01T18:00:00Z' },
    ]);
    const again = await open(`${head},energy\n${line.replace('Barnet"', 'Barnet" (GB)')},7\n`);
    assert.deepEqual(again.records, [{ ...record({ location: 'Cockfosters Road, Barnet (GB)' }), energy_9: '7' }]);
    const { unknown } = await open(`${head},a_11,a,a\n${line},1,2,3\n`);
    assert.deepEqual(unknown, ['a_11', 'a', 'a_11_11']);
  });

  it('may have a zero byte in a text', () =>
    assertRead(`${head}\n${line.replace('Road', '\0')}`, [record({ location: 'Cockfosters \0, Barnet' })]));

  it('may have the names of version 3, as pandas writes them', async () => {
    const csv =
      ',id,startTime,endTime,energyAdded,startStateOfCharge,isPublicCharger,location.name,location.address,' +
      'location.latitude,cost.currency,cost.energyAmount,cost.otherAmount,connectorType\n' +
      '0,C1,2026-11-01 18:00:00+00:00,,7.5,20.0,False,Home,"Main St, 1",48.5,EUR,3.5,,CCS\n';
    const { records, marked, unknown, isVersion3 } = await open(csv);
    assert.deepEqual(records, [
      {
        ...{ column_1: '0', id: 'C1', startTime: '2026-11-01T18:00:00Z', energyAdded: 7.5, startStateOfCharge: 20 },
        ...{ isPublicCharger: false, location: { name: 'Home', address: 'Main St, 1', latitude: 48.5 } },
        ...{ cost: { currency: 'EUR', energyAmount: 3.5 }, connectorType: 'CCS' },
      },
    ]);
    assert.deepEqual([marked, unknown, isVersion3], [[], ['column_1'], true]);
  });
});

describe('a column of a CSV file', () => {
  for (const [name, cells, values] of [
    ['energy', ['12,5', '7', '-0,5', ''], [12.5, 7, -0.5, null]],
    ['energy', ['1.234', '2.5', '1E3', '1e-2'], [1.234, 2.5, 1000, 0.01]],
    ['energy', ['12,5', '1.234', '1.234,5'], [12.5, '1.234', '1.234,5']],
    ['energy', ['12,345', '7.5', '0.125'], ['12,345', 7.5, 0.125]],
    ['energy', ['n/a', '12 kWh', '007', '1 234'], ['n/a', '12 kWh', '007', '1 234']],
    ['isPublic', ['TRUE', 'False', 'yes', '1'], [true, false, 'yes', '1']],
    ['startPercentRemaining', ['0,2', '20%'], [0.2, '20%']],
    ['chargeEnd', ['2026-11-01T19:00:00+01:00'], ['2026-11-01T18:00:00Z']],
    ['chargeEnd', ['2026-11-01 18:00:00+00:00'], ['2026-11-01T18:00:00Z']],
    ['chargeEnd', ['2026-11-01 13:00:00.123456-0500'], ['2026-11-01T18:00:00.123456Z']],
    ['chargeEnd', ['2026-11-01T18:00Z', '2026-11-01t18:00:00z'], ['2026-11-01T18:00:00Z', '2026-11-01T18:00:00Z']],
    ['chargeEnd', ['2026-11-01 18:00:00 UTC'], ['2026-11-01T18:00:00Z']],
    ['chargeEnd', ['2027-01-01T00:30:00+05:45'], ['2026-12-31T18:45:00Z']],
    ['chargeEnd', ['2026-11-01T18:00:00.500Z'], ['2026-11-01T18:00:00.500Z']],
    ...['26.11.2026 14:05', '2026-11-01 18:00:00', '45962.75', '2026-02-30T18:00:00+01:00'].map(
      (cell) => ['chargeEnd', [cell], [cell]] as const,
    ),
  ] as const) {
    it(`is read where a cell is of its kind, and else stays text: ${name} ${cells.join(' | ')}`, async () => {
      assert.deepEqual(await readColumn(name, ...cells), values);
    });
  }

  it('keeps all of its digits', async () => {
    const { body } = recordFile(Buffer.from('chargeStart;energy\nx;12345678901234567890,10\n'));
    let text = '';
    for await (const piece of body) text += Buffer.from(piece).toString();
    assert.match(text, /"energy":12345678901234567890\.10\b/);
  });

  it('has levels in the scale of its version, to the last digit, and past all numbers', async () => {
    const { records } = await open('chargeStart,startPercentRemaining,id\nx,0.123456789,\nx,1e999,\nx,0.57,\n');
    assert.deepEqual(
      records.map((each) => (each as Record<string, unknown>).startStateOfCharge),
      [12.3456789, Infinity, 57],
    );
  });
});

describe('JSON of charge records', () => {
  const ofVersion3 = signal(recordsCode, { values: [chargeValue, { startTime: '2026-11-01T18:00:00Z' }] });
  const values = [chargeValue, { startTime: '2026-11-01T18:00:00Z' }];
  const other = signal('odometer-traveleddistance', { value: 1, values: [1, 2] });
  const envelopes: Readonly<Record<string, unknown>> = {
    'a signal': ofVersion3,
    'a signal in data': { data: ofVersion3 },
    'a list of signals in data': { data: [other, ofVersion3], meta: { page: 1 } },
    'a list of signals': [other, ofVersion3],
    'the body of a signal': ofVersion3.attributes.body,
    'the attributes of a signal': ofVersion3.attributes,
    'the list alone': values,
    'a response as HTTP clients save it': { status: 200, headers: { a: [1] }, body: { data: ofVersion3 } },
  };
  for (const [what, value] of Object.entries(envelopes)) {
    for (const indent of [0, 2]) {
      it(`is read as version 3 from ${what}, ${indent === 0 ? 'as it came' : 'indented'}`, async () => {
        assert.equal((await assertRead(JSON.stringify(value, undefined, indent), values)).isVersion3, true);
      });
    }
  }

  it('is of version 3 where a signal without records says so', async () => {
    assert.equal((await assertRead(JSON.stringify(signal(recordsCode, { values: [] })), [])).isVersion3, true);
  });

  it('names what stands beside the list of version 3', async () => {
    const { beside } = await open(JSON.stringify(signal(recordsCode, { values: [chargeValue], error: 'x', more: 1 })));
    assert.deepEqual(beside, ['error', 'more']);
  });

  it('has the records of version 2.0 in an envelope, too', () =>
    assertRead(JSON.stringify({ body: { records: [record(), record()] } }), [record(), record()]));

  const [one, two] = [record(), record({ energy: 7 })].map((each) => JSON.stringify(each)) as [string, string];
  const indented = (json: string) => JSON.stringify(JSON.parse(json), undefined, 2);
  const joined: Readonly<Record<string, string>> = {
    'indented, as jq writes them': `${indented(one)}\n${indented(two)}\n`,
    'compact, as jq -c writes them': `${one}\n${two}\n`,
    'side by side': `${one}${two}`,
    'side by side, with a blank': `${one} ${two}\n`,
    'with a comma between them': `${one},\n${two},\n`,
    'the first one in a line, the second one indented': `${one}\n${indented(two)}\n`,
    'two in one line of several': `${one}${two}\n`,
    'with separators, as jq --seq writes them': `\u001e${indented(one)}\n\u001e${two}\n`,
    'lists, one after another': `[${one}]\n[${two}]\n`,
    'answers, one after another': `{"records":[${one}]}\n{"records":[\n${two}]}`,
  };
  for (const [how, text] of Object.entries(joined)) {
    it(`may be values that follow each other: ${how}`, () => assertRead(text, [record(), record({ energy: 7 })]));
  }

  it('may be signals that follow each other', async () => {
    for (const text of [indented(JSON.stringify(ofVersion3)), JSON.stringify(ofVersion3)])
      assert.equal((await assertRead(`${text}\n${text}\n`, [...values, ...values])).isVersion3, true);
  });

  it('may be one record alone, indented or not', async () => {
    for (const text of [one, indented(one), `\n${indented(one)}\n`]) await assertRead(text, [record()]);
    assert.equal((await assertRead(indented(JSON.stringify(chargeValue)), [chargeValue])).isVersion3, true);
  });

  it('is read up to the value that breaks off, which is said', async () => {
    const { records, failure } = await open(`${indented(one)}\n${indented(two).slice(0, -9)}`);
    assert.deepEqual(records, [record()]);
    assert.equal(failure, 'The file is not JSON from record 2 on.');
    const whole = indented(JSON.stringify(ofVersion3));
    const cut = await open(whole.slice(0, whole.lastIndexOf('startTime')));
    assert.deepEqual(cut.records, [chargeValue]);
    assert.match(cut.failure ?? '', /^The file is not JSON/);
  });

  it('keeps all digits of a record of another form', async () => {
    const { body } = recordFile(Buffer.from('{"data":{"values":[{"energyAdded":1.10,"id":12345678901234567890}]}}'));
    let text = '';
    for await (const piece of body) text += Buffer.from(piece).toString();
    assert.equal(text, '{"records":[{"energyAdded":1.10,"id":12345678901234567890}]}');
  });

  it('is missed where it is of something else', () => {
    for (const text of [JSON.stringify({ data: [other] }), '{}', '{"values":[1,2]}', '7', JSON.stringify(modelForm)])
      assert.throws(() => recordFile(Buffer.from(text)), { name: 'ServiceError' });
  });
});
