import assert from 'node:assert/strict';
import { numberFormat, numberText } from '../../../../src/common/text/number-text.ts';

describe('numberText', () => {
  it('writes numbers as the language does, without digits that they do not have', () => {
    assert.deepEqual(
      [80.7, 12_345, 0.1 + 0.2].map((value) => numberText(value, 'de')),
      ['80,7', '12.345', '0,30000000000000004'],
    );
    assert.equal(numberText(12_345.5, 'en'), '12,345.5');
  });

  it('gives huge numbers an exponent, whatever the form', () => {
    for (const [value, text] of [
      [-1e300, '-1E300'],
      [1.7976931348623157e308, '1.7976931348623157E308'],
      [1e15, '1E15'],
      [999_999_999_999_999, '999,999,999,999,999'],
      [-999_999_999_999_999, '-999,999,999,999,999'],
      [NaN, 'NaN'],
    ] as const) {
      assert.equal(numberText(value, 'en'), text);
    }
    assert.equal(numberText(-1.5e300, 'de'), '-1,5E300');
    for (const options of [
      { minimumFractionDigits: 2, maximumFractionDigits: 2 },
      { style: 'percent' },
      { style: 'unit', unit: 'second', unitDisplay: 'long' },
      { notation: 'compact' },
      {},
    ] as const) {
      assert.match(numberFormat('en', options)(-1e300), /^-1E30[02](%| seconds)?$/);
    }
  });
});
