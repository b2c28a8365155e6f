import assert from 'node:assert/strict';
import { buildColumns } from '../../bench/viewer/page/built-columns.ts';
import type { ChargeRecord } from '../../../src/service/model/vehicles.ts';
import { recordBody } from '../../bench/record-body.ts';

describe('columns of the bench', () => {
  const body = Buffer.concat([...recordBody(500)]).toString();
  const { records } = JSON.parse(body) as { records: ChargeRecord[] };
  const columns = buildColumns(records);

  it('hold what the records say', () => {
    const { numbers, levels, isPublic, locations, kinds } = columns;
    assert.equal(columns.rows, 500);
    const again = records.map((_, row) => ({
      chargeStart: new Date(numbers.chargeStart[row] ?? NaN).toISOString(),
      chargeEnd: new Date(numbers.chargeEnd[row] ?? NaN).toISOString(),
      location: locations.texts[locations.codes[row] ?? NaN],
      energy: numbers.energy[row],
      isPublic: isPublic[row] === 1,
      startPercentRemaining: Math.round((levels.startPercentRemaining[row] ?? NaN) * 100) / 100,
      endPercentRemaining: Math.round((levels.endPercentRemaining[row] ?? NaN) * 100) / 100,
      chargingType: kinds.texts[kinds.codes[row] ?? NaN],
    }));
    assert.deepEqual(again, records);
  });

  it('bring no more bytes on the way than their own: VS Code carries whole buffers', () => {
    const { numbers, levels, isPublic, locations, kinds } = columns;
    const arrays = [...Object.values(numbers), ...Object.values(levels), isPublic, locations.codes, kinds.codes];
    for (const array of arrays) assert.equal(array.buffer.byteLength, array.byteLength);
  });
});
