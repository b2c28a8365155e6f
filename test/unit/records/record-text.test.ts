import assert from 'node:assert/strict';
import { recordText } from '../../../src/records/record-text.ts';
import { ColumnWriter } from '../../../src/service/column-writer.ts';
import { checkRecords } from '../../../src/service/record-check.ts';
import { record } from '../service/record-bodies.ts';

describe('recordText', () => {
  const writer = new ColumnWriter();
  const good = record({ location: 'Road 9' });
  const written = [
    writer.write(checkRecords([record(), record()], 0)),
    writer.write(checkRecords([good, record({ energy: '34.5', extra: 1 })], 2)),
  ].map(({ extras, ...batch }) => ({ batch, extras }));
  const read = (row: number) => JSON.parse(recordText(written, row)) as Record<string, unknown>;

  it('gives a record as it came, times with their milliseconds', () => {
    const { chargeStart, chargeEnd } = good as { chargeStart: string; chargeEnd: string };
    const times = [chargeStart, chargeEnd].map((time) => new Date(time).toISOString());
    assert.deepEqual(read(2).record, { ...good, chargeStart: times[0], chargeEnd: times[1] });
  });

  it('says what is not as the contract says, and what came instead', () => {
    const { record: shown, ...notes } = read(3);
    assert.equal((shown as { energy: unknown }).energy, null);
    assert.deepEqual(notes, {
      notAsTheContractSays: { energy: { reason: 'wrong-type', received: '"34.5"' } },
      notInTheContract: { extra: 1 },
    });
  });

  it('has nothing of a row that is not there', () => assert.equal(recordText(written, 4), ''));
});
