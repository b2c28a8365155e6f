import assert from 'node:assert/strict';
import { Emitter } from '../../../../../src/common/event.ts';
import { VisibleTimer } from '../../../../../src/extension/vehicles/explorer/visible-timer.ts';

/** A view that is shown and hidden, and a time that passes by hand. */
function stage(visible: boolean) {
  const shown = new Emitter<void>();
  const view = { visible, onDidChangeVisibility: shown.event };
  const running = new Set<() => void>();
  let ticks = 0;
  const every = (_: number, tick: () => void) => {
    running.add(tick);
    return { dispose: () => void running.delete(tick) };
  };
  const timer = new VisibleTimer(view, () => (ticks += 1), { every });
  return {
    timer,
    ticks: () => ticks,
    isRunning: () => running.size > 0,
    pass: () => running.forEach((tick) => tick()),
    show: (isVisible: boolean) => {
      view.visible = isVisible;
      shown.fire();
    },
  };
}

describe('what happens while a view is seen', () => {
  it('ticks at once, then each second, and stops when the view is hidden', () => {
    const { timer, ticks, pass, show, isRunning } = stage(true);
    assert.equal(ticks(), 1);
    pass();
    pass();
    assert.equal(ticks(), 3);
    show(false);
    assert.equal(isRunning(), false);
    show(true);
    assert.equal(ticks(), 4);
    timer.dispose();
    assert.equal(isRunning(), false);
  });

  it('costs nothing before the view is seen, and runs once however often it is told', () => {
    const { timer, ticks, show, isRunning } = stage(false);
    assert.deepEqual([ticks(), isRunning()], [0, false]);
    show(true);
    show(true);
    assert.equal(ticks(), 1);
    timer.dispose();
  });
});
