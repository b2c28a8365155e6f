import assert from 'node:assert/strict';
import { ViewerPage } from './viewer-page.ts';
import { PageControls } from './page-controls.ts';

/** What a pointer can use and Tab does not reach, as `PageControls` names it, and the keys that do the same. */
const keysOf: Readonly<Record<string, string>> = {
  'chart: div.u-over, mousedown': 'Shift and arrows brush, Enter chooses',
  'chart: div.u-over, dblclick': 'Escape',
  // uPlot keeps the press that ends a pull from being one.
  'chart: div.u-wrap, click': 'Escape',
  'chart: grid, pointerdown': 'arrows, Shift and arrows, Enter',
  'chart: separator, pointerdown': 'ArrowUp, ArrowDown, Home, End',
  'chart: separator, dblclick': 'Enter',
  'head: columnheader, click': 'Enter, Shift+Enter, Alt+ArrowDown',
  'head: columnheader, dragstart': 'Alt+Shift+ArrowLeft, Alt+Shift+ArrowRight',
  'head: columnheader, drop': 'Alt+Shift+ArrowLeft, Alt+Shift+ArrowRight',
  'head: span.edge, pointerdown': 'Alt+ArrowLeft, Alt+ArrowRight',
  'head: span.edge, dblclick': 'Alt+Enter',
  'rows: rowgroup, mousedown': 'Shift and arrows',
  'rows: rowgroup, click': 'arrows, Shift and arrows, Space, Control+A, Escape',
  'rows: rowgroup, dblclick': 'Enter',
};

describe("the viewer's controls", () => {
  const viewer = ViewerPage.ofSuite();

  it('are all reached by keyboard: by Tab, or by keys of their own', async function () {
    const controls = await PageControls.watch(viewer);
    await controls.seeAll();
    assert.deepEqual([...controls.seen].sort(), Object.keys(keysOf).sort());
  });
});
