import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ColumnId } from '../../../../src/webview/data/view-columns.ts';
import { type Match, Matches } from '../../../../src/webview/find/matches.ts';

const columns: readonly ColumnId[] = ['location', 'energy', 'isPublic'];

const found = fc
  .uniqueArray(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: columns.length - 1 })), { selector: String, maxLength: 40 })
  .map((places) =>
    places
      .sort(([a, x], [b, y]) => a - b || x - y)
      .map(([position, column]): Match => ({ position, column: columns[column] ?? 'location' })),
  );

function matchesOf(list: readonly Match[], most?: number): Matches {
  const matches = new Matches(most);
  for (const match of list) matches.add(match);
  return matches;
}

describe('Matches', () => {
  it('are those that were added, and know the place of each', () => {
    fc.assert(
      fc.property(found, (list) => {
        const matches = matchesOf(list);
        assert.deepEqual(
          Array.from({ length: matches.length }, (_, index) => matches.at(index)),
          list,
        );
        for (const [index, match] of list.entries()) assert.equal(matches.indexOf(match), index);
        assert.equal(matches.at(list.length), undefined);
      }),
    );
  });

  it('know the first one from a row on', () => {
    fc.assert(
      fc.property(found, fc.nat({ max: 45 }), (list, position) => {
        const expected = list.findIndex((match) => match.position >= position);
        assert.equal(matchesOf(list).following(position), expected === -1 ? list.length : expected);
      }),
    );
  });

  it('do not know others: not in the same row, and not in a column that is not searched', () => {
    const matches = matchesOf([{ position: 3, column: 'energy' }]);
    assert.equal(matches.indexOf({ position: 3, column: 'location' }), -1);
    assert.equal(matches.indexOf({ position: 4, column: 'chargingType' }), -1);
    assert.equal(new Matches().indexOf({ position: 0, column: 'energy' }), -1);
  });

  it('are as many as there may be, and say when there may be more', () => {
    const list = Array.from({ length: 5000 }, (_, position): Match => ({ position, column: 'energy' }));
    const all = matchesOf(list);
    assert.deepEqual([all.length, all.isFull, all.at(4999)], [5000, false, list[4999]]);
    const some = matchesOf(list, 3000);
    assert.deepEqual([some.length, some.isFull, some.at(2999), some.at(3000)], [3000, true, list[2999], undefined]);
  });
});
