import assert from 'node:assert/strict';
import { rowBits } from '../../../../src/viewer/data/row-bits.ts';
import { readTablePlace } from '../../../../src/viewer/table/table-place.ts';

describe('Where in the table somebody is', () => {
  it('is read as it was kept', () => {
    const place = { position: 3, column: 'energy' };
    assert.deepEqual(readTablePlace(JSON.parse(JSON.stringify(place))), place);
  });

  it('is nowhere in what another version has written', () => {
    const odd = [{ position: -1, column: 'energy' }, { position: 0.5, column: 'energy' }, { position: 1 }];
    for (const kept of [undefined, null, 'x', 3, ...odd, { position: 1, column: 'gone' }]) {
      assert.equal(readTablePlace(kept), undefined);
    }
  });
});

describe('Bits of rows', () => {
  it('are those of the mask', () => {
    assert.equal(rowBits(Uint8Array.of(1, 0, 1)), 'BQ==');
    assert.equal(rowBits(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1, 1)), btoa('\x80\x01'));
    assert.equal(atob(rowBits(new Uint8Array(700_000).fill(1))), '\xff'.repeat(87_500));
  });
});
