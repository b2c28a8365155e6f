import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/common/event.ts';
import { focusedView } from '../../../../src/vehicles/explorer/focused-view.ts';

describe('lookedAt', () => {
  const shown = new Emitter<void>();
  const state = new Emitter<void>();
  const view = { visible: true, onDidChangeVisibility: shown.event };
  const window = { state: { focused: true }, onDidChangeWindowState: state.event };
  const both = focusedView(view, window);

  for (const [visible, focused] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    it(`is ${visible && focused} for a view that is ${visible ? 'shown' : 'hidden'}, in a window ${focused ? 'with' : 'without'} the focus`, () => {
      view.visible = visible;
      window.state.focused = focused;
      assert.equal(both.visible, visible && focused);
    });
  }

  it('tells of a change of either, until it is let go of', () => {
    let told = 0;
    const subscription = both.onDidChangeVisibility(() => (told += 1));
    shown.fire();
    state.fire();
    assert.equal(told, 2);
    subscription.dispose();
    shown.fire();
    state.fire();
    assert.equal(told, 2);
  });
});
