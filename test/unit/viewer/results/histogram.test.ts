import assert from 'node:assert/strict';
import fc from 'fast-check';
import { barCounts, barEdges } from '../../../../src/viewer/results/histogram.ts';
import { inZone } from '../in-zone.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('barEdges', () => {
  it('are round numbers around all values', () => {
    assert.deepEqual(barEdges('energy', 3.2, 47, 'utc'), [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50]);
    assert.deepEqual(barEdges('fraction', 0.35, 1, 'utc'), [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    assert.deepEqual(barEdges('energy', -5, 5, 'utc'), [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]);
  });

  it('are minutes and hours of durations', () => {
    const edges = barEdges('duration', 20 * minute, 5 * hour, 'utc');
    assert.deepEqual(
      edges.map((edge) => edge / minute),
      [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300],
    );
    assert.deepEqual(barEdges('duration', 0, 2400 * hour, 'utc').slice(0, 2), [0, 240 * hour]);
  });

  it("are the zone's midnights of times, also where the clocks change", () => {
    inZone('Europe/Berlin', () => {
      const from = Date.parse('2026-10-24T20:00Z');
      const edges = barEdges('time', from, Date.parse('2026-10-26T22:30Z'), 'local');
      assert.deepEqual(
        edges.map((edge) => new Date(edge).toISOString()),
        [
          '2026-10-23T22:00:00.000Z',
          '2026-10-24T22:00:00.000Z',
          '2026-10-25T23:00:00.000Z',
          '2026-10-26T23:00:00.000Z',
        ],
      );
    });
    assert.equal(barEdges('time', Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 31), 'utc').length, 13);
  });

  it('are none where they would say nothing', () => {
    const nothing = [
      [NaN, NaN],
      [7, 7],
      [0, Number.MIN_VALUE],
      [1, 1 + Number.EPSILON],
      [-Number.MAX_VALUE, Number.MAX_VALUE],
    ] as const;
    for (const [least, greatest] of nothing) assert.deepEqual(barEdges('energy', least, greatest, 'utc'), []);
    const morning = Date.UTC(2026, 10, 1, 7);
    assert.deepEqual(barEdges('time', morning, morning + hour, 'utc'), []);
  });
});

describe('barCounts', () => {
  it('take a level for what it is in 32 bits', () => {
    const levels = Float64Array.from([0.3, 0.35, 0.4, 0.45, 0.5], Math.fround);
    const edges = barEdges('fraction', Math.fround(0.3), 0.5, 'utc');
    assert.deepEqual(edges, [0.3, 0.32, 0.34, 0.36, 0.38, 0.4, 0.42, 0.44, 0.46, 0.48, 0.5]);
    assert.deepEqual(barCounts('fraction', levels, edges), [1, 0, 1, 0, 0, 1, 0, 1, 0, 1]);
  });

  it('count every value once, in 12 bars at most', () => {
    const kinds = fc.constantFrom('energy', 'fraction', 'duration', 'power', 'time');
    const numbers = fc.oneof(fc.double({ noNaN: true, min: -1e13, max: 1e13 }), fc.integer({ min: -50, max: 50 }));
    fc.assert(
      fc.property(kinds, fc.array(numbers, { minLength: 1, maxLength: 50 }), (kind, list) => {
        const sorted = Float64Array.from(list, kind === 'time' ? Math.round : Number).sort();
        const edges = barEdges(kind, sorted[0] ?? NaN, sorted.at(-1) ?? NaN, 'utc');
        if (edges.length === 0) return;
        const counts = barCounts(kind, sorted, edges);
        assert.ok(counts.length <= 12 && counts.every((count) => count >= 0));
        assert.equal(
          counts.reduce((sum, count) => sum + count, 0),
          list.length,
        );
        assert.ok((counts[0] ?? 0) > 0 && (counts.at(-1) ?? 0) > 0, 'no bar at an end is empty');
      }),
    );
  });
});
