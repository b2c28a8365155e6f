import assert from 'node:assert/strict';
import { columnTracks } from '../../../../src/viewer/grid/column-tracks.ts';
import {
  type Layout,
  defaultLayout,
  readLayout,
  resized,
  visible,
  withHidden,
} from '../../../../src/viewer/grid/layout.ts';

const ids = (layout: Layout) => layout.map(({ id }) => id);

describe('the layout of the columns', () => {
  it('keeps widths that can be seen, and the last column', () => {
    const width = (pixels: number) =>
      resized(defaultLayout(), 'energy', pixels).find(({ id }) => id === 'energy')?.width;
    assert.deepEqual([width(10), width(200.4), width(1e6)], [48, 200, 1200]);
    const one = ids(defaultLayout()).reduce((layout, id) => withHidden(layout, id, true), defaultLayout());
    assert.deepEqual(ids(visible(one)), ['chargingType']);
  });

  it('reads what was kept as far as it can, each column once', () => {
    const kept = [
      { id: 'energy', width: 90, hidden: true },
      { id: 'gone' },
      { id: 'energy' },
      7,
      { id: 'location', width: 1 },
    ];
    const layout = readLayout(kept);
    assert.deepEqual(layout.slice(0, 2), [{ id: 'energy' }, { id: 'location' }]);
    assert.deepEqual(ids(layout).toSorted(), ids(defaultLayout()).toSorted());
    assert.deepEqual(
      readLayout(JSON.parse(JSON.stringify(resized(defaultLayout(), 'energy', 99)))),
      resized(defaultLayout(), 'energy', 99),
    );
    for (const nothing of [undefined, null, 'x', {}]) assert.equal(readLayout(nothing), defaultLayout());
  });

  it('gives the style sheet a track for each column', () => {
    const tracks = columnTracks([{ id: 'energy', width: 90 }, { id: 'location' }], () => 'Place');
    assert.deepEqual(tracks, {
      template: '90px minmax(max(17em - var(--spare-location, var(--spare)), 7.8em - var(--spare-head)), 1fr)',
      least: 'round(up, 90px + max(17em - var(--spare-location, var(--spare)), 7.8em - var(--spare-head)), 1px)',
      first: '90px',
    });
  });

  it('makes a column as wide as its header with the arrow and the rank of the order beside it, and no wider', () => {
    const width = (label: string, id: 'energy' | 'isPublic' | 'startPercentRemaining' = 'energy') =>
      Math.max(
        ...Array.from(columnTracks([{ id }], () => label).first.matchAll(/([\d.]+)em -/g), ([, em]) => Number(em)),
      );
    assert.equal(width('E'), 8);
    assert.ok(width('Energy (kWh)') > 10);
    assert.ok(width('Durchschnittliche Leistung (kW)') > 20);
    assert.ok(width('Public', 'isPublic') < 8.5);
    assert.ok(width('Start level', 'startPercentRemaining') < 11);
  });
});
