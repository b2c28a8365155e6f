import assert from 'node:assert/strict';
import {
  BackgroundTask,
  postponeBackground,
  runInBackground,
  runSoon,
} from '../../../../src/webview/base/background.ts';

const soon = () => new Promise<void>((resolve) => runSoon(resolve));
const inBackground = () => new Promise<void>((resolve) => runInBackground(resolve));
/** Later than background work begins, unless it is held. */
const later = () => new Promise((resolve) => setTimeout(resolve, 60));

/** The names in the order in which they come true. */
async function inOrder(all: Record<string, Promise<unknown>>): Promise<string[]> {
  const order: string[] = [];
  await Promise.all(Object.entries(all).map(([name, one]) => one.then(() => order.push(name))));
  return order;
}

describe('Background work', () => {
  it('is held while rows scroll, and goes on when they rest; what somebody waits for is not', async () => {
    postponeBackground();
    const order = await inOrder({ background: inBackground(), later: later(), soon: soon() });
    assert.deepEqual(order, ['soon', 'later', 'background']);
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
