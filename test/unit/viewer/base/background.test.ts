import assert from 'node:assert/strict';
import { mock } from 'node:test';
import {
  BackgroundTask,
  postponeBackground,
  runInBackground,
  runSoon,
} from '../../../../src/viewer/base/background.ts';

const inBackground = () => new Promise<void>((resolve) => runInBackground(resolve));

describe('Background work', () => {
  describe('while rows scroll', () => {
    let now = 0;
    const pass = (ms: number) => {
      for (const end = now + ms; now < end; now++) mock.timers.tick(1);
    };
    beforeEach(() => {
      mock.timers.enable({ apis: ['setTimeout'] });
      mock.method(performance, 'now', () => now);
    });
    afterEach(() => {
      mock.timers.reset();
      mock.restoreAll();
    });

    it('is held, and goes on when they rest; what somebody waits for is not', () => {
      const done: string[] = [];
      postponeBackground();
      runInBackground(() => done.push('background'));
      runSoon(() => done.push('soon'));
      pass(60);
      postponeBackground();
      pass(60);
      assert.deepEqual(done, ['soon']);
      pass(100);
      assert.deepEqual(done, ['soon', 'background']);
    });
  });

  it('of one task is the newest', async () => {
    const task = new BackgroundTask();
    const done: string[] = [];
    task.run(() => done.push('older'));
    await new Promise<void>((resolve) => {
      task.run(() => {
        done.push('newer');
        resolve();
      });
    });
    task.run(() => done.push('cancelled'));
    task.cancel();
    await inBackground();
    assert.deepEqual(done, ['newer']);
  });
});
