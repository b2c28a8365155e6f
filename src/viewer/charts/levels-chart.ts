import { t } from '../../common/translate.ts';
import type { BrushedArea } from './brushed-area.ts';
import { day, dayAxis, daysRange, levelAxis } from './axes.ts';
import { Swatch } from '../plot/swatch.ts';
import { type ChartData, type ChartHost, emptyDay, vehicleSwatches, whyNothing } from './chart.ts';
import { LocalDays } from '../formats/local-days.ts';
import { type PlotScale, drawBar, drawInside } from '../plot/plot-canvas.ts';
import { PlotChart } from './plot-chart.ts';
import { type PlotArea, PlotFrame, type PlotPlace } from '../plot/plot-frame.ts';

/** A charge as a floating bar: seconds since 1970, fractions of full charge after it and before. */
interface Bar extends Required<PlotPlace> {
  /** Number of the vehicle. */
  readonly vehicle: number;
}

/** The level from start to end of each charge, as floating bars over time. */
export class LevelsChart extends PlotChart {
  readonly #host: ChartHost;
  /** One for each vehicle, … */
  readonly #swatches: readonly Swatch[];
  /** … and one for charges whose level falls. */
  readonly #falls: Swatch;
  readonly #fallsKey: HTMLElement;
  protected readonly frame: PlotFrame;
  readonly key: readonly HTMLElement[];
  #data: ChartData | undefined;
  #extent: [number, number] = [0, 0];

