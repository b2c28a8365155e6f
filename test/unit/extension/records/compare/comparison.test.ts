import assert from 'node:assert/strict';
import { type TimedRecord } from '../../../../../src/extension/records/compare/compare-records.ts';
import { compareSides, compareTexts } from '../../../../../src/extension/records/compare/comparison.ts';
import { encodeRecords } from '../../../../../src/extension/records/export/export-encoders.ts';
import { readColumns } from '../../../../../src/service/records/record-stream.ts';
import { recordFile } from '../../../../../src/extension/records/file/record-file.ts';
import type { LoadedBatch } from '../../../../../src/service/records/record-rows.ts';

const record = (day: number, energy: number) => ({
  chargeStart: `2026-11-0${day}T18:00:00Z`,
  chargeEnd: `2026-11-0${day}T20:30:00Z`,
  location: 'Rathausplatz 1, Lindenau',
  energy,
  isPublic: true,
  startPercentRemaining: 0.2,
  endPercentRemaining: 0.7,
  chargingType: 'AC',
});
const list = (...records: readonly unknown[]) => JSON.stringify({ records });

/** What VS Code's comparison is given: the texts, and what is said of them. */
async function compared(left: string, right: string) {
  const found = await compareTexts({ name: 'a.json', text: left }, { name: 'b.json', text: right }, 'en');
  assert.ok(typeof found === 'object');
  const { older, newer, summary } = found;
  assert.deepEqual([older.name, newer.name], ['a.json', 'b.json']);
  return { texts: [older.text, newer.text], summary };
}

describe('two texts', () => {
  it('are compared record by record where both hold charge records', async () => {
    const left = list(record(1, 20), record(2, 21), record(3, 22));
    const right = list(record(4, 20), record(2, 21.5), record(3, 22));
    const { texts, summary } = await compared(left, right);
    assert.equal(summary, '1 added, 1 gone, 1 changed');
    const starts = texts.map((text) => [...text.matchAll(/"chargeStart": "([^T]+)/g)].map(([, day]) => day));
    assert.deepEqual(starts, [
      ['2026-11-01', '2026-11-02'],
      ['2026-11-02', '2026-11-04'],
    ]);
  });

  it('may be in any form that the viewer opens', async () => {
    const left = list(record(1, 20), record(2, 20));
    const batches: LoadedBatch[] = [];
    for await (const batch of readColumns(recordFile(Buffer.from(left), 'en').body)) batches.push({ batch });
    for (const format of ['csv', 'json', 'ndjson'] as const) {
      const exported = [...encodeRecords(batches, format)].join('');
      const { texts } = await compared(exported, list(record(1, 20), record(2, 21)));
      assert.match(texts[0] ?? '', /^\[\n {2}\{[^{]*"energy": 20,[^{]*\}\n\]\n$/, format);
    }
  });

  it('are compared line by line where one of them holds none, or breaks off', async () => {
    const records = list(record(1, 20));
    for (const other of ['{"vehicles":["a"]}', '{"type":"RATE_LIMIT"}', '', 'out of order', records.slice(0, -9)]) {
      assert.deepEqual(await compared(records, other), { texts: [records, other], summary: '' });
    }
    assert.deepEqual((await compared('["a"]', '["b"]')).texts, ['["a"]', '["b"]']);
  });
});

describe('the summary of a comparison', () => {
  const side = (...starts: readonly number[]) => {
    const records: TimedRecord[] = starts.map((start) => ({ start, json: String(start) }));
    return { name: '', records };
  };

  it('leaves out what there is none of', () => {
    const of = (...sides: readonly [ReturnType<typeof side>, ReturnType<typeof side>]) => {
      const found = compareSides(...sides, 'en');
      return typeof found === 'number' ? found : found.summary;
    };
    assert.equal(of(side(1, 2, 3), side(3, 2, 1)), 3);
    assert.equal(of(side(1, 2), side(2, 3, 4)), '2 added, 1 gone');
    assert.equal(of(side(), side(...Array.from({ length: 1200 }, (_, n) => n))), '1,200 added');
  });
});
