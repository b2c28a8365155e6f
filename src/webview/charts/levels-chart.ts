import type { BrushedArea } from './brushed-area.ts';
import { day, dayAxis, daysRange, levelAxis } from './axes.ts';
import { Swatch } from '../plot/swatch.ts';
import { type ChartData, type ChartHost, mostMarks, vehicleSwatches, whyNothing } from './chart.ts';
import { LastResult, sameInputs } from '../base/last-result.ts';
import { type Extent, type LevelCover, coversOf, extentOf, isDrawable } from './level-cover.ts';
import { type PlotScale, drawInside } from '../plot/plot-canvas.ts';
import type { PlotArea } from '../plot/plot-brush.ts';
import { PlotChart } from './plot-chart.ts';
import { PlotFrame } from '../plot/plot-frame.ts';
import { PlotMarks } from '../plot/plot-marks.ts';
import { SlicedTask } from '../base/time-slices.ts';
import { fill } from '../base/text.ts';

/** A charge as a floating bar: seconds since 1970, fractions of full charge. */
interface Bar {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
  /** Number of the vehicle. */
  readonly vehicle: number;
}

/** The level from start to end of each charge, as bars that float over time. */
export class LevelsChart extends PlotChart {
  readonly #host: ChartHost;
  /** One for each vehicle, … */
  readonly #swatches: readonly Swatch[];
  /** … and one for charges whose level falls. */
  readonly #falls: Swatch;
  readonly #fallsKey: HTMLElement;
  protected readonly frame: PlotFrame;
  readonly key: readonly HTMLElement[];
  readonly #looking = new SlicedTask();
  readonly #extents = new LastResult<Extent>();
  readonly #covers = new PlotMarks<readonly LevelCover[]>(() => this.frame.redraw());
  /** What the chart shows was made of these. */
  #shown: readonly unknown[] = [];
  #data: ChartData | undefined;
  #extent: [number, number] = [0, 0];
  #drawable = 0;

  constructor(host: ChartHost) {
    super();
    this.#host = host;
    const { strings, formats } = host;
    const several = host.vehicles.length > 0;
    this.#swatches = several ? vehicleSwatches(host) : [new Swatch('gained', true)];
    const labels = several ? host.vehicles : [strings.levelGained];
    // Beside several vehicles, one of which is red, it has no hue.
    this.#falls = new Swatch(several ? 'falls-among' : 'falls', true);
    this.#fallsKey = this.#falls.labelled(strings.levelFalls);
    this.key = [...this.#swatches.map((swatch, vehicle) => swatch.labelled(labels[vehicle] ?? '')), this.#fallsKey];
    this.frame = new PlotFrame({
      brush: 'x',
      xRange: () => daysRange(this.#extent),
      xStep: day,
      yRange: () => [0, 1],
      xAxis: dayAxis(formats),
      yAxis: levelAxis(strings, formats),
      series: [{ show: false }],
      draw: (plot) => drawInside(plot, (ctx, scale) => this.#draw(ctx, scale)),
      onBrush: (area) => host.onBrush(area && { chart: 'levels', times: area.x }),
      onPoint: (at) => host.onPoint(at ? formats.dateTime(at.x * 1000) : ''),
    });
  }

  show(data: ChartData): void {
    // What else comes to be known of the records changes nothing here, and another zone writes other times.
    const inputs = [data.store, data.mask, this.#host.formats.zone];
    if (sameInputs(inputs, this.#shown)) return;
    this.#shown = inputs;
    const extent = this.#extents.of([data.store, data.mask], () => extentOf(data));
    this.#looking.runNow(extent, (found) => {
      // Not before: to draw so many charges as if they were few would take as long as drawing each.
      this.#data = data;
      this.#showExtent(found);
    });
  }

  #showExtent({ drawable, falling, first, last, lowest, highest }: Extent): void {
    this.#drawable = drawable;
    this.#fallsKey.hidden = falling === 0;
    const { strings, formats } = this.#host;
    if (drawable === 0) {
      this.frame.showNothing(whyNothing(this.#data, strings, strings.chartNothing));
      return;
    }
    this.#extent = [first / 1000, last / 1000];
    const summary = fill(
      strings.levelsSummary,
      formats.count(drawable),
      formats.day(first),
      formats.day(last),
      formats.percent(lowest),
      formats.percent(highest),
    );
    const fallen = falling > 0 ? ` ${fill(strings.levelsFalling, formats.count(falling))}` : '';
    this.frame.show([this.#extent, [0, 1]], summary + fallen);
  }

  #each(take: (bar: Bar) => void): void {
    if (!this.#data) return;
    const { store, mask } = this.#data;
    const { chargeStart, chargeEnd, startPercentRemaining: befores, endPercentRemaining: afters } = store;
    for (let row = 0; row < store.rows; row += 1) {
      if (mask?.[row] === 0) continue;
      const from = chargeStart.at(row) / 1000;
      const to = chargeEnd.at(row) / 1000;
      const levels = { before: befores.at(row), after: afters.at(row) };
      if (isDrawable(from, to, levels.before, levels.after)) {
        take({ from, to, ...levels, vehicle: store.vehicleOf(row) });
      }
    }
  }

  #draw(ctx: CanvasRenderingContext2D, scale: PlotScale): void {
    const colours = [...this.#swatches, this.#falls].map(({ colour }) => colour);
    const falls = colours.at(-1) ?? '';
    // Charges of several vehicles may stand in front of each other.
    if (this.#swatches.length > 1) ctx.globalAlpha = 0.8;
    const { left, x0, perX, y0, perY } = scale;
    const thinnest = 2 * devicePixelRatio;
    if (this.#drawable <= mostMarks) {
      this.#each(({ from, to, before, after, vehicle }) => {
        ctx.fillStyle = after < before ? falls : (colours[vehicle] ?? '');
        const [low, high] = [Math.min(before, after), Math.max(before, after)];
        const height = Math.max(thinnest, (high - low) * perY);
        ctx.fillRect(x0 + from * perX, y0 - low * perY - height, Math.max(thinnest, (to - from) * perX), height);
      });
      return;
    }
    this.#coversAt(scale)?.forEach(({ lows, highs }, vehicle) => {
      ctx.fillStyle = colours[vehicle] ?? '';
      lows.forEach((low, pixel) => {
        const high = highs[pixel] ?? -1;
        if (high >= low) ctx.fillRect(left + pixel, y0 - high * perY, 1, Math.max(1, (high - low) * perY));
      });
    });
  }

  #coversAt({ left, wide, x0, perX }: PlotScale): readonly LevelCover[] | undefined {
    const data = this.#data;
    if (!data) return undefined;
    const covers = () => coversOf(data, wide, x0 - left, perX / 1000);
    return this.#covers.of([data.store, data.mask], [left, wide, x0, perX], covers);
  }

  protected plotArea(area: BrushedArea): PlotArea | undefined {
    return area.chart === 'levels' ? { x: area.times } : undefined;
  }
}
