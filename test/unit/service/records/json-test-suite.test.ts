import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ServiceError } from '../../../../src/service/model/errors.ts';
import { inPieces, readAll } from './record-bodies.ts';

const folder = path.join(import.meta.dirname, '../../../data/JSONTestSuite/test_parsing');
const files = readdirSync(folder).map((name) => ({ name, bytes: readFileSync(path.join(folder, name)) }));

/** Past this size a body is cut in few places only: one byte a piece would take minutes. */
const longestToCutFinely = 2000;

/** What JSON.parse says of bytes that must be UTF-8. */
function judge(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}

function around(before: string, file: Uint8Array, after: string): Uint8Array {
  return Buffer.concat([Buffer.from(before), file, Buffer.from(after)]);
}

/** A body whole, and cut behind every byte. */
function* waysToArrive(body: Uint8Array): Generator<AsyncIterable<Uint8Array>> {
  yield inPieces(body, []);
  const places = body.length < longestToCutFinely ? body.length : 7;
  yield inPieces(
    body,
    Array.from({ length: places }, (_, index) => Math.ceil((index * body.length) / places)),
  );
}

async function assertJudgedAlike(body: Uint8Array): Promise<boolean> {
  const parsed = judge(body);
  for (const arriving of waysToArrive(body)) {
    const { values, error } = await readAll(arriving);
    if (parsed) {
      assert.equal(error, undefined);
      assert.deepEqual(values, (parsed.value as { records: unknown[] }).records);
    } else {
      assert(error instanceof ServiceError, 'refused with a ServiceError');
    }
  }
  return parsed !== undefined;
}

describe('readRecords and the 318 files of JSONTestSuite', () => {
  for (const { name, bytes } of files) {
    it(`judges ${name} as JSON.parse judges it: as a record, as another field, as the body`, async () => {
      const asRecord = await assertJudgedAlike(around('{"records":[{"energy":1},', bytes, ']}'));
      const asField = await assertJudgedAlike(around('{"note":', bytes, ',"records":[1,"]"]}'));
      if (name.startsWith('y_')) assert.deepEqual([asRecord, asField], [true, true]);

      const parsed = judge(bytes);
      for (const arriving of waysToArrive(bytes)) {
        const { values, error } = await readAll(arriving);
        assert.deepEqual(values, []);
        assert(error instanceof ServiceError);
        assert.equal(error.kind, parsed ? 'contract' : 'not-json');
      }
    });
  }
});
