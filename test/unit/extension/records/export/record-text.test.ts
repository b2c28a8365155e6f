import assert from 'node:assert/strict';
import type { LoadedBatch } from '../../../../../src/service/records/record-rows.ts';
import { recordText } from '../../../../../src/extension/records/export/record-text.ts';
import { readColumns } from '../../../../../src/service/records/record-stream.ts';
import { bodyOf, record } from '../../../service/records/record-bodies.ts';

describe('recordText', () => {
  const good = record({ location: 'Road 9' });
  const records = [record(), good, record({ energy: '34.5', extra: 1 }), [1, {}]];
  const written: LoadedBatch[] = [];
  before(async () => {
    for await (const batch of readColumns(bodyOf(JSON.stringify({ records })))) written.push({ batch });
  });
  const read = (row: number) => JSON.parse(recordText(written, row)) as Record<string, unknown>;

  it('gives a record as it came, in lines', () => {
    assert.equal(recordText(written, 1), `${JSON.stringify({ record: good }, undefined, 2)}\n`);
  });

  it('says what is not as the contract says', () => {
    const { record: shown, ...notes } = read(2);
    assert.deepEqual(shown, records[2]);
    assert.deepEqual(notes, {
      notAsTheContractSays: { energy: { reason: 'wrong-type' } },
      notInTheContract: ['extra'],
    });
  });

  it('gives what is no record, too', () => {
    assert.deepEqual(read(3), { record: records[3], notAsTheContractSays: { reason: 'not-a-record' } });
  });

  it('has nothing of a row that is not there', () => assert.equal(recordText(written, 4), ''));
});
