import { drawBars } from './chart-bars.ts';
import { type ChartData, type ChartHost, Swatch, chosenRows, vehicleSwatches } from './chart-common.ts';
import { LocalDays } from './local-days.ts';
import { drawInside } from './plot-canvas.ts';
import { PlotChart } from './plot-chart.ts';
import { type BrushedArea, PlotFrame } from './plot-frame.ts';
import { fill } from './text.ts';
import { dayAxis, daysRange, energyAxis } from './chart-axes.ts';

/**
 * Days in order, as uPlot wants them: seconds, all energy, and then parts of it, each within the one before: the public
 * part, or the energy of all vehicles but the first, but the first two, and so on.
 */
type DayData = [number[], number[], ...number[][]];

/** Whether the system's colours are forced, which can change at any time. */
function isForced(): boolean {
  return matchMedia('(forced-colors: active)').matches;
}

/** Energy per day as bars, in two colours for public and other, or with a part for each vehicle. */
export class EnergyChart extends PlotChart {
  readonly #host: ChartHost;
  readonly #other = new Swatch('other', true);
  readonly #public = new Swatch('public', true);
  protected readonly frame: PlotFrame;
  readonly key: readonly HTMLElement[];
  #days: DayData = [[], [], []];
  #data: ChartData | undefined;

  constructor(host: ChartHost) {
    super();
    this.#host = host;
    const { strings, formats } = host;
    const swatches = host.vehicles.length > 0 ? vehicleSwatches(host) : [this.#other, this.#public];
    const labels = host.vehicles.length > 0 ? host.vehicles : [strings.otherEnergy, strings.publicEnergy];
    this.key = swatches.map((swatch, index) => swatch.labelled(labels[index] ?? ''));
    this.frame = new PlotFrame({
      brush: 'x',
      xRange: () => daysRange(this.#days[0]),
      yRange: () => [0, Math.max(0, ...this.#days[1]) * 1.08 || 1],
      xAxis: dayAxis(formats),
      yAxis: energyAxis(strings, formats),
      series: swatches.map(() => ({ paths: () => null, points: { show: false } })),
      draw: (plot) => drawInside(plot, (ctx, scale) => drawBars(ctx, scale, this.#days, swatches, isForced())),
      onBrush: (area) => this.#brush(area),
      onPoint: (at) => this.#point(at?.index),
    });
  }

  show(data: ChartData): void {
    this.#data = data;
    const sorted = [...data.days].sort(([a], [b]) => a - b);
    const { vehicles } = this.#host;
    const stacked = vehicles.slice(1).map((_, before) => {
      const above = data.vehicleDays.slice(before + 1);
      return sorted.map(([time]) => above.reduce((sum, days) => sum + (days.get(time)?.total ?? 0), 0));
    });
    this.#days = [
      sorted.map(([time]) => time / 1000),
      sorted.map(([, energy]) => energy.total),
      ...(vehicles.length > 0 ? stacked : [sorted.map(([, energy]) => energy.public)]),
    ];
    this.frame.show(this.#days, this.#summary());
  }

  /** A bar stands at the midnight that begins its day: the days whose bars' middles are brushed are chosen. */
  #brush(area: BrushedArea | undefined): void {
    const { onBrush, formats, strings } = this.#host;
    const days = area && this.#days[0].filter((time) => time >= area.x[0] && time <= area.x[1]);
    const first = days?.[0];
    const last = days?.at(-1);
    if (first === undefined || last === undefined || !this.#data) {
      onBrush(undefined);
      return;
    }
    const { chargeStart } = this.#data.store;
    const local = new LocalDays(formats.zone);
    const label = fill(strings.rangeBoth, formats.day(first * 1000), formats.day(last * 1000));
    onBrush(
      chosenRows(this.#data, label, (row) => {
        const day = local.startOf(chargeStart.at(row)) / 1000;
        return day >= first && day <= last;
      }),
    );
  }

  #point(index: number | undefined): void {
    const [times, totals, ...parts] = this.#days;
    const time = index === undefined ? undefined : times[index];
    const { formats, strings, vehicles, onPoint } = this.#host;
    if (time === undefined || index === undefined) {
      onPoint('');
      return;
    }
    const total = formats.energyWithUnit(totals[index] ?? 0);
    const day = formats.day(time * 1000);
    if (vehicles.length === 0) {
      onPoint(fill(strings.dayValue, day, total, formats.energyWithUnit(parts[0]?.[index] ?? 0)));
      return;
    }
    const own = vehicles.map((name, vehicle) => {
      const energy = ([totals, ...parts][vehicle]?.[index] ?? 0) - (parts[vehicle]?.[index] ?? 0);
      return `${name} ${formats.energyWithUnit(energy)}`;
    });
    onPoint(`${day}: ${own.join(', ')}`);
  }

  #summary(): string {
    const [times, totals] = this.#days;
    const { strings, formats } = this.#host;
    const first = times[0];
    const last = times.at(-1);
    if (first === undefined || last === undefined) return strings.chartEmpty;
    let highest = 0;
    let sum = 0;
    totals.forEach((total, index) => {
      sum += total;
      if (total > (totals[highest] ?? 0)) highest = index;
    });
    return fill(
      strings.chartSummary,
      formats.day(first * 1000),
      formats.day(last * 1000),
      formats.count(times.length),
      formats.day((times[highest] ?? first) * 1000),
      formats.energyWithUnit(totals[highest] ?? 0),
      formats.energyWithUnit(sum),
    );
  }
}
