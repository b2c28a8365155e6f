import assert from 'node:assert/strict';
import { lazy } from '../../../src/common/lazy.ts';

describe('what is loaded with the first use', () => {
  it('is loaded once, however many ask', async () => {
    let loads = 0;
    const get = lazy(() => Promise.resolve({ number: ++loads }));
    assert.equal(get.peek(), undefined);
    const [one, other] = await Promise.all([get(), get()]);
    assert.equal(one, other);
    assert.equal(await get.peek(), one);
    assert.equal(loads, 1);
  });

  it('is tried again after a failure', async () => {
    let loads = 0;
    const get = lazy(() => (++loads === 1 ? Promise.reject(new Error('no disk')) : Promise.resolve(loads)));
    await assert.rejects(get(), /no disk/);
    assert.equal(get.peek(), undefined);
    assert.equal(await get(), 2);
  });
});
