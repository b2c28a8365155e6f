import type { BrushedArea } from './brushed-area.ts';
import { energyAxis, gainAxis } from './axes.ts';
import { Swatch } from '../plot/swatch.ts';
import { type ChartData, type ChartHost, mostMarks, vehicleSwatches, whyNothing } from './chart.ts';
import { CutOff } from './cut-off.ts';
import { element } from '../base/dom.ts';
import { densitiesOf, eachRun, energiesOf } from './gain-density.ts';
import { isHighContrast } from '../base/high-contrast.ts';
import { LastResult } from '../base/last-result.ts';
import { type PlotScale, drawInside } from '../plot/plot-canvas.ts';
import type { Span } from '../base/span.ts';
import type { PlotArea } from '../plot/plot-brush.ts';
import { PlotChart } from './plot-chart.ts';
import { PlotFrame } from '../plot/plot-frame.ts';
import { PlotMarks } from '../plot/plot-marks.ts';
import { type Heights, topOf } from './axis-top.ts';
import { SlicedTask } from '../base/time-slices.ts';
import { fill } from '../base/text.ts';

/** Charges lie in places of so many pixels of the page. */
const placeSize = 2;
/** Side of a point, in places; where there are many points, each is as large as its place. */
const pointSize = 3;
/** How strongly a place with one, a few, several, many charges is drawn. */
const shades = [
  { from: 1, below: 3, alpha: 0.6 },
  { from: 3, below: 8, alpha: 0.75 },
  { from: 8, below: 20, alpha: 0.9 },
  { from: 20, below: Infinity, alpha: 1 },
] as const;

/** Energy against the charge gained. Charges of a battery that is what it is called lie on the line of its capacity. */
export class GainChart extends PlotChart {
  readonly #host: ChartHost;
  /** One for each vehicle: its charges, and the line of its capacity where there are several. */
  readonly #charges: readonly Swatch[];
  readonly #nominal = new Swatch('nominal', true);
  readonly #implied = new Swatch('implied', true);
  protected readonly frame: PlotFrame;
  readonly #nominalKey: HTMLElement;
  readonly #impliedKey: HTMLElement;
  readonly key: readonly HTMLElement[];
  #data: ChartData | undefined;
  readonly #looking = new SlicedTask();
  readonly #energies = new LastResult<Heights>();
  readonly #densities = new PlotMarks<readonly Uint16Array[]>(() => this.frame.redraw());
  readonly #cutOff: CutOff;
  #drawable = 0;
  #highest = 1;

  constructor(host: ChartHost) {
    super();
    this.#host = host;
    const { strings, formats } = host;
    this.#nominalKey = this.#nominal.labelled(strings.nominalCapacity);
    this.#impliedKey = this.#implied.labelled(strings.impliedMedian);
    this.#cutOff = new CutOff(host);
    const several = host.vehicles.length > 0;
    this.#charges = several ? vehicleSwatches(host) : [new Swatch('other', true)];
    const labels = several ? host.vehicles : [strings.oneCharge];
    const charges = this.#charges.map((swatch, vehicle) => swatch.labelled(labels[vehicle] ?? ''));
    this.key = [
      ...charges,
      ...(several ? [element('span', { class: 'key' }, strings.linesNominal)] : []),
      this.#nominalKey,
      this.#impliedKey,
      this.#cutOff.element,
    ];
    this.frame = new PlotFrame({
      brush: 'xy',
      xRange: () => [0, 1],
      yRange: () => [0, this.#top],
      xAxis: gainAxis(strings, formats),
      yAxis: energyAxis(strings, formats),
      series: [{ show: false }],
      draw: (plot) => drawInside(plot, (ctx, scale) => this.#draw(ctx, scale)),
      onBrush: (area) => host.onBrush(area?.y && this.#brushed(area.x, area.y)),
      onPoint: (at) =>
        host.onPoint(at ? fill(strings.gainValue, formats.percent(at.x), formats.energyWithUnit(at.y)) : ''),
    });
  }

  show(data: ChartData): void {
    const inputs = [data.store, data.mask, ...data.nominals];
    const energies = this.#energies.of(inputs, () => energiesOf(data, data.nominals));
    this.#looking.runNow(energies, (heights) => {
      this.#data = data;
      this.#drawable = heights.of;
      this.#showExtent(data, heights);
    });
  }

  #showExtent({ nominals, implied }: ChartData, heights: Heights): void {
    const { top, cutOff } = topOf(heights);
    const lines = [...nominals, implied?.median].filter((capacity) => capacity !== undefined);
    this.#highest = Math.max(top, ...lines) || 1;
    this.#cutOff.show(cutOff);
    this.#nominalKey.hidden = nominals[0] === undefined || this.#charges.length > 1;
    this.#impliedKey.hidden = implied === undefined;
    if (heights.of === 0) {
      this.frame.showNothing(this.#summary());
      return;
    }
    this.frame.show(
      [
        [0, 1],
        [0, 1],
      ],
      this.#summary(),
    );
  }

  #draw(ctx: CanvasRenderingContext2D, scale: PlotScale): void {
    this.#drawLines(ctx, scale);
    this.#drawPoints(ctx, scale);
  }

