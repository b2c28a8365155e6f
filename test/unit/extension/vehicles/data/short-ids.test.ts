import assert from 'node:assert/strict';
import { shortIds } from '../../../../../src/extension/vehicles/data/short-ids.ts';

function shortened(...ids: string[]): string[] {
  return ids.map(shortIds(ids));
}

describe('shortIds', () => {
  it('keeps the beginning, as far as that tells the ids apart', () => {
    assert.deepEqual(shortened('36ab27d0-fd9d-4455-823a-ce30af709ffc', '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07'), [
      '36ab27d0…',
      '8229df9f…',
    ]);
    assert.deepEqual(shortened('aaaaaaaa1-and-more', 'aaaaaaaa2-and-more'), ['aaaaaaaa1-…', 'aaaaaaaa2-…']);
  });

  it('keeps the end where the beginnings are alike', () => {
    assert.deepEqual(shortened('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'), [
      '…00000001',
      '…00000002',
    ]);
  });

  it('keeps short ids whole, and all of those that differ in their middle', () => {
    assert.deepEqual(shortened('v1', 'v2', '123456789'), ['v1', 'v2', '123456789']);
    const middle = ['same-beginning-1-same-ending-of-both', 'same-beginning-2-same-ending-of-both'];
    for (const [index, short] of shortened(...middle).entries()) assert.ok(short.includes(String(index + 1)));
  });

  it('does not hang on ids that are the same, or on none', () => {
    assert.deepEqual(shortened('36ab27d0-fd9d', '36ab27d0-fd9d'), ['36ab27d0…', '36ab27d0…']);
    assert.equal(shortIds([])('36ab27d0-fd9d'), '36ab27d0…');
  });

  it('tells any number of ids apart', () => {
    const random = Array.from({ length: 2000 }, () => globalThis.crypto.randomUUID());
    const counted = Array.from({ length: 2000 }, (_, index) => `0000-${String(index).padStart(30, '0')}`);
    for (const ids of [random, counted]) assert.equal(new Set(shortened(...ids)).size, ids.length);
  });
});
