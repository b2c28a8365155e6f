import '../auth/fake-vscode.ts';
import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/common/event.ts';
import type { ViewShell } from '../../../../src/extension/window/tree-view.ts';
import type { ViewLine } from '../../../../src/extension/window/view-lines.ts';

const { treeOf } = await import('../../../../src/extension/window/view-lines.ts');

const line = (id: string, more: Partial<ViewLine> = {}): ViewLine => {
  return { id, label: id, description: '', icon: 'car', tokens: [], tooltip: [id], ...more };
};
const before = () => [line('a', { children: [line('b'), line('c', { opens: 'open' })] }), line('d')];

const changes: Readonly<
  Record<string, readonly [now: readonly ViewLine[], asked: readonly string[] | 'all' | undefined]>
> = {
  nothing: [before(), undefined],
  'a description': [[...before().slice(0, 1), line('d', { description: 'new' })], ['d']],
  'a tooltip alone': [[...before().slice(0, 1), line('d', { tooltip: ['new'] })], ['d']],
  'a line below': [
    [line('a', { children: [line('b', { label: 'new' }), line('c', { opens: 'open' })] }), line('d')],
    ['b'],
  ],
  'a line more below': [[line('a', { children: [line('b')] }), line('d')], ['a']],
  'a line more': [[...before(), line('e')], 'all'],
  'the order': [before().reverse(), 'all'],
  'a line that has lines now': [[...before().slice(0, 1), line('d', { children: [line('e')] })], 'all'],
};

describe('a tree', () => {
  for (const [what, [now, asked]] of Object.entries(changes)) {
    it(`asks VS Code to draw only what has changed: ${what}`, () => {
      let lines: readonly ViewLine[] = before();
      const changed = new Emitter<unknown>();
      const fired: unknown[] = [];
      changed.event((which) => fired.push(which));
      const tree = treeOf(() => lines);
      const shell = { changed } as unknown as ViewShell;
      const draw = (parent?: ViewLine): void => {
        for (const each of tree.getChildren(parent)) {
          tree.getTreeItem(each);
          draw(each);
        }
      };
      // Nobody has looked at it yet.
      tree.redraw(shell);
      draw();
      const known = tree.getChildren();
      lines = now;
      tree.redraw(shell);
      const ids = fired.map((which) => (which === undefined ? 'all' : (which as ViewLine[]).map(({ id }) => id)));
      assert.deepEqual(ids, asked === undefined ? [] : [asked]);
      // What a command is given by a line that was not drawn again is not of yesterday.
      const [kept] = known.filter(({ id }) => id === 'd');
      assert.deepEqual(
        kept,
        now.find(({ id }) => id === 'd'),
      );
      draw();
      tree.redraw(shell);
      assert.equal(fired.length, ids.length);
    });
  }
});
