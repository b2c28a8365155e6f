import { energyAxis, percentAxis } from './chart-axes.ts';
import { type ChartData, type ChartHost, Swatch, chosenRows, mostMarks, vehicleSwatches } from './chart-common.ts';
import { gainOf } from './derived.ts';
import { element } from './dom.ts';
import { type PlotScale, drawInside } from './plot-canvas.ts';
import { PlotChart } from './plot-chart.ts';
import { type BrushedArea, PlotFrame } from './plot-frame.ts';
import { type Sliced, Slices, steps } from './slices.ts';
import { fill } from './text.ts';

/** Side of a point, in pixels of the page. */
const pointSize = 4;
/** How strongly a place with one, a few, several, many charges is drawn. */
const densities = [
  { from: 1, alpha: 0.6 },
  { from: 3, alpha: 0.75 },
  { from: 8, alpha: 0.9 },
  { from: 20, alpha: 1 },
] as const;

/** How many charges can be drawn, and the most energy of one. */
function* extentOf({ store, mask }: ChartData): Sliced<{ drawable: number; highest: number }> {
  const { values } = store.energy;
  let drawable = 0;
  let highest = 0;
  yield* steps(store.rows, (from, to) => {
    for (let row = from; row < to; row += 1) {
      if (mask?.[row] === 0) continue;
      const energy = values[row] ?? NaN;
      if (!(energy >= 0 && gainOf(store, row) >= 0)) continue;
      drawable += 1;
      if (energy > highest) highest = energy;
    }
  });
  return { drawable, highest };
}

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
  readonly #looking = new Slices();
  #drawable = 0;
  #highest = 1;

  constructor(host: ChartHost) {
    super();
    this.#host = host;
    const { strings, formats } = host;
    this.#nominalKey = this.#nominal.labelled(strings.nominalCapacity);
    this.#impliedKey = this.#implied.labelled(strings.impliedMedian);
    const several = host.vehicles.length > 0;
    this.#charges = several ? vehicleSwatches(host) : [new Swatch('other', true)];
    const labels = several ? host.vehicles : [strings.oneCharge];
    const charges = this.#charges.map((swatch, vehicle) => swatch.labelled(labels[vehicle] ?? ''));
    this.key = [
      ...charges,
      ...(several ? [element('span', { class: 'key' }, strings.linesNominal)] : []),
      this.#nominalKey,
      this.#impliedKey,
    ];
    this.frame = new PlotFrame({
      brush: 'xy',
      xRange: () => [0, 1],
      yRange: () => [0, this.#highest * 1.08],
      xAxis: { ...percentAxis(formats), space: 48 },
      yAxis: energyAxis(strings, formats),
      series: [{ show: false }],
      draw: (plot) => drawInside(plot, (ctx, scale) => this.#draw(ctx, scale)),
      onBrush: (area) => this.#brush(area),
      onPoint: (at) =>
        host.onPoint(at ? fill(strings.gainValue, formats.percent(at.x), formats.energyWithUnit(at.y)) : ''),
    });
  }

  show(data: ChartData): void {
    this.#data = data;
    this.#looking.runAtOnce(extentOf(data), ({ drawable, highest }) => {
      this.#drawable = drawable;
      this.#showExtent(data, highest);
    });
  }

  #showExtent({ nominals, implied }: ChartData, highest: number): void {
    this.#highest = Math.max(highest, ...nominals.filter((nominal) => nominal !== undefined)) || 1;
    this.#nominalKey.hidden = nominals[0] === undefined || this.#charges.length > 1;
    this.#impliedKey.hidden = implied === undefined;
    this.frame.show(
      [
        [0, 1],
        [0, 1],
      ],
      this.#summary(),
    );
  }

  #draw(ctx: CanvasRenderingContext2D, scale: PlotScale): void {
    const size = pointSize * devicePixelRatio * (this.#drawable > mostMarks ? 0.5 : 1);
    const several = this.#charges.length > 1;
    this.#charges.forEach((swatch, vehicle) => {
      ctx.fillStyle = swatch.colour;
      this.#drawPoints(ctx, size, vehicle, scale);
    });
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

  /** Each place once, the stronger the more charges it stands for. */
  #drawPoints(ctx: CanvasRenderingContext2D, size: number, vehicle: number, { x0, y0, perX, perY }: PlotScale): void {
    const columns = Math.ceil(ctx.canvas.width / size);
    const counts = new Uint16Array(columns * Math.ceil(ctx.canvas.height / size));
    if (!this.#data) return;
    const { store, mask } = this.#data;
    const { values } = store.energy;
    const several = this.#charges.length > 1;
    for (let row = 0; row < store.rows; row += 1) {
      if (mask?.[row] === 0 || (several && store.vehicleOf(row) !== vehicle)) continue;
      const gain = gainOf(store, row);
      const energy = values[row] ?? NaN;
      if (!(gain >= 0 && energy >= 0)) continue;
      const at = Math.floor((y0 - energy * perY) / size) * columns + Math.floor((x0 + gain * perX) / size);
      const count = counts[at] ?? 0;
      if (count < 0xffff) counts[at] = count + 1;
    }
    densities.forEach(({ from, alpha }, index) => {
      const below = densities[index + 1]?.from ?? Infinity;
      ctx.globalAlpha = alpha;
      counts.forEach((count, at) => {
        if (count < from || count >= below) return;
        ctx.fillRect((at % columns) * size, Math.floor(at / columns) * size, size, size);
      });
    });
    ctx.globalAlpha = 1;
  }

  #brush(area: BrushedArea | undefined): void {
    const { onBrush, formats, strings } = this.#host;
    if (!area || !this.#data) {
      onBrush(undefined);
      return;
    }
    const [left, right] = area.x;
    const [low, high] = area.y;
    const label = fill(
      strings.gainBrushed,
      formats.percent(Math.max(0, left)),
      formats.percent(right),
      formats.energy(Math.max(0, low)),
      formats.energyWithUnit(high),
    );
    const { store } = this.#data;
    const { values } = store.energy;
    const within = (row: number) => {
      const gain = gainOf(store, row);
      const energy = values[row] ?? NaN;
      return gain >= left && gain <= right && energy >= low && energy <= high;
    };
    onBrush(chosenRows(this.#data, label, within));
  }

  #summary(): string {
    const { strings, formats } = this.#host;
    if (this.#drawable === 0) return strings.chartNothing;
    const { nominals = [], implied } = this.#data ?? {};
    const [nominal] = this.#charges.length > 1 ? [] : nominals;
    const parts = [fill(strings.gainSummary, formats.count(this.#drawable))];
    if (implied) parts.push(`${strings.impliedMedian}: ${formats.energyWithUnit(implied.median)}.`);
    if (nominal !== undefined) parts.push(`${strings.nominalCapacity}: ${formats.energyWithUnit(nominal)}.`);
    return parts.join(' ');
  }
}
