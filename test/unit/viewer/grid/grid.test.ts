import assert from 'node:assert/strict';
import fc from 'fast-check';
import { headerPosition, moved } from '../../../../src/viewer/grid/grid-keys.ts';
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

describe('moved', () => {
  const bounds = { rows: 100, columns: 8, page: 10 };
  const cases: readonly [string, boolean, [number, number], [number, number]][] = [
    ['ArrowDown', false, [headerPosition, 2], [0, 2]],
    ['ArrowDown', false, [99, 2], [99, 2]],
    ['ArrowDown', true, [5, 2], [99, 2]],
    ['ArrowUp', false, [0, 2], [headerPosition, 2]],
    ['ArrowUp', false, [headerPosition, 2], [headerPosition, 2]],
    ['ArrowUp', true, [50, 2], [0, 2]],
    ['ArrowRight', false, [3, 7], [3, 7]],
    ['ArrowRight', false, [3, 0], [3, 1]],
    ['ArrowLeft', false, [3, 0], [3, 0]],
    ['PageDown', false, [3, 1], [13, 1]],
    ['PageDown', false, [95, 1], [99, 1]],
    ['PageUp', false, [95, 1], [85, 1]],
    ['PageUp', false, [4, 1], [0, 1]],
    ['PageUp', false, [0, 1], [headerPosition, 1]],
    ['Home', false, [40, 5], [40, 0]],
    ['End', false, [40, 5], [40, 7]],
    ['Home', true, [40, 5], [0, 0]],
    ['End', true, [40, 5], [99, 7]],
  ];
  for (const [key, control, [position, column], [toPosition, toColumn]] of cases) {
    it(`${control ? 'Ctrl+' : ''}${key} from ${position}/${column} leads to ${toPosition}/${toColumn}`, () => {
      assert.deepEqual(moved({ position, column }, key, control, bounds), { position: toPosition, column: toColumn });
    });
  }

  it('leaves other keys alone', () => assert.equal(moved({ position: 0, column: 0 }, 'a', false, bounds), undefined));

  it('stays in the header of an empty grid', () => {
    for (const key of ['ArrowDown', 'PageDown', 'End', 'Home']) {
      assert.equal(moved({ position: headerPosition, column: 0 }, key, true, { ...bounds, rows: 0 })?.position, -1);
    }
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
