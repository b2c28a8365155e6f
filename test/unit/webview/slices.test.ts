import assert from 'node:assert/strict';
import { type Sliced, Slices, doBeside } from '../../../src/webview/slices.ts';

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

  it('come before what is done beside them', async () => {
    const order: string[] = [];
    const beside = new Promise<void>((resolve) => doBeside(resolve)).then(() => order.push('beside'));
    const asked = ended(new Slices()).then(() => order.push('asked'));
    await Promise.all([beside, asked]);
    assert.deepEqual(order, ['asked', 'beside']);
  });
});
