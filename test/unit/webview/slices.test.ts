import assert from 'node:assert/strict';
import { type Sliced, Slices, holdWorkBeside, paces } from '../../../src/webview/slices.ts';

function* counted(steps: number): Sliced<number> {
  for (let step = 1; step < steps; step += 1) yield;
  return steps;
}

const ended = (slices: Slices) => new Promise<number>((resolve) => slices.run(counted(3), resolve));

describe('Slices', () => {
  it('do work to its end', async () => assert.equal(await ended(new Slices()), 3));

  it('do the newest work only', async () => {
    const slices = new Slices();
    let first = false;
    slices.run(counted(3), () => (first = true));
    assert.equal(await ended(slices), 3);
    assert.ok(!first);
  });

  it('hold what goes on beside while rows scroll, and go on when they rest', async () => {
    holdWorkBeside();
    const order: string[] = [];
    const beside = ended(new Slices(paces.beside)).then(() => order.push('beside'));
    // Later than the work beside would begin, were it not held.
    const later = new Promise((resolve) => setTimeout(resolve, paces.beside.delay + 30)).then(() =>
      order.push('later'),
    );
    await Promise.all([beside, later]);
    assert.deepEqual(order, ['later', 'beside']);
  });

  it('don’t hold what somebody waits for', async () => {
    holdWorkBeside();
    const order: string[] = [];
    const asked = ended(new Slices()).then(() => order.push('asked'));
    const beside = ended(new Slices(paces.beside)).then(() => order.push('beside'));
    await Promise.all([asked, beside]);
    assert.deepEqual(order, ['asked', 'beside']);
  });
});
