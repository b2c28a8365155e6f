import assert from 'node:assert/strict';
import { Brush } from '../../../../src/viewer/analysis/brush.ts';
import { type BrushedArea, readBrushedArea } from '../../../../src/viewer/charts/brushed-area.ts';
import { ViewModel } from '../../../../src/viewer/rows/view-model.ts';
import { Formats } from '../../../../src/viewer/formats/formats.ts';
import { storeOf } from '../stores.ts';

const seconds = (day: number) => Date.UTC(2026, 10, day) / 1000;
const areas: readonly BrushedArea[] = [
  { chart: 'energy', days: [seconds(2), seconds(3)] },
  { chart: 'levels', times: [seconds(2), seconds(4)] },
  // Monday and Tuesday.
  { chart: 'week', hours: Array.from({ length: 48 }, (_, hour) => 24 + hour) },
  { chart: 'gain', gains: [0.2, 0.6], energies: [15, 35] },
];

describe('A brush', () => {
  const at = (day: number, energy: number) => ({
    chargeStart: new Date(seconds(day) * 1000 + 3_600_000).toISOString(),
    energy,
  });
  // From a Sunday on.
  const store = storeOf(at(1, 10), at(2, 20), at(3, 30), at(4, 40));
  let view: ViewModel;
  let formats: Formats;
  let brush: Brush;
  let shown: (readonly [chart: string, area: BrushedArea | undefined])[];
  const rows = () => Array.from({ length: view.count }, (_, position) => view.rowAt(position));

  beforeEach(() => {
    view = new ViewModel('en');
    view.setStore(store, true);
    formats = new Formats('en', 'kWh');
    formats.zone = 'utc';
    shown = [];
    brush = new Brush(view, formats, (chart, area) => shown.push([chart, area]));
    view.onDidChange(() => brush.follow());
  });

  for (const area of areas) {
    it(`chooses by the chart of ${area.chart}, and so it does again when it was kept`, () => {
      brush.choose(area.chart, area);
      assert.deepEqual(rows(), [1, 2]);
      const kept = readBrushedArea(JSON.parse(JSON.stringify(brush.area)));
      brush.end();
      assert.deepEqual(rows(), [0, 1, 2, 3]);
      assert.equal(brush.area, undefined);
      assert.deepEqual(shown, [[area.chart, undefined]]);
      brush.restore(kept ?? assert.fail());
      assert.deepEqual(rows(), [1, 2]);
      assert.deepEqual(shown.at(-1), [area.chart, area]);
    });
  }

  it('that reaches the upper edge of the chart of gain chooses what is drawn there, however much it is, also when it was kept', () => {
    brush.choose('gain', { chart: 'gain', gains: [0.2, 0.6], energies: [15, 25], upwards: true });
    assert.deepEqual(rows(), [1, 2, 3]);
    const kept = readBrushedArea(JSON.parse(JSON.stringify(brush.area)));
    brush.end();
    brush.restore(kept ?? assert.fail());
    assert.deepEqual(rows(), [1, 2, 3]);
  });

  it('holds for the records that come next', () => {
    brush.choose('gain', areas[3]);
    view.setStore(storeOf(at(1, 20), at(1, 50)), true);
    assert.deepEqual(rows(), [0]);
    assert.equal(brush.chart, 'gain');
  });

  it('is one at a time', () => {
    brush.choose('energy', areas[0]);
    brush.choose('gain', areas[3]);
    assert.deepEqual(shown, [['energy', undefined]]);
    brush.choose('energy', undefined);
    assert.equal(brush.chart, 'gain', 'a chart ends its own only');
  });

  it('of days or hours is that of one clock', () => {
    for (const area of areas.slice(0, 3)) {
      brush.choose(area.chart, area);
      formats.zone = 'local';
      brush.followClock();
      assert.equal(brush.area, undefined, area.chart);
      formats.zone = 'utc';
    }
    brush.choose('gain', areas[3]);
    formats.zone = 'local';
    brush.followClock();
    assert.equal(brush.chart, 'gain');
  });

  it('is none where nothing can be read of it', () => {
    const odd = [
      { chart: 'energy', days: [1] },
      { chart: 'levels', times: ['1', '2'] },
      { chart: 'week', hours: 3 },
      { chart: 'week', hours: [] },
      { chart: 'gain', gains: [0, 1] },
      { chart: 'pie', days: [1, 2] },
    ];
    for (const kept of [undefined, null, 3, [], 'x', ...odd]) assert.equal(readBrushedArea(kept), undefined);
  });
});
