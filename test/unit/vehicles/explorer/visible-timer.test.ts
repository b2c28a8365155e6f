import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/common/event.ts';
import { VisibleTimer } from '../../../../src/vehicles/explorer/visible-timer.ts';

/** A view that is shown and hidden, and a time that passes by hand. */
function stage(visible: boolean) {
  const shown = new Emitter<void>();
  const view = { visible, onDidChangeVisibility: shown.event };
  let ticks = 0;
  let sleeping: { resume: () => void } | undefined;
  const watch = new VisibleTimer({
    view,
    tick: () => (ticks += 1),
    pause: () => 1000,
    scheduler: {
      sleep: (_, signal) =>
        new Promise((resolve, reject) => {
          sleeping = { resume: resolve };
          signal?.addEventListener('abort', () => {
            sleeping = undefined;
            reject(new Error('aborted'));
          });
        }),
    },
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    watch,
    ticks: () => ticks,
    isWaiting: () => sleeping !== undefined,
    pass: async () => {
      sleeping?.resume();
      await turn();
    },
    show: async (isVisible: boolean) => {
      view.visible = isVisible;
      shown.fire();
      await turn();
    },
  };
}

describe('what happens while a view is seen', () => {
  it('ticks at once, then after each pause, and stops when the view is hidden', async () => {
    const { watch, ticks, pass, show, isWaiting } = stage(true);
    assert.equal(ticks(), 1);
    await pass();
    await pass();
    assert.equal(ticks(), 3);
    await show(false);
    assert.equal(isWaiting(), false);
    await pass();
    assert.equal(ticks(), 3);
    await show(true);
    assert.equal(ticks(), 4);
    watch.dispose();
    assert.equal(isWaiting(), false);
  });

  it('costs nothing before the view is seen, and runs once however often it is told', async () => {
    const { watch, ticks, show, isWaiting } = stage(false);
    assert.deepEqual([ticks(), isWaiting()], [0, false]);
    await show(true);
    await show(true);
    assert.equal(ticks(), 1);
    watch.dispose();
  });
});
