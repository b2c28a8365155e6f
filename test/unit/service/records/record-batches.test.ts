import assert from 'node:assert/strict';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { RecordBatches } from '../../../../src/service/records/record-batches.ts';
import { RecordScanner } from '../../../../src/service/records/record-scanner.ts';
import { record } from './record-bodies.ts';

/** Of chunks that may cut any part of a record, or hold a whole one and a bit. */
const mostBytes = 300;

describe('RecordBatches', () => {
  it('leave but the last record of a large body to JSON.parse, where nothing is wrong', () => {
    const body = Buffer.from(JSON.stringify({ records: Array.from({ length: 4000 }, () => record()) }));
    const batches = new RecordBatches(new RecordScanner(new ColumnWriter().coders));
    const half = body.length >> 1;
    const all = [...batches.push(body.subarray(0, half)), ...batches.push(body.subarray(half)), ...batches.end()];
    assert.equal(all.flatMap((batch) => ('values' in batch ? batch.values : [])).length, 1);
    assert.equal(
      all.reduce((sum, batch) => sum + ('values' in batch ? batch.values.length : batch.rows), 0),
      4000,
    );
  });

  /** How many records of a body that arrives in some chunks are scanned, and how many are left to JSON.parse. */
  function readBy(chunks: readonly Uint8Array[]): { scanned: number; parsed: number } {
    const batches = new RecordBatches(new RecordScanner(new ColumnWriter().coders));
    const all = [...chunks.flatMap((chunk) => [...batches.push(chunk)]), ...batches.end()];
    let [scanned, parsed] = [0, 0];
    for (const batch of all) {
      if ('values' in batch) parsed += batch.values.length;
      else scanned += batch.rows;
    }
    return { scanned, parsed };
  }

  const some = Array.from({ length: 12 }, (_, energy) => record({ energy, location: `Köln ${energy}` }));
  const someText = JSON.stringify({ records: some });

  it('scan all but the last record, or the first one as well, in chunks of any size', () => {
    const body = Buffer.from(someText);
    for (let size = 1; size <= mostBytes; size += 1) {
      const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
        body.subarray(index * size, (index + 1) * size),
      );
      const { scanned, parsed } = readBy(chunks);
      assert.equal(scanned + parsed, some.length, `chunks of ${size} bytes`);
      assert(parsed <= 2, `${parsed} parsed in chunks of ${size} bytes`);
    }
  });

  it('scan them where each has a chunk of its own, with the comma at its end or at the beginning of the next', () => {
    const text = someText.replaceAll('},{', '},|{');
    for (const [chunks, parsed] of [
      [text.split('|'), 2],
      [text.replaceAll(',|', '|,').split('|'), 1],
    ] as const) {
      const counts = readBy(chunks.map((chunk) => Buffer.from(chunk)));
      assert.deepEqual(counts, { scanned: some.length - parsed, parsed });
    }
  });

  it('take no part of a record for one, where the first leap failed in the middle of it', () => {
    const records = [{ a: 1 }, { b: [{ c: 2 }, { d: 3 }] }];
    const chunks = ['{"records":[{"a":1}, {"b":[', '{"c":2},{"d":3}]}]}'].map((chunk) => Buffer.from(chunk));
    const batches = new RecordBatches();
    const all = [...chunks.flatMap((chunk) => [...batches.push(chunk)]), ...batches.end()];
    assert.deepEqual(
      all.flatMap((batch) => ('values' in batch ? batch.values : [])),
      records,
    );
  });

  it('give the first record as soon as its comma is there, however the service writes', () => {
    for (const text of [
      someText,
      someText.replaceAll('},{', '}, {'),
      JSON.stringify({ records: some }, undefined, 2),
    ]) {
      const batches = new RecordBatches(new RecordScanner(new ColumnWriter().coders));
      const end = text.search(/\},/) + 2;
      assert.deepEqual([...batches.push(Buffer.from(text.slice(0, end - 1)))], []);
      const given = [...batches.push(Buffer.from(text.slice(end - 1, end)))];
      assert.deepEqual(
        given.flatMap((batch) => ('values' in batch ? batch.values : [])),
        [some[0]],
      );
    }
  });
});
