import assert from 'node:assert/strict';
import { counted } from '../../../../src/viewer/messages/counted.ts';
import { englishStrings } from '../../extension/records/english-strings.ts';

/** Of numbers that are never 1. */
const alwaysSeveral = ['rangeLast', 'otherGroups', 'anomalyGap', 'anomalyTooLong', 'copyTooMany'];

describe('counted', () => {
  it('says one thing in the singular, and none or several in the plural', () => {
    const formats = { count: (value: number) => value.toLocaleString('en') };
    assert.deepEqual(
      [0, 1, 2, 1200].map((count) => counted(englishStrings, formats, 'chargeCount', count)),
      ['0 charges', '1 charge', '2 charges', '1,200 charges'],
    );
  });

  it('has a text for one beside each that counts things', () => {
    const counting = Object.entries(englishStrings).filter(([, text]) => /\{\d\} (?:(?!for )\w+ )?\w+s\b/.test(text));
    const lacking = counting.map(([key]) => key).filter((key) => !(`${key}One` in englishStrings));
    assert.deepEqual(lacking.sort(), alwaysSeveral.toSorted());
  });
});
