import assert from 'node:assert/strict';
import { growsWithSize } from '../../../../tools/lib/growth.ts';
import { type TimedRecord, compareRecords } from '../../../../../src/extension/records/compare/compare-records.ts';

const at = (start: number | null, energy: unknown = 20): TimedRecord => ({
  start,
  json: JSON.stringify({ chargeStart: start, energy }),
});

function compared(left: readonly TimedRecord[], right: readonly TimedRecord[]) {
  const { added, gone, changed, same, ...texts } = compareRecords(left, right);
  const energies = (text: string) => (JSON.parse(text) as { energy: unknown }[]).map(({ energy }) => energy);
  return { counts: [added, gone, changed, same], left: energies(texts.left), right: energies(texts.right) };
}

describe('two sets of charge records', () => {
  it('are the same in any order, with members in any order and any spaces', () => {
    const other = { start: 1, json: '{ "energy" : 20,\n "chargeStart":1 }' };
    assert.deepEqual(compared([at(1), at(2)], [at(2), other]), { counts: [0, 0, 0, 2], left: [], right: [] });
    assert.deepEqual(compared([], []), { counts: [0, 0, 0, 0], left: [], right: [] });
  });

  it('differ by what was added, is gone and has changed, by start', () => {
    const left = [at(5, 'same'), at(3, 'old'), at(1, 'gone')];
    const right = [at(4, 'added'), at(3, 'new'), at(5, 'same')];
    assert.deepEqual(compared(left, right), {
      counts: [1, 1, 1, 1],
      left: ['gone', 'old'],
      right: ['new', 'added'],
    });
  });

  it('have those of one start paired with those alike, and the others in their order', () => {
    assert.deepEqual(compared([at(1, 'a'), at(1, 'b'), at(1, 'c')], [at(1, 'c'), at(1, 'a')]), {
      counts: [0, 1, 0, 2],
      left: ['b'],
      right: [],
    });
    assert.deepEqual(compared([at(1, 'a'), at(1, 'b')], [at(1, 'b'), at(1, 'x'), at(1, 'y')]), {
      counts: [1, 0, 1, 1],
      left: ['a'],
      right: ['x', 'y'],
    });
  });

  it('count what is there twice as two', () => {
    assert.deepEqual(compared([at(1), at(1)], [at(1)]).counts, [0, 1, 0, 1]);
    assert.deepEqual(compared([at(1)], [at(1), at(1), at(1)]).counts, [2, 0, 0, 1]);
  });

  it('do not pair those without a start, which come last, unless they are alike', () => {
    assert.deepEqual(compared([at(null, 'x'), at(null, 'y'), at(9, 'z')], [at(null, 'y'), at(null, 'w'), at(9, 'q')]), {
      counts: [1, 1, 1, 1],
      left: ['z', 'x'],
      right: ['q', 'w'],
    });
  });

  it('may hold what is no record', () => {
    const bad = ['"{broken"', '7', 'null', '[1,{"b":1,"a":2}]'].map((json) => ({ start: null, json }));
    const { left, right, ...counts } = compareRecords(bad, [{ start: null, json: '[1,{"a":2,"b":1}]' }]);
    assert.deepEqual(counts, { added: 0, gone: 3, changed: 0, same: 1 });
    assert.deepEqual(JSON.parse(left), ['{broken', 7, null]);
    assert.equal(right, '[]\n');
  });

  it('are shown to the letter, members by name, a line each', () => {
    const [old, now] = ['{"chargeStart":"x","energy":21.50}', '{"energy":21.6,"chargeStart":"x"}'];
    const { left, right } = compareRecords([{ start: 1, json: old }], [{ start: 1, json: now }]);
    assert.equal(left, '[\n  {\n    "chargeStart": "x",\n    "energy": 21.50\n  }\n]\n');
    assert.equal(right, '[\n  {\n    "chargeStart": "x",\n    "energy": 21.6\n  }\n]\n');
  });

  const alike = [
    ['"\\u00fc"', '"ü"'],
    ['"\\/"', '"/"'],
    ['"\\ud83d\\ude97"', '"🚗"'],
    ['"\\u0061\\n"', '"a\\u000A"'],
    ['100.0', '100'],
    ['1e2', '100'],
    ['1E+2', '100.00'],
    ['0.5', '5e-1'],
    ['-0', '0.0e7'],
    ['12345678901234567890.0', '1234567890123456789e1'],
    ['{"\\u0061":1,"b":[1.0]}', '{"b":[1],"a":1}'],
  ] as const;
  for (const [one, other] of alike) {
    it(`are the same by value: ${one} and ${other}`, () => {
      const sides = [one, other].map((json) => [{ start: 1, json: `{"energy":${json}}` }]);
      const { changed, same } = compareRecords(sides[0] ?? [], sides[1] ?? []);
      assert.deepEqual([changed, same], [0, 1]);
    });
  }

  for (const [one, other] of [
    ['12345678901234567890', '12345678901234567891'],
    ['0.1000000000000000055', '0.1'],
    ['1e400', '1e401'],
    ['1e99999999999999999999', '1e99999999999999999998'],
    ['"1"', '1'],
    ['"ü"', '"u\u0308"'],
    ['-1', '1'],
    ['null', '""'],
    ['"\\ud800"', '"\\ud801"'],
  ] as const) {
    it(`are not the same: ${one} and ${other}`, () => {
      const sides = [one, other].map((json) => [{ start: 1, json: `{"energy":${json}}` }]);
      assert.equal(compareRecords(sides[0] ?? [], sides[1] ?? []).changed, 1);
    });
  }

  it('have values that are alike spelled alike where another one differs', () => {
    const [old, now] = ['{"a":100.0,"b":"\\u00fc","c":1}', '{"\\u0061":1e2,"b":"ü","c":2.0}'];
    const { left, right } = compareRecords([{ start: 1, json: old }], [{ start: 1, json: now }]);
    assert.equal(left, '[\n  {\n    "a": 100.0,\n    "b": "\\u00fc",\n    "c": 1\n  }\n]\n');
    assert.equal(right, '[\n  {\n    "a": 100.0,\n    "b": "\\u00fc",\n    "c": 2.0\n  }\n]\n');
  });

  it('are compared by value in time that grows with their size', async () => {
    const digits = (zeros: number) => [{ start: 1, json: `[1${'0'.repeat(zeros)}1,${'0.0,'.repeat(zeros / 4)}1]` }];
    await growsWithSize(
      [25_000, 400_000],
      (zeros) => [digits(zeros), digits(zeros + 4)] as const,
      (sides) => compareRecords(...sides),
    );
  });

  it('may be large, alike or all different', () => {
    const many = (energy: (n: number) => unknown) =>
      Array.from({ length: 100_000 }, (_, n) => at(n % 7 === 0 ? 0 : n, energy(n)));
    assert.deepEqual(compareRecords(many(String), many(String)).same, 100_000);
    const { added, gone, changed } = compareRecords(
      many(String),
      many((n) => `other ${n}`),
    );
    assert.deepEqual([added, gone, changed], [0, 0, 100_000]);
  });
});
