import assert from 'node:assert/strict';
import { columnTracks, leastWidth } from '../../../../src/viewer/grid/column-tracks.ts';
import {
  type Layout,
  defaultLayout,
  fitting,
  readLayout,
  resized,
  visible,
  withHidden,
} from '../../../../src/viewer/grid/layout.ts';
import type { ColumnId } from '../../../../src/viewer/data/view-columns.ts';

const room = { width: 1000, em: 13, isNarrow: false };
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

  it('gives the style sheet a track for each column, in whole pixels', () => {
    const tracks = columnTracks([{ id: 'energy', width: 90 }, { id: 'location' }], ({ id, width }) =>
      leastWidth({ id, width }, () => 'Place', room),
    );
    assert.deepEqual(tracks, { template: '90px minmax(221px, 10fr)', least: '311px', first: '90px' });
  });

  it('makes a column as wide as its header with the arrow and the rank of the order beside it, and no wider', () => {
    const width = (label: string, id: ColumnId = 'energy') => leastWidth({ id }, () => label, room) / room.em;
    assert.equal(width('E'), 8);
    assert.ok(width('Energy (kWh)') > 10);
    assert.ok(width('Durchschnittliche Leistung (kW)') > 20);
    assert.ok(width('Public', 'isPublic') < 8.5);
    assert.ok(width('Start level', 'startPercentRemaining') < 11);
  });

  it('leaves out what does not fit, by how much it says, and nothing that somebody has chosen', () => {
    const shown = (width: number, layout: Layout = defaultLayout()) =>
      ids(fitting(visible(layout), () => 100, width)).join(' ');
    const all = 'chargeStart energy duration levels location chargingType';
    const stages = [600, 599, 499, 399, 299, 199, 99].map((width) => shown(width).split(' ').length);
    assert.deepEqual(stages, [6, 5, 4, 3, 2, 1, 1]);
    assert.equal(shown(500), 'chargeStart energy duration levels chargingType');
    assert.equal(shown(300), 'chargeStart energy levels');
    const kept = JSON.parse(JSON.stringify(withHidden(defaultLayout(), 'location', false))) as unknown;
    assert.equal(shown(300, readLayout(kept)), 'chargeStart energy location');
    assert.equal(shown(300, resized(defaultLayout(), 'location', 99)), 'chargeStart energy location');
    assert.equal(shown(100, withHidden(defaultLayout(), 'averagePower', false)), 'chargeStart averagePower');
    const own = defaultLayout().map(({ id, hidden = false }) => ({ id, hidden }));
    assert.equal(shown(100, own), all);
  });
});
