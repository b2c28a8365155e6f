import assert from 'node:assert/strict';
import { readToHost } from '../../../../src/viewer/messages/to-host.ts';

describe('readToHost', () => {
  it('reads a message with its payload and the number of a request, and nothing else', () => {
    assert.deepEqual(readToHost({ type: 'cancel' }), { type: 'cancel' });
    const odd = { type: 'copy', text: 'a', request: 3, more: 1 };
    assert.deepEqual(readToHost(odd), { type: 'copy', text: 'a', request: 3 });
  });

  it('refuses what the page never sends', () => {
    const png = 'data:image/png;base64,AAAA';
    for (const raw of [
      ...[undefined, null, 'cancel', [], {}, { type: 'toString' }, { type: '__proto__' }],
      ...[{ type: 'copy' }, { type: 'copy', text: 1 }, { type: 'cancel', request: -1 }],
      ...[
        { type: 'export', load: 1, format: 'xlsx' },
        { type: 'export', load: 1, format: 'csv', rows: '<' },
      ],
      ...[
        { type: 'openRecord', load: 1, row: -1 },
        { type: 'image', chart: 'energy', png },
      ],
      { type: 'drop', name: 'a.json', bytes: [1] },
      { type: 'pick', title: 'x'.repeat(3000), items: [] },
    ]) {
      assert.equal(readToHost(raw), undefined, JSON.stringify(raw));
    }
  });
});
