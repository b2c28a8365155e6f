import assert from 'node:assert/strict';
import {
  type SavedViews,
  lastView,
  longestName,
  readSavedViews,
  viewName,
  withNewName,
  withView,
  withoutView,
} from '../../../../../src/extension/records/panel/saved-views.ts';

const none: SavedViews = { views: [], last: undefined };
const a = { name: 'A', view: { zone: 'utc' } };
const b = { name: 'B', view: { zone: 'local' } };
const both: SavedViews = { views: [a, b], last: 'A' };

describe('saved views', () => {
  it('have names of one line, the same for the same letters', () => {
    assert.equal(viewName('  Home \n charges\t'), 'Home charges');
    assert.equal(viewName('Cafe\u0301'), 'Caf\u00e9');
    assert.equal(viewName(' \u00a0\u2003 '), '');
  });

  it('take the place of one of the same name, and are used', () => {
    const saved = withView(withView(none, a), b);
    assert.deepEqual(saved, { views: [a, b], last: 'B' });
    const other = { name: 'A', view: {} };
    assert.deepEqual(withView(saved, other), { views: [b, other], last: 'A' });
    assert.equal(lastView(saved), b.view);
  });

  it('are deleted, and then used no more', () => {
    assert.deepEqual(withoutView(both, 'A'), { views: [b], last: undefined });
    assert.deepEqual(withoutView(both, 'B'), { views: [a], last: 'A' });
    assert.deepEqual(withoutView(both, 'C'), both);
  });

  it('go on being used by another name, in the place of one that has it', () => {
    assert.deepEqual(withNewName(both, 'A', 'C'), { views: [b, { ...a, name: 'C' }], last: 'C' });
    assert.deepEqual(withNewName(both, 'A', 'B'), { views: [{ ...a, name: 'B' }], last: 'B' });
    assert.deepEqual(withNewName(both, 'B', 'A'), { views: [{ ...b, name: 'A' }], last: undefined });
    assert.deepEqual(withNewName(both, 'A', 'A'), both);
    assert.deepEqual(withNewName(both, 'gone', 'C'), both);
  });

  it('are read as they were kept', () => {
    assert.deepEqual(readSavedViews(JSON.parse(JSON.stringify(both))), both);
  });

  it('are read as far as they are whole', () => {
    for (const kept of [undefined, null, 7, 'A', [], {}, { views: 'A' }, { views: { 0: a } }]) {
      assert.deepEqual(readSavedViews(kept), none);
    }
    const broken = [
      ...[null, 3, 'A', [], {}, { name: 'A' }, { name: 7, view: {} }, { name: 'A', view: null }],
      ...[
        { name: 'A', view: [] },
        { name: 'A', view: 'utc' },
        { name: '', view: {} },
        { name: ' A', view: {} },
      ],
      ...[
        { name: 'A\nB', view: {} },
        { name: 'x'.repeat(longestName + 1), view: {} },
        { ...b, name: 'Cafe\u0301' },
      ],
    ];
    assert.deepEqual(readSavedViews({ views: [...broken, a, b, { ...b, name: 'A' }], last: 'A' }), both);
    for (const last of ['gone', 7, null, {}]) {
      assert.deepEqual(readSavedViews({ views: [a, b], last }), { ...both, last: undefined });
    }
  });

  it('may have names that objects have, too', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      assert.deepEqual(readSavedViews({ views: [{ name, view: {} }], last: name }).last, name);
      assert.equal(lastView({ ...both, last: name }), undefined);
    }
  });
});
