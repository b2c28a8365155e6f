import assert from 'node:assert/strict';
import { Places } from '../../faults/places.ts';

describe('places for runs', () => {
  it('are left while a run waits, and had again before others begin', async () => {
    const places = new Places(1);
    const log: string[] = [];
    const time = Promise.withResolvers<undefined>();
    const run = async (name: string, work: () => Promise<unknown>) => {
      await places.take();
      log.push(`${name} begins`);
      await work();
      log.push(`${name} ends`);
      places.give();
    };
    const second = Promise.withResolvers<undefined>();
    const runs = [
      run('first', () => places.leaveFor(time.promise)),
      run('second', () => second.promise),
      run('third', () => Promise.resolve()),
    ];
    time.resolve(undefined);
    await new Promise(setImmediate);
    assert.deepEqual(log, ['first begins', 'second begins']);
    second.resolve(undefined);
    await Promise.all(runs);
    assert.deepEqual(log.slice(2), ['second ends', 'first ends', 'third begins', 'third ends']);
  });
});