  #drawLines(ctx: CanvasRenderingContext2D, scale: PlotScale): void {
    const several = this.#charges.length > 1;
    const { x0, y0, perX, perY } = scale;
    const line = (capacity: number | undefined, swatch: Swatch, dash: number[]) => {
      if (capacity === undefined) return;
      ctx.strokeStyle = swatch.colour;
      ctx.lineWidth = 1.5 * devicePixelRatio;
      ctx.setLineDash(dash.map((length) => length * devicePixelRatio));
      ctx.beginPath();
      ctx.moveTo(x0, y0);
      ctx.lineTo(x0 + perX, y0 - capacity * perY);
      ctx.stroke();
    };
    const { nominals = [] } = this.#data ?? {};
    this.#charges.forEach((swatch, vehicle) => line(nominals[vehicle], several ? swatch : this.#nominal, []));
    line(this.#data?.implied?.median, this.#implied, [6, 4]);
  }

  /** Each place once, the stronger the more charges it stands for; neighbours that are alike together. */
  #drawPoints(ctx: CanvasRenderingContext2D, { x0, perX, y0, perY, top }: PlotScale): void {
    const data = this.#data;
    if (!data) return;
    const { width, height } = ctx.canvas;
    const size = placeSize * devicePixelRatio;
    const around = this.#drawable > mostMarks ? 0 : (pointSize - 1) / 2;
    const faint = !isHighContrast();
    const columns = Math.ceil(width / size);
    const densities = () =>
      densitiesOf(data, {
        ...{ columns, lines: Math.ceil(height / size) },
        ...{ x0: x0 / size, perGain: perX / size, y0: y0 / size, perEnergy: perY / size },
        top: Math.ceil(top / size) + around,
      });
    const where = [size, width, height, x0, perX, y0, perY, top, around];
    this.#densities.of([data.store, data.mask], where, densities)?.forEach((counts, vehicle) => {
      ctx.fillStyle = this.#charges[vehicle]?.colour ?? '';
      for (const shade of shades) {
        if (faint) ctx.globalAlpha = shade.alpha;
        eachRun(counts, columns, shade, (column, line, length) =>
          ctx.fillRect(
            ...([(column - around) * size, (line - around) * size] as const),
            ...([(length + 2 * around) * size, (1 + 2 * around) * size] as const),
          ),
        );
      }
    });
    ctx.globalAlpha = 1;
  }

  /** The highest energy that has a place of its own. */
  get #top(): number {
    return this.#highest * 1.08;
  }

  /** At the upper edge stand the charges that lie above it as well. */
  #brushed(gains: Span, energies: Span): BrushedArea {
    const upwards = energies[1] >= this.#top * 0.999;
    return { chart: 'gain', gains, energies, ...(upwards && { upwards }) };
  }

  protected plotArea(area: BrushedArea): PlotArea | undefined {
    return area.chart === 'gain' ? { x: area.gains, y: area.energies } : undefined;
  }

  #summary(): string {
    const { strings, formats } = this.#host;
    if (this.#drawable === 0) return whyNothing(this.#data, strings, strings.chartNothing);
    const { nominals = [], implied } = this.#data ?? {};
    const [nominal] = this.#charges.length > 1 ? [] : nominals;
    const parts = [fill(strings.gainSummary, formats.count(this.#drawable))];
    if (implied) parts.push(`${strings.impliedMedian}: ${formats.energyWithUnit(implied.median)}.`);
    if (nominal !== undefined) parts.push(`${strings.nominalCapacity}: ${formats.energyWithUnit(nominal)}.`);
    return this.#cutOff.addedTo(parts.join(' '));
  }
}
