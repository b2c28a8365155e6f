import assert from 'node:assert/strict';
import { Turns } from '../../../../src/sandbox/webhooks/turns.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('pieces of long work', () => {
  it('are done one in each turn of the event loop, in the order in which they were added', async () => {
    const turns = new Turns();
    const done: string[] = [];
    const first = () => {
      done.push('first');
      if (done.length < 4) turns.add(first);
    };
    turns.add(first);
    turns.add(() => done.push('second'));
    turns.add(first);
    for (const expected of ['first', 'first second', 'first second first', 'first second first first']) {
      await turn();
      assert.equal(done.join(' '), expected);
    }
    await turn();
    assert.equal(done.length, 4);
  });

  it('are not done once they are removed', async () => {
    const turns = new Turns();
    const piece = () => assert.fail();
    turns.add(piece);
    turns.remove(piece);
    await turn();
    await new Promise<void>((resolve) => turns.add(resolve));
  });

  it('let requests go first, and wait for none that takes long', async () => {
    let now = 0;
    const turns = new Turns(() => now);
    const answered = turns.request();
    let done = 0;
    turns.add(() => (done += 1));
    for (let each = 0; each < 5; each++) await turn();
    assert.equal(done, 0);
    answered();
    await turn();
    assert.equal(done, 1);
    turns.request();
    turns.add(() => (done += 1));
    await turn();
    assert.equal(done, 1);
    now = 5;
    await turn();
    assert.equal(done, 2);
  });
});
