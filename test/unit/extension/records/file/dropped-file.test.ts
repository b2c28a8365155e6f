import assert from 'node:assert/strict';
import { droppedTarget, readDropped } from '../../../../../src/extension/records/file/record-file.ts';
import { mostFileBytes } from '../../../../../src/viewer/messages/most-file-bytes.ts';
import { readColumns } from '../../../../../src/service/records/record-stream.ts';
import { record } from '../../../service/records/record-bodies.ts';

describe('a file that was dropped', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;

  it('is read as any other, and again', async () => {
    const file = { name: 'a.ndjson', bytes: bytesOf(`${JSON.stringify(record())}\n`.repeat(3)) };
    for (const _ of ['first', 'again']) {
      const { body, reading } = await readDropped(file, droppedTarget(file));
      let rows = 0;
      for await (const batch of readColumns(body, undefined, reading)) rows += batch.rows;
      assert.equal(rows, 3);
    }
  });

  it('shows the vehicles of an export of several', async () => {
    const lines = ['1', '2', '2'].map((id) =>
      JSON.stringify({ vehicle: { id, make: 'BMW', model: 'i4' }, record: record() }),
    );
    const file = { name: 'a.ndjson', bytes: bytesOf(lines.join('\n')) };
    const target = droppedTarget(file);
    const [other = assert.fail()] = target.others ?? [];
    let rows = 0;
    for await (const batch of readColumns((await readDropped(file, { ...target, ...other })).body)) rows += batch.rows;
    assert.equal(rows, 2);
  });

  it('says what is wrong with one that is too large, a folder or no text', async () => {
    const wrong = [
      [new ArrayBuffer(mostFileBytes + 1), 'The file is larger than 400 MB.'],
      [undefined, 'This is not a file.'],
      [
        new Uint8Array([...Buffer.from('vehicle'), 0xff, 0xfe, 0xfd]).buffer,
        'The file is not text: neither UTF-8 nor UTF-16.',
      ],
    ] as const;
    for (const [bytes, message] of wrong) {
      const file = { name: 'a', bytes };
      await assert.rejects(readDropped(file, droppedTarget(file)), { message });
    }
  });
});
