// The charts' separate script, loaded by `chart-set.ts`. It passes on its export by an event of its script element, so
// that nothing becomes global.
import { type Translate, setTranslator } from '../../common/translate.ts';
import type { ChartHost, ChartId, ChartView } from './chart.ts';
import { EnergyChart } from './energy-chart.ts';
import { GainChart } from './gain-chart.ts';
import { LevelsChart } from './levels-chart.ts';
import { WeekChart } from './week-chart.ts';

/**
 * @param host what each chart needs from the page
 * @param language the page's: this script has a translator of its own
 */
export type MakeCharts = (
  host: (id: ChartId) => ChartHost,
  language: Translate,
) => Readonly<Record<ChartId, ChartView>>;

const makeCharts: MakeCharts = (host, language) => {
  setTranslator(language);
  return {
    energy: new EnergyChart(host('energy')),
    levels: new LevelsChart(host('levels')),
    week: new WeekChart(host('week')),
    gain: new GainChart(host('gain')),
  };
};

document.currentScript?.dispatchEvent(new CustomEvent('charts', { detail: makeCharts }));
