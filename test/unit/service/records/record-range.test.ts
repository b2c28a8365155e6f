import assert from 'node:assert/strict';
import fc from 'fast-check';
import { within } from '../../../../src/service/records/record-range.ts';
import { chargeForm } from '../../../../src/service/records/wire-format.ts';
import { RecordSplitter } from '../../../../src/service/records/record-splitter.ts';

const [from, to] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 8)];

/** The starts that are kept, as values and to the letter. */
function kept(starts: readonly unknown[], range: { from?: number; to?: number }) {
  const splitter = new RecordSplitter(chargeForm.lists);
  const values = starts.map((startTime) => ({ startTime }));
  const body = Buffer.from(JSON.stringify({ data: { attributes: { body: { values } } } }));
  const slices = [...splitter.push(body), ...splitter.end()].map(within(chargeForm, range));
  const raw = Buffer.concat(slices.flatMap((slice) => slice.raw)).toString();
  const ofRaw = JSON.parse(`[${raw.replace(/,$/, '')}]`) as unknown[];
  const found = slices.flatMap((slice) => slice.values);
  assert.deepEqual(ofRaw, found);
  return (found as { startTime?: unknown }[]).map(({ startTime }) => startTime);
}

describe('Records of a range', () => {
  it('start in it to the millisecond, however they write a second', () => {
    const second = fc.integer({ min: -2, max: 2 }).map((seconds) => seconds * 1000);
    const near = fc.tuple(fc.constantFrom(from, to), second, fc.integer({ min: -1, max: 1 }), fc.boolean());
    const moment = near.map(([edge, seconds, milliseconds, isWhole]) => {
      const text = new Date(edge + seconds + (isWhole ? 0 : milliseconds)).toISOString();
      return isWhole ? text.replace('.000Z', 'Z') : text;
    });
    // Edges are not whole seconds where the clock of an answer says so.
    const cutOff = fc.integer({ min: -1, max: 1 });
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 8 }), cutOff, cutOff, (starts, early, late) => {
        const range = { from: from + early, to: to + late };
        const expected = starts.filter((start) => Date.parse(start) >= range.from && Date.parse(start) < range.to);
        assert.deepEqual(kept(starts, range), expected);
        assert.deepEqual(
          kept(starts, { from: range.from }),
          starts.filter((start) => Date.parse(start) >= range.from),
        );
        assert.deepEqual(
          kept(starts, { to: range.to }),
          starts.filter((start) => Date.parse(start) < range.to),
        );
      }),
    );
  });

  it('are those that no one can place in time, too', () => {
    const odd = ['', 'yesterday', '~', '9', '2026-11-31T00:00:00Z', '2025-02-30T00:00:00Z', 5, null, '2026-10-31'];
    assert.deepEqual(kept([...odd, '2025-01-01T00:00:00Z'], { from, to }), odd);
  });
});
