import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RecordLeaps } from '../../../../src/service/records/record-leaps.ts';

const text = fc.oneof(fc.string(), fc.constantFrom('},{', '"},{"', '\\"},{', ']},{', 'é'));
/** No key has an escape: JSON.parse of V8 13.6 takes one such key for another that it has just seen. */
const key = text.filter((each) => !/["\\]|[^ -~é]/.test(each));
const element = fc.oneof(fc.dictionary(key, text, { maxKeys: 3 }), fc.array(fc.record({ at: text }), { maxLength: 3 }));

/** What leaps of so many bytes make of a text: the values of those that succeed, and the text from there on. */
function leapOver(body: string, size: number): { values: unknown[]; rest: string; leaps: number } {
  const leaps = new RecordLeaps(size);
  let left: Uint8Array = new TextEncoder().encode(body);
  const values: unknown[] = [];
  let succeeded = 0;
  while (left.length > 0 && !leaps.failed) {
    left = left.subarray(leaps.add(left));
    if (!leaps.full) continue;
    const jumped = leaps.jump();
    if (jumped) succeeded += 1;
    values.push(...(jumped?.values ?? []));
  }
  return { values, rest: Buffer.concat([leaps.take(), left]).toString(), leaps: succeeded };
}

describe('RecordLeaps', () => {
  it('lose and change nothing, whatever the records hold and wherever a leap ends', () => {
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 20 }), fc.integer({ min: 8, max: 200 }), (all, size) => {
        const body = all.map((each) => JSON.stringify(each)).join(',');
        const { values, rest } = leapOver(body, size);
        assert.deepEqual([...values, ...(JSON.parse(`[${rest}]`) as unknown[])], JSON.parse(`[${body}]`));
      }),
      { numRuns: 2000 },
    );
  });

  it('stop in front of the end of the list, whatever follows it', () => {
    const { values, rest } = leapOver('{"a":1},{"a":2}],"more":[{"b":1},{"b":2}]}', 40);
    assert.deepEqual(values, []);
    assert.equal(rest, '{"a":1},{"a":2}],"more":[{"b":1},{"b":2}]}');
  });

  it('succeed over records as they come', () => {
    const all = Array.from({ length: 100 }, (_, energy) => ({ energy, location: 'Köln' }));
    const { values, leaps } = leapOver(all.map((each) => JSON.stringify(each)).join(','), 500);
    assert(leaps > 5, `${leaps} leaps`);
    assert.deepEqual(values, all.slice(0, values.length));
  });

  it('grow to four times their bytes while all of each is read quickly, and begin anew where it is not', () => {
    let time = 0;
    const leaps = new RecordLeaps(100, () => time);
    let left = Buffer.from('{"a":12345},'.repeat(200));
    const sizes: number[] = [];
    const leap = (took: number, readsAll = true) => {
      left = left.subarray(leaps.add(left));
      assert(leaps.full);
      sizes.push(leaps.heldBytes);
      leaps.jump((_, from, to) => {
        time += took;
        return readsAll ? to : from;
      });
    };
    for (const took of [1, 1, 1]) leap(took);
    leap(5);
    leap(1, false);
    leap(5);
    leap(1);
    leap(1);
    assert.deepEqual(sizes, [100, 200, 400, 400, 400, 100, 100, 200]);
    assert(!leaps.failed);
  });

  it('refuse bytes that are no UTF-8', () => {
    const leaps = new RecordLeaps(20);
    leaps.add(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"},{"a":1}')]));
    assert.equal(leaps.jump(), undefined);
    assert(leaps.failed);
  });
});
