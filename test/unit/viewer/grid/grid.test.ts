import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rowHeight, rowWindow, windowSize } from '../../../../src/viewer/grid/row-window.ts';
import { displayText } from '../../../../src/viewer/base/text.ts';

describe('rowWindow', () => {
  const rows = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 1_000_000 }));
  const view = fc.integer({ min: 50, max: 2000 });

  it('covers what is seen with as many rows wherever it is scrolled to', () => {
    fc.assert(
      fc.property(rows, view, fc.double({ min: 0, max: 1, noNaN: true }), (count, seen, part) => {
        const scrollTop = part * Math.max(0, count * rowHeight - seen);
        const { first, end, seenFirst, seenEnd } = rowWindow(count, scrollTop, seen);
        assert.equal(end - first, Math.min(count, windowSize(seen)));
        assert(first <= seenFirst && seenEnd <= end && end <= count);
        assert(seenFirst * rowHeight <= scrollTop);
        assert(seenEnd * rowHeight >= Math.min(scrollTop + seen, count * rowHeight));
        assert(seenEnd - seenFirst <= Math.ceil(seen / rowHeight) + 1);
      }),
    );
  });
});

describe('displayText', () => {
  it('takes out what hides, reorders or breaks lines', () => {
    assert.equal(displayText('a\u202eb\u2066c\u0000d\ne\u001b[31mf\u200bg\u{e0041}h\ufeff'), 'a b c d e [31mf g h');
  });

  it('keeps what scripts and emoji need', () => {
    for (const text of ['می‌خواهم', '👩‍🔧', 'Ç é 北京']) assert.equal(displayText(text), text);
  });

  it('makes half characters visible and long texts short', () => {
    assert.equal(displayText('a\ud800b'), 'a\ufffdb');
    assert.equal(displayText('x'.repeat(1_000_000)).length, 301);
  });
});
