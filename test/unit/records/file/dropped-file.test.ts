import assert from 'node:assert/strict';
import { readDropped } from '../../../../src/records/file/dropped-file.ts';
import { mostFileBytes } from '../../../../src/records/protocol/most-file-bytes.ts';
import { readColumns } from '../../../../src/service/records/record-stream.ts';
import { record } from '../../service/records/record-bodies.ts';

describe('a file that was dropped', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;

  it('is read as any other, and again', async () => {
    const file = { name: 'a.ndjson', bytes: bytesOf(`${JSON.stringify(record())}\n`.repeat(3)) };
    for (const _ of ['first', 'again']) {
      const { body, reading } = await readDropped(file, 'en');
      let rows = 0;
      for await (const batch of readColumns(body, undefined, reading)) rows += batch.rows;
      assert.equal(rows, 3);
    }
  });

  it('says what is wrong with one that is too large, a folder or no text', async () => {
    const wrong = [
      [new ArrayBuffer(mostFileBytes + 1), 'The file is larger than 400 MB.'],
      [undefined, 'This is not a file.'],
      [new Uint8Array([0xff, 0xfe, 0xfd]).buffer, 'The file is not text: neither UTF-8 nor UTF-16.'],
    ] as const;
    for (const [bytes, message] of wrong) await assert.rejects(readDropped({ name: 'a', bytes }, 'en'), { message });
  });
});
