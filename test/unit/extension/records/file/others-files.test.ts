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
  readonly notes: readonly string[];
  readonly isVersion3: boolean;
  readonly failure?: string;
}

async function open(content: string | Uint8Array): Promise<Seen> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const { body, reading, notes = [] } = recordFile(bytes);
  const [records, marked, unknown, beside]: [unknown[], string[], string[], string[]] = [[], [], [], []];
  const isVersion3 = reading?.form === fullForm;
  const seen = { records, marked, unknown, beside, notes, isVersion3 };
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
async function assertRead(content: string | Uint8Array, records: readonly unknown[], notes: readonly string[] = []) {
  const seen = await open(content);
  assert.deepEqual(seen.records, records);
  assert.deepEqual([seen.marked, seen.unknown, seen.beside, seen.notes, seen.failure], [[], [], [], notes, undefined]);
  return seen;
}

const head = 'chargeStart,chargeEnd,location,energy,isPublic,startPercentRemaining,endPercentRemaining,chargingType';
const line = '2026-11-01T18:00:00Z,2026-11-01T20:30:00Z,"Cockfosters Road, Barnet",34.5,true,0.25,0.75,DC';

/** Cells of one column among those that every record has, in a file with semicolons. */
function columnOf(name: string, ...cells: readonly string[]): string {
  const names = Object.keys(record());
  const lines = cells.map((cell) =>
    Object.entries(record())
      .map(([each, value]) => (each === name ? cell : String(value)))
      .join(';'),
  );
  return [names.join(';'), ...lines].join('\n');
}

