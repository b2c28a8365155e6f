import assert from 'node:assert/strict';
import { durationText, spreadText, totalTexts } from '../../../../src/viewer/results/summary-texts.ts';
import { Totals } from '../../../../src/viewer/results/totals.ts';
import { Formats } from '../../../../src/viewer/formats/formats.ts';
import { record } from '../../service/records/record-bodies.ts';
import { storeOfValues } from '../stores.ts';

const formats = new Formats('en', 'kWh');

function textsOf(...records: readonly unknown[]) {
  const totals = new Totals('utc');
  totals.add(storeOfValues(records), []);
  return totalTexts(formats, totals);
}

describe('answers in words', () => {
  it('have whole minutes of a time, and its hours as they are counted', () => {
    const texts = [0, 29_999, 59.6 * 60_000, 1234 * 3_600_000].map((time) => durationText(formats, time));
    assert.deepEqual(texts, ['0 min', '0 min', '1 h 0 min', '1,234 h 0 min']);
  });

  it('sum up what is known, and have the share of public charges among those of which it is known', () => {
    const start = '2026-05-01T10:00:00Z';
    const known = { chargeStart: start, chargeEnd: '2026-05-01T11:30:00Z', energy: 10 };
    const unknown = { ...known, chargeEnd: null, energy: null, isPublic: null };
    const texts = textsOf(
      ...[record({ ...known, isPublic: true }), record({ ...known, isPublic: false }), record(unknown)],
    );
    assert.deepEqual(texts, { charges: '3', energy: '20.00 kWh', time: '3 h 0 min', public: '50%' });
  });

  it('say of what nothing is known that it is unknown, and of no charges that they sum up to 0', () => {
    const unknown = { energy: null, chargeEnd: null, isPublic: null };
    const nothing = { energy: 'unknown', time: 'unknown', public: 'unknown' };
    assert.deepEqual(textsOf(record(unknown)), { charges: '1', ...nothing });
    assert.deepEqual(textsOf(), { charges: '0', energy: '0.00 kWh', time: '0 min', public: 'unknown' });
  });

  it('have the spread of an implied capacity with its ends, and the charges that are in it', () => {
    const capacity = { median: 75, quartiles: [70, 80], used: 1200 } as const;
    assert.equal(spreadText(formats, capacity), 'middle 50%: 70.00–80.00, 1,200 charges');
  });
});
