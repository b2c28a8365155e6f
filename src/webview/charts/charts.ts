// The charts' own script, fetched by `chart-script.ts`. It hands itself over by an event of its element: nothing of it
// is global.
import type { ChartHost, ChartId, ChartView } from './chart-common.ts';
import { EnergyChart } from './chart-energy.ts';
import { GainChart } from './chart-gain.ts';
import { LevelsChart } from './chart-levels.ts';
import { WeekChart } from './chart-week.ts';

/** @param host what each chart needs of the page */
export type MakeCharts = (host: (id: ChartId) => ChartHost) => Readonly<Record<ChartId, ChartView>>;

const makeCharts: MakeCharts = (host) => ({
  energy: new EnergyChart(host('energy')),
  levels: new LevelsChart(host('levels')),
  week: new WeekChart(host('week')),
  gain: new GainChart(host('gain')),
});

document.currentScript?.dispatchEvent(new CustomEvent('charts', { detail: makeCharts }));
