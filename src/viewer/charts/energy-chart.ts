import { t } from '../../common/translate.ts';
import type { BrushedArea } from './brushed-area.ts';
import { Swatch } from '../plot/swatch.ts';
import { type ChartData, type ChartHost, emptyDay, vehicleSwatches, whyNothing } from './chart.ts';
import { LocalDays } from '../formats/local-days.ts';
import { drawBar, drawInside, type PlotScale } from '../plot/plot-canvas.ts';
import type { Span } from '../base/span.ts';
import { PlotChart } from './plot-chart.ts';
import { type PlotArea, PlotFrame } from '../plot/plot-frame.ts';
import { AxisTop, CutOff, mostToScale } from './axis-top.ts';
import { day, dayAxis, daysRange, energyAxis } from './axes.ts';

/** Width of a bar: a fraction of its day's width, within these limits in pixels of the page. */
const part = 0.7;
const [thinnest, widest] = [1, 28];

/**
 * Draws a bar for each time and series, with later series in front. Draws single rectangles, because filling a path of
 * thousands of them takes many times as long.
 *
 * @param data times in seconds, and the values of each series
 */
function drawBars(
  ctx: CanvasRenderingContext2D,
  { x0, perX, y0, perY }: PlotScale,
  [times = [], ...series]: readonly (readonly number[])[],
  swatches: readonly Swatch[],
): void {
  const wide = Math.round(Math.max(thinnest, Math.min(day * perX * part, widest * devicePixelRatio)));
  series.forEach((values, index) => {
    const ink = swatches[index]?.ink(ctx);
    times.forEach((time, at) => {
      const tall = (values[at] ?? 0) * perY;
      if (ink) drawBar(ctx, ink, Math.round(x0 + time * perX - wide / 2), y0 - tall, wide, tall);
    });
  });
}

const halfDay = 43_200;

/**
 * Days in order, in uPlot's format: seconds, total energy, and then parts of it, each contained in the one before:
 * either the public part, or the energy of all vehicles but the first, of all but the first two, and so on.
 */
type DayData = [number[], number[], ...number[][]];

/** Energy per day as bars, in two colours for public and other charges, or with a part for each vehicle. */
export class EnergyChart extends PlotChart {
  readonly #host: ChartHost;
  readonly #other = new Swatch('other', true);
  readonly #public = Swatch.striped('public');
  protected readonly frame: PlotFrame;
  readonly #cutOff: CutOff;
  readonly key: readonly HTMLElement[];
  #days: DayData = [[], [], []];
  #top = 0;
  #data: ChartData | undefined;

