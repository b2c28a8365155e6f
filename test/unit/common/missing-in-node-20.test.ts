import assert from 'node:assert/strict';
import { groupBy, parseUrl, withResolvers } from '../../../src/common/missing-in-node-20.ts';

/** The Node that runs the tests has all of it built in. */
describe('what Node 20 lacks', () => {
  it('groups as Map.groupBy, in the order of first appearance', () => {
    for (const items of [[], [3, 1, 2, 3, 5], [Number.NaN, Number.NaN], new Set([2, 1])] as Iterable<number>[]) {
      for (const keyOf of [(item: number) => item % 2, (item: number) => item, () => undefined]) {
        assert.deepEqual([...groupBy(items, keyOf)], [...Map.groupBy<unknown, number>(items, keyOf)]);
      }
    }
  });

  it('reads URLs as URL.parse, and answers null for what is none', () => {
    for (const text of [
      'https://a.example/b?c#d',
      'HTTPS://A.example:443',
      '/b',
      '',
      '//c',
      'https://',
      'a:b',
      'http://[',
      '\0',
    ]) {
      for (const base of [undefined, 'https://base.example/x/', 'none']) {
        assert.equal(parseUrl(text, base)?.href, URL.parse(text, base)?.href, `${text} ${base}`);
      }
    }
  });

  it('gives a promise and both its ends', async () => {
    const [good, bad] = [withResolvers<number>(), withResolvers<number>()];
    good.resolve(1);
    bad.reject(new Error('no'));
    assert.equal(await good.promise, 1);
    await assert.rejects(bad.promise, /^Error: no$/);
  });
});
