import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { literalView } from '../../../../src/extension/window/tree-view.ts';

/** As VS Code does it: a line that it has not been told of can't be found. */
const known = new Set(['old']);
const revealed: [line: string, options: unknown][] = [];
const ofVsCode = {
  visible: true,
  get selection() {
    return revealed.map(([line]) => line);
  },
  reveal: (line: string, options: unknown) => {
    if (!known.has(line)) return Promise.reject(new Error(`Cannot resolve tree item for element ${line}`));
    revealed.push([line, options]);
    return Promise.resolve();
  },
};

describe('a tree’s reveal', () => {
  let view: vscode.TreeView<string>;
  beforeEach(() => {
    revealed.length = 0;
    view = literalView(ofVsCode as unknown as vscode.TreeView<unknown>);
  });

  it('finds a line whose change is told at the end of this turn', async () => {
    setImmediate(() => known.add('new'));
    await view.reveal('new', { focus: true });
    assert.deepEqual(revealed, [['new', { focus: true }]]);
    assert.equal(view.visible, true);
  });

  it('does nothing where the line is gone', async () => {
    await view.reveal('gone');
    assert.deepEqual(revealed, []);
  });
});
