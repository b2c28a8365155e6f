import assert from 'node:assert/strict';
import { numberText } from '../../../src/common/number-text.ts';

describe('numberText', () => {
  it('writes numbers as the language does, without digits that they do not have', () => {
    assert.deepEqual(
      [80.7, 12_345, 0.1 + 0.2].map((value) => numberText(value, 'de')),
      ['80,7', '12.345', '0,30000000000000004'],
    );
    assert.equal(numberText(12_345.5, 'en'), '12,345.5');
  });
});