  constructor(host: ChartHost) {
    super();
    this.#host = host;
    const { formats } = host;
    const swatches = host.vehicles.length > 0 ? vehicleSwatches(host, 'bars') : [this.#other, this.#public];
    this.#cutOff = new CutOff(host);
    const labels = host.vehicles.length > 0 ? host.vehicles : [t('Not public'), t('Public')];
    const parts = swatches.map((swatch, index) => swatch.labelled(labels[index] ?? ''));
    this.key = [...parts, this.#cutOff.element];
    this.frame = new PlotFrame({
      brush: 'x',
      snapped: (x) => this.#wholeDays(x),
      xRange: () => daysRange(this.#days[0]),
      xStep: day,
      yRange: () => [0, this.#top * 1.08 || 1],
      xAxis: dayAxis(formats),
      yAxis: energyAxis(formats),
      series: swatches.map(() => ({ paths: () => null, points: { show: false } })),
      draw: (plot) => drawInside(plot, (ctx, scale) => drawBars(ctx, scale, this.#days, swatches)),
      onBrush: (area) => this.#brush(area),
      places: (take) => this.#days[0].forEach((x, index) => take({ x, y: this.#days[1][index] ?? 0, index })),
      describe: (index) => this.#describe(index),
      elsewhere: ({ x }) => this.#elsewhere(x),
      onPoint: host.onPoint,
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
    const most = data.nominals.map(mostToScale);
    const isUnlikely = (time: number, highest: number) => {
      if (vehicles.length === 0) return highest > (most[0] ?? Infinity);
      return most.some((own, vehicle) => (data.vehicleDays[vehicle]?.get(time)?.highest ?? 0) > own);
    };
    const axis = new AxisTop();
    for (const [time, { total, highest }] of sorted) axis.add(total, isUnlikely(time, highest));
    this.#top = axis.top;
    this.#cutOff.show(axis.cutOff);
    if (sorted.length > 0) this.frame.show(this.#days, this.#summary());
    else this.frame.showNothing(this.#summary());
  }

  /**
   * Each bar is centred on the midnight that begins its day: returns the midnight whose bar is at a position, both in
   * seconds.
   */
  #middleOf(place: number): number {
    return new LocalDays(this.#host.formats.zone).startOf((place + halfDay) * 1000) / 1000;
  }

  #elsewhere(x: number): string {
    return this.#data ? emptyDay(this.#middleOf(x) * 1000, this.#days[0], this.#data, this.#host) : '';
  }

  /** The days that a brush touches, limited to the first and the last bar: beyond them is only a margin. */
  #wholeDays([from, to]: Span): Span {
    const [days] = this.#days;
    const [first = NaN, last = NaN] = [days[0], days.at(-1)];
    return [Math.max(first, this.#middleOf(from)) - halfDay, Math.min(last, this.#middleOf(to)) + halfDay];
  }

  protected plotArea(area: BrushedArea): PlotArea | undefined {
    return area.chart === 'energy' ? { x: [area.days[0] - halfDay, area.days[1] + halfDay] } : undefined;
  }

  #brush(area: PlotArea | undefined): void {
    const { onBrush } = this.#host;
    // Includes days without a bar: another filter may have removed their charges.
    const [first, last] = area ? [area.x[0] + halfDay, area.x[1] - halfDay] : [NaN, NaN];
    if (this.#days[0].some((time) => time >= first && time <= last)) onBrush({ chart: 'energy', days: [first, last] });
    else {
      this.frame.showBrush(undefined);
      onBrush(undefined);
    }
  }

  #describe(index: number): string {
    const [times, totals, ...parts] = this.#days;
    const time = times[index];
    const { formats, vehicles } = this.#host;
    if (time === undefined) return '';
    const total = formats.energyWithUnit(totals[index] ?? 0);
    const day = formats.day(time * 1000);
    if (vehicles.length === 0)
      return t('{0}: {1}, {2} public', day, total, formats.energyWithUnit(parts[0]?.[index] ?? 0));
    const own = vehicles.map((name, vehicle) => {
      const energy = ([totals, ...parts][vehicle]?.[index] ?? 0) - (parts[vehicle]?.[index] ?? 0);
      const isMissing = energy === 0 && this.#data?.hasFailed(vehicle);
      return `${name} ${isMissing ? t('not loaded') : formats.energyWithUnit(energy)}`;
    });
    return `${day}: ${own.join(', ')}`;
  }

  #summary(): string {
    const [times, totals] = this.#days;
    const { formats } = this.#host;
    const [first, last] = [times[0], times.at(-1)];
    if (first === undefined || last === undefined)
      return whyNothing(this.#data, t('No record has both a start time and an energy.'));
    const most = Math.max(...totals);
    const summary = t(
      'Energy per day from {0} to {1}: {2}, maximum {4} on {3}, total {5}.',
      formats.day(first * 1000),
      formats.day(last * 1000),
      t(times.length === 1 ? '1 day with charges' : '{0} days with charges', formats.count(times.length)),
      formats.day((times[totals.indexOf(most)] ?? first) * 1000),
      formats.energyWithUnit(most),
      formats.energyWithUnit(totals.reduce((sum, total) => sum + total, 0)),
    );
    return this.#cutOff.addedTo(summary);
  }
}
