import assert from 'node:assert/strict';
import {
  type Sliced,
  SlicedTask,
  runInBackground,
  postponeBackground,
  paces,
} from '../../../../src/webview/base/time-slices.ts';

function* counted(steps: number): Sliced<number> {
  for (let step = 1; step < steps; step += 1) yield;
  return steps;
}

const ended = (slices: SlicedTask) => new Promise<number>((resolve) => slices.run(counted(3), resolve));

/** Later than work beside begins, unless it is held. */
const later = () => new Promise((resolve) => setTimeout(resolve, paces.background.delay + 30));

/** The names in the order in which they come true. */
async function inOrder(all: Record<string, Promise<unknown>>): Promise<string[]> {
  const order: string[] = [];
  await Promise.all(Object.entries(all).map(([name, one]) => one.then(() => order.push(name))));
  return order;
}

describe('SlicedTask', () => {
  it('do work to its end', async () => assert.equal(await ended(new SlicedTask()), 3));

  it('do the newest work only', async () => {
    const slices = new SlicedTask();
    let first = false;
    slices.run(counted(3), () => (first = true));
    assert.equal(await ended(slices), 3);
    assert.ok(!first);
  });

  it('hold what goes on beside while rows scroll, and go on when they rest', async () => {
    postponeBackground();
    assert.deepEqual(await inOrder({ beside: ended(new SlicedTask(paces.background)), later: later() }), [
      'later',
      'beside',
    ]);
  });

  it('don’t hold what somebody waits for', async () => {
    postponeBackground();
    assert.deepEqual(await inOrder({ later: later(), asked: ended(new SlicedTask()) }), ['asked', 'later']);
  });

  it('come before what is done beside them', async () => {
    const beside = new Promise<void>((resolve) => runInBackground(resolve));
    assert.deepEqual(await inOrder({ beside, asked: ended(new SlicedTask()) }), ['asked', 'beside']);
  });
});