  constructor(host: ChartHost) {
    super();
    this.#host = host;
    const { formats } = host;
    const several = host.vehicles.length > 0;
    this.#swatches = several ? vehicleSwatches(host, 'bars') : [new Swatch('gained', true)];
    const labels = several ? host.vehicles : [t('From start to end level')];
    // With several vehicles, one of which is red, this swatch has no hue.
    this.#falls = several ? Swatch.striped('falls-among', 6) : Swatch.striped('falls');
    this.#fallsKey = this.#falls.labelled(t('Level falls'));
    this.key = [...this.#swatches.map((swatch, vehicle) => swatch.labelled(labels[vehicle] ?? '')), this.#fallsKey];
    this.frame = new PlotFrame({
      brush: 'x',
      xRange: () => daysRange(this.#extent),
      xStep: day,
      yRange: () => [0, 1],
      xAxis: dayAxis(formats),
      yAxis: levelAxis(formats),
      series: [{ show: false }],
      draw: (plot) => drawInside(plot, (ctx, scale) => this.#draw(ctx, scale)),
      onBrush: (area) => host.onBrush(area && { chart: 'levels', times: area.x }),
      places: (take) => this.#each(take),
      describe: (row) => this.#describe(row),
      elsewhere: ({ x }) => this.#elsewhere(x),
      onPoint: host.onPoint,
    });
  }

  show(data: ChartData): void {
    this.#data = data;
    const extent = { drawable: 0, falling: 0, first: Infinity, last: -Infinity, lowest: 1, highest: 0 };
    this.#each(({ x: from, y: after, endY: before }) => {
      extent.drawable += 1;
      if (after < before) extent.falling += 1;
      extent.first = Math.min(extent.first, from);
      extent.last = Math.max(extent.last, from);
      extent.lowest = Math.min(extent.lowest, before);
      extent.highest = Math.max(extent.highest, after);
    });
    const { drawable, falling, first, last, lowest, highest } = extent;
    this.#fallsKey.hidden = falling === 0;
    const { formats } = this.#host;
    if (drawable === 0) {
      this.frame.showNothing(whyNothing(data, t('No record has all values for this chart.')));
      return;
    }
    this.#extent = [first, last];
    const summary = t(
      'Levels from {1} to {2}, {0}: lowest start {3}, highest end {4}.',
      formats.charges(drawable),
      formats.day(first * 1000),
      formats.day(last * 1000),
      formats.percent(lowest),
      formats.percent(highest),
    );
    const fallen = falling > 0 ? ` ${t('Level falls: {0}.', formats.count(falling))}` : '';
    this.frame.show([this.#extent, [0, 1]], summary + fallen);
  }

  /**
   * Values that are unknown or outside of 0 to 1 cannot be drawn. A falling level is impossible, too, but is drawn in a
   * different colour.
   */
  #each(take: (bar: Bar) => void): void {
    if (!this.#data) return;
    const { store, mask } = this.#data;
    for (let row = 0; row < store.rows; row += 1) {
      const [x, endX] = [store.chargeStart.at(row) / 1000, store.chargeEnd.at(row) / 1000];
      const [endY, y] = [store.startPercentRemaining.at(row), store.endPercentRemaining.at(row)];
      const known = endX >= x && endY >= 0 && endY <= 1 && y >= 0 && y <= 1;
      if (known && mask?.[row] !== 0) take({ index: row, x, y, endX, endY, vehicle: store.vehicleOf(row) });
    }
  }

  #elsewhere(time: number): string {
    if (!this.#data) return '';
    const { formats } = this.#host;
    const days = new LocalDays(formats.zone);
    const midnight = days.startOf(time * 1000);
    const near = this.frame.placesIn([time - 2 * day, time + 2 * day]);
    const { length } = near.filter(({ x }) => days.startOf(x * 1000) === midnight);
    if (length > 0) return t('{0}: {1}', formats.day(midnight), formats.charges(length));
    return emptyDay(midnight, this.#extent, this.#data, this.#host);
  }

  #describe(row: number): string {
    const { formats, vehicles } = this.#host;
    const { store } = this.#data ?? {};
    if (!store) return '';
    const [before, after] = [store.startPercentRemaining, store.endPercentRemaining].map((levels) => levels.at(row));
    const text = t(
      '{0}: from {1} to {2}',
      formats.dateTime(store.chargeStart.at(row)),
      formats.percent(before ?? NaN),
      formats.percent(after ?? NaN),
    );
    return [vehicles[store.vehicleOf(row)] ?? '', text].filter(Boolean).join(', ');
  }

  #draw(ctx: CanvasRenderingContext2D, { x0, perX, y0, perY }: PlotScale): void {
    const inks = [...this.#swatches, this.#falls].map((swatch) => swatch.ink(ctx));
    const thinnest = 2 * devicePixelRatio;
    const { width, height } = ctx.canvas;
    // Bars without room for an edge may be very many: for each pixel, column by column, the last one's ink, from 1.
    const pixels = new Uint8Array(width * height);
    this.#each(({ x: from, endX: to, y: after, endY: before, vehicle }) => {
      const number = after < before ? this.#swatches.length : vehicle;
      const ink = inks[number];
      if (!ink) return;
      const tall = Math.max(thinnest, Math.abs(after - before) * perY);
      const wide = Math.max(thinnest, (to - from) * perX);
      const [x, y] = [x0 + from * perX, y0 - Math.min(before, after) * perY - tall];
      if (wide >= 2 * thinnest) return drawBar(ctx, ink, x, y, wide, tall);
      const [first, end] = [Math.round(x), Math.round(x + wide)];
      const [upper, lower] = [Math.round(y), Math.round(y + tall)];
      for (let column = first; column < end; column += 1)
        pixels.fill(number + 1, column * height + upper, column * height + lower);
    });
    for (let from = 0; from < pixels.length;) {
      const [number = 0, column] = [pixels[from], Math.floor(from / height)];
      let to = from + 1;
      while (to < (column + 1) * height && pixels[to] === number) to += 1;
      const ink = inks[number - 1];
      if (ink) drawBar(ctx, ink, column, from - column * height, 1, to - from);
      from = to;
    }
  }

  protected plotArea(area: BrushedArea): PlotArea | undefined {
    return area.chart === 'levels' ? { x: area.times } : undefined;
  }
}