async function readColumn(name: string, ...cells: readonly string[]) {
  const { records, notes } = await open(columnOf(name, ...cells));
  return { values: (records as Record<string, unknown>[]).map((each) => each[name]), notes };
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
    ['empty lines', ['\r\n\r\n', '\n\n', '\n \n', '\n\n\n']],
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
  const germanNotes = [
    'Converted to UTC: chargeStart “2026-11-01T19:00:00+01:00” “2026-07-01T20:00:00+02:00”, ' +
      'chargeEnd “2026-11-01T21:30:00+01:00” “2026-07-01T22:30:00+02:00”.',
    'Read as numbers: energy “12,5”, startPercentRemaining “0,2”, endPercentRemaining “0,75”.',
  ];

  it('may be of a German spreadsheet', () => assertRead(german, germanRecords, germanNotes));

  it('may say its separator', async () => {
    for (const own of ['sep=;\r\n', '\ufeffsep=;\n', '"sep=;"\r\n', 'SEP=;\r'])
      await assertRead(own + german, germanRecords, germanNotes);
    await assertRead(`sep=;\n${head}\n${line}`, [record()]);
  });

  for (const [encoding, bytes, said] of [
    ['UTF-16 with a mark', Buffer.from(`\ufeff${german}`, 'utf16le'), 'Encoding: UTF-16.'],
    ['UTF-16 without a mark', Buffer.from(german, 'utf16le'), 'Encoding: UTF-16.'],
    ['UTF-16 in the other order', Buffer.from(`\ufeff${german}`, 'utf16le').swap16(), 'Encoding: UTF-16.'],
  ] as const) {
    it(`may be in ${encoding}, which is said`, () => assertRead(bytes, germanRecords, [said, ...germanNotes]));
  }

  it('is UTF-8 with some damage where it has other letters of UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(`${head}\n${line.replace('Road', 'Straße')}`), Buffer.from([0xc3, 0x0a])]);
    const { records, notes } = await open(bytes);
    assert.deepEqual(records, [record({ location: 'Cockfosters Straße, Barnet', chargingType: 'DC\ufffd' })]);
    assert.deepEqual(notes, ['Some characters are not valid UTF-8 and are shown as \ufffd. Save the file as UTF-8.']);
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

  it('is of the separator that all of its lines agree on', async () => {
    // By its first two lines it could be of either.
    const text = 'chargeStart,x;chargeStart\n1,2;2026-11-01T18:00:00Z\n1;2026-11-02T18:00:00Z\n';
    const { records, notes } = await open(text);
    assert.deepEqual(records, [
      { 'chargeStart,x': '1,2', chargeStart: '2026-11-01T18:00:00Z' },
      { 'chargeStart,x': '1', chargeStart: '2026-11-02T18:00:00Z' },
    ]);
    assert.deepEqual(notes, []);
  });

  it('is read with signs in place of letters of another encoding, which is said', async () => {
    const { records, notes } = await open(Buffer.from(`${head}\n${line.replace('Road', 'Straße')}`, 'latin1'));
    assert.deepEqual(records, [record({ location: 'Cockfosters Stra\ufffde, Barnet' })]);
    assert.match(notes[0] ?? '', /^Some characters are not valid UTF-8/);
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

  it('may be several that were put together, with marks of the byte order', async () => {
    const text = `\ufeff${head}\n${line}\n\ufeff${head}\n${line}\n\ufeff${line}`;
    await assertRead(text, [record(), record(), record()], ['Column names repeated in line 3.']);
  });

  it('may have a title, which is said not to be read', async () => {
    await assertRead(`Table 1\n\n${head}\n${line}\n`, [record()], ['Not read: the text above the column names.']);
  });

  for (const end of ['\n', '\r\n', '\r']) {
    it(`says which lines do not fit the columns, and keeps what is in them: ${JSON.stringify(end)}`, async () => {
      const lines = ['sep=,', head, line, `${line},more,"and${end}more"`, '2026-11-01T18:00:00Z', ''];
      const { records, notes } = await open(lines.join(end));
      assert.deepEqual(records, [
        record(),
        { ...record(), extraCells: ['more', `and${end}more`] },
        { chargeStart: '2026-11-01T18:00:00Z' },
      ]);
      assert.deepEqual(notes, ['Lines that do not fit the columns: 2 (first: line 4).']);
    });
  }

  it('says of an earlier export that the column of problems, which stands for values, is not read', async () => {
    const text = `${head},problems,notInTheContract\n${line},,\n${line},"energy: -1",\n`;
    await assertRead(text, [record(), record()], ['Not read: the column problems.']);
    await assertRead(text.replace('"energy: -1"', ''), [record(), record()]);
  });

  it('counts each line once that does not fit, and none above the column names', async () => {
    const odd = line.replace('Barnet"', 'Barnet" (GB)');
    const { notes } = await open(`"Report" of 2026\n${head}\n${odd},more\n${line}\n${odd}\n`);
    assert.deepEqual(notes, [
      'Not read: the text above the column names.',
      'Lines that do not fit the columns: 2 (first: line 3).',
    ]);
  });

  it('says which lines have no value', async () => {
    const notes = ['Not read: lines without a value: 2 (first: line 3).'];
    await assertRead(`${head}\n${line}\n,,,,,,,\n\n , ,,,,,,\n`, [record()], notes);
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

describe('a column of numbers', () => {
  for (const [cells, values] of [
    [
      ['12,5', '0,2', '7'],
      [12.5, 0.2, 7],
    ],
    [
      ['1.234,5', '1.234', '-0,5'],
      [1234.5, 1234, -0.5],
    ],
    [
      ['1,234.5', '1,234', '7'],
      [1234.5, 1234, 7],
    ],
    [
      ['1.234.567', '7'],
      [1234567, 7],
    ],
    [
      ['1 234,5', '12,25'],
      [1234.5, 12.25],
    ],
    [
      ['1\u202f234,5', '1\u00a0234'],
      [1234.5, 1234],
    ],
    [
      ['1’234.5', "1'234"],
      [1234.5, 1234],
    ],
    [
      ['+5', '\u22125', '007', ',5'],
      [5, -5, 7, 0.5],
    ],
    [
      ['1.234', '2.5'],
      [1.234, 2.5],
    ],
    [['1.234'], [1.234]],
    [
      ['1,234', '2,5'],
      [1.234, 2.5],
    ],
    [
      ['12,5', 'n/a', ''],
      [12.5, 'n/a', null],
    ],
    [
      ['12.5', '12 kWh'],
      [12.5, '12 kWh'],
    ],
    [
      ['1E3', '1e-2'],
      [1000, 0.01],
    ],
  ] as const) {
    it(`is read where it agrees: ${cells.join(' | ')}`, async () => {
      assert.deepEqual((await readColumn('energy', ...cells)).values, values);
    });
  }

  for (const [cells, values, said] of [
    [['12,5', '7.25', '3'], ['12,5', '7.25', 3], '“12,5” “7.25”'],
    [['1,234', '2,345'], ['1,234', '2,345'], '“1,234” “2,345”'],
    [['12,5', '12 kWh', '3'], ['12,5', '12 kWh', 3], '“12,5” “12 kWh”'],
    [['1,23,4', '1,5'], ['1,23,4', '1,5'], '“1,23,4” “1,5”'],
  ] as const) {
    it(`stays text where it does not, which is said: ${cells.join(' | ')}`, async () => {
      const seen = await readColumn('energy', ...cells);
      assert.deepEqual(seen.values, values);
      assert.deepEqual(seen.notes, [`Unclear decimal separator, left as text: energy ${said}.`]);
    });
  }

  it('is read by what other columns say, but never as thousands', async () => {
    const of = async (energy: string, level: string) => {
      const { records } = await open(`chargeStart;energy;startPercentRemaining\nx;${energy};${level}\n`);
      return (records as { energy: unknown }[])[0]?.energy;
    };
    assert.deepEqual(
      [await of('1,234', '0,2'), await of('1.234', '0.2'), await of('1,234', '0.2'), await of('1.234', '0,2')],
      [1.234, 1.234, '1,234', '1.234'],
    );
  });

  it('keeps all of its digits', async () => {
    const { body } = recordFile(Buffer.from('chargeStart;energy\nx;12345678901234567890,10\n'));
    let text = '';
    for await (const piece of body) text += Buffer.from(piece).toString();
    assert.match(text, /"energy":12345678901234567890\.10\b/);
  });

  it('may be of levels in percent, where all of them say so', async () => {
    assert.deepEqual((await readColumn('startPercentRemaining', '20%', '37,5 %')).values, [0.2, 0.375]);
    assert.deepEqual((await readColumn('startPercentRemaining', '20%', '0.5')).values, ['20%', 0.5]);
  });

  it('has levels in the scale of its version, where they say that they are percent', async () => {
    for (const [names, level, value] of [
      ['startTime;startStateOfCharge', 'startStateOfCharge', 37.5],
      ['chargeStart;startPercentRemaining;id', 'startStateOfCharge', 37.5],
      ['chargeStart;startPercentRemaining', 'startPercentRemaining', 0.375],
    ] as const) {
      const { records } = await open(`${names}\nx;37,5 %\n`);
      assert.equal((records as Record<string, unknown>[])[0]?.[level], value, names);
    }
  });

  it('has levels in the scale of its version, to the last digit, and past all numbers', async () => {
    const { records } = await open('chargeStart,startPercentRemaining,id\nx,0.123456789,\nx,1e999,\nx,0.57,\n');
    assert.deepEqual(
      records.map((each) => (each as Record<string, unknown>).startStateOfCharge),
      [12.3456789, Infinity, 57],
    );
  });
});

describe('a column of yes and no', () => {
  for (const cells of ['True False', 'yes NO', '1 0']) {
    it(`is read where all of it is of one pair of words: ${cells}`, async () => {
      assert.deepEqual((await readColumn('isPublic', ...cells.split(' '))).values, [true, false]);
    });
  }

  for (const cells of ['WAHR FALSE', 'yes maybe', 'ja nein', '1 0 2', 'yes 0']) {
    it(`stays text where it is not, which is said: ${cells}`, async () => {
      const words = cells.split(' ');
      const { values, notes } = await readColumn('isPublic', ...words);
      assert.deepEqual(
        values,
        words.map((word) => (word === 'FALSE' ? false : word)),
      );
      const said = words.map((word) => `“${word}”`).join(' ');
      assert.deepEqual(notes, [`Neither true and false, yes and no nor 1 and 0, left as text: isPublic ${said}.`]);
    });
  }
});

describe('a column of times', () => {
  for (const [cell, time] of [
    ['2026-11-01T19:00:00+01:00', '2026-11-01T18:00:00Z'],
    ['2026-11-01 18:00:00+00:00', '2026-11-01T18:00:00Z'],
    ['2026-11-01 13:00:00.123456-0500', '2026-11-01T18:00:00.123456Z'],
    ['2026-11-01T18:00Z', '2026-11-01T18:00:00Z'],
    ['2026-11-01 18:00:00 UTC', '2026-11-01T18:00:00Z'],
    ['2026-11-01t18:00:00z', '2026-11-01T18:00:00Z'],
    ['2027-01-01T00:30:00+05:45', '2026-12-31T18:45:00Z'],
    ['2026-11-01T18:00:00.500Z', '2026-11-01T18:00:00.500Z'],
  ] as const) {
    it(`is read where it says which moment is meant: ${cell}`, async () => {
      assert.deepEqual((await readColumn('chargeStart', cell)).values, [time]);
    });
  }

  for (const cell of [
    '26.11.2026 14:05',
    '11/05/2026 2:05 PM',
    '2026-11-01 18:00:00',
    '45962.75',
    '2026-02-30T18:00:00+01:00',
  ]) {
    it(`stays text where it does not, which is said: ${cell}`, async () => {
      const { values, notes } = await readColumn('chargeStart', cell);
      assert.deepEqual(values, [cell]);
      assert.deepEqual(notes, [`Unclear date, time or time zone, left as text: chargeStart “${cell}”.`]);
    });
  }
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
