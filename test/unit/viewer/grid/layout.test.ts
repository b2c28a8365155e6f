import assert from 'node:assert/strict';
import { columnTracks } from '../../../../src/viewer/grid/column-tracks.ts';
import {
  type Layout,
  defaultLayout,
  movedBefore,
  movedBy,
  readLayout,
  resized,
  visible,
  withExtraFieldsOf,
  withHidden,
  withoutExtraFields,
} from '../../../../src/viewer/grid/layout.ts';
import { isExtraField } from '../../../../src/viewer/data/view-columns.ts';

const ids = (layout: Layout) => layout.map(({ id }) => id);

describe('the layout of the columns', () => {
  it('moves a column over its visible neighbours, and not out of the table', () => {
    const hidden = withHidden(defaultLayout(), 'energy', true);
    assert.deepEqual(ids(movedBy(hidden, 'duration', -1)).slice(0, 3), ['duration', 'chargeStart', 'energy']);
    assert.deepEqual(ids(visible(movedBy(hidden, 'chargeStart', 1))).slice(0, 2), ['duration', 'chargeStart']);
    assert.equal(movedBy(hidden, 'chargeStart', -1), hidden);
    assert.equal(movedBy(hidden, 'chargingType', 1), hidden);
    assert.equal(ids(movedBefore(defaultLayout(), 'chargeStart', undefined)).at(-1), 'chargeStart');
    assert.equal(movedBefore(defaultLayout(), 'energy', 'energy'), defaultLayout());
  });

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

  it('shows no column of what the records have not, and keeps it for those that have it', () => {
    const chosen = readLayout([{ id: 'cost' }, { id: 'energy' }, { id: 'latitude', hidden: true }, { id: 'location' }]);
    const offered = withoutExtraFields(chosen);
    assert.deepEqual(ids(visible(offered)).slice(0, 2), ['energy', 'location']);
    assert.ok(!ids(visible(offered)).includes('cost'));
    const moved = withExtraFieldsOf(movedBy(offered, 'energy', 1), chosen);
    assert.deepEqual(ids(visible(moved)).slice(0, 3), ['cost', 'location', 'energy']);
    const last = withHidden(withoutExtraFields([{ id: 'cost' }, { id: 'energy' }]), 'energy', true);
    assert.deepEqual(ids(visible(last)), ['energy'], 'the last column that is seen stays');
    const onlyCost = defaultLayout().map(({ id }) => ({ id, hidden: id !== 'cost' }));
    assert.deepEqual(withoutExtraFields(onlyCost), defaultLayout(), 'no table is without columns');
    assert.ok(!ids(visible(defaultLayout())).some((id) => isExtraField(id)), 'nobody sees them before they choose to');
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
