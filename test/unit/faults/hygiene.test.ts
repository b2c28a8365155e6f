import assert from 'node:assert/strict';
import { Hygiene } from '../../faults/hygiene.ts';

const secret = '7b0c9c1e-52f3-4a55-9f0e-0d1f5f3b6a21';

describe('the search for secrets', () => {
  it('finds one in every spelling that a text may have it in', () => {
    const others = [0, 1, 2].map((before) => `${'?'.repeat(before)}${secret}&x=1`);
    const texts = [
      `token ${secret}.`,
      ...others.map((text) => Buffer.from(text).toString('base64')),
      ...others.map((text) => Buffer.from(text).toString('base64url')),
      Buffer.from(secret).toString('hex'),
    ];
    const hygiene = new Hygiene();
    for (const [place, text] of texts.entries()) hygiene.searchText(String(place), text, [secret]);
    assert.deepEqual(hygiene.hits, [...texts.keys()].map(String));
  });

  it('finds nothing where nothing is', () => {
    const hygiene = new Hygiene();
    hygiene.searchText('a log', `token ${secret.slice(1)}`, [secret]);
    assert.deepEqual([hygiene.looked, hygiene.hits], [1, []]);
  });
});
