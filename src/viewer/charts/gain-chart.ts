import { t } from '../../common/translate.ts';
import type { BrushedArea } from './brushed-area.ts';
import { energyAxis, gainAxis } from './axes.ts';
import { Swatch, drawSwatch } from '../plot/swatch.ts';
import { type ChartData, type ChartHost, vehicleSwatches, whyNothing } from './chart.ts';
import { element } from '../base/dom.ts';
import { gainOf } from '../data/derived.ts';
import { type PlotScale, drawInside } from '../plot/plot-canvas.ts';
import type { Span } from '../base/span.ts';
import { PlotChart } from './plot-chart.ts';
import { type PlotArea, PlotFrame, type PlotPlace } from '../plot/plot-frame.ts';
import { AxisTop, CutOff, mostToScale } from './axis-top.ts';

/** Size of a point in pixels of the page; above this many charges, points are smaller. Shapes need more. */
const pointSize = 6;
const manyCharges = 5000;
const smallSize = 2;
const markSize = 8;

/** The dashes of each vehicle's line, in pixels. */
const dashes = [[], [9, 4], [3, 3], [9, 3, 3, 3], [1, 4], [14, 5]];

/** Of what the axes show, beyond the values. */
const margin = 0.08;

/** A charge that can be drawn: its gain and its energy. */
interface Charge extends PlotPlace {
  readonly vehicle: number;
}

/** Energy versus charge gained. If a battery has its nominal capacity, its charges lie on the line of that capacity. */
export class GainChart extends PlotChart {
  readonly #host: ChartHost;
  /** One for each vehicle: for its charges, and for the line of its capacity if there are several vehicles. */
  readonly #charges: readonly Swatch[];
  readonly #nominal = new Swatch('nominal', true);
  readonly #implied = new Swatch('implied', true);
  protected readonly frame: PlotFrame;
  readonly #nominalKey: HTMLElement;
  readonly #impliedKey: HTMLElement;
  readonly key: readonly HTMLElement[];
  #data: ChartData | undefined;
  readonly #cutOff: CutOff;
  #drawable = 0;
  /** The least and the most that the axes show. */
  #gains: Span = [0, 1];
  #energies: Span = [0, 1];

  constructor(host: ChartHost) {
    super();
    this.#host = host;
    const { formats } = host;
    this.#nominalKey = this.#nominal.labelled(t('Nominal capacity'));
    this.#impliedKey = this.#implied.labelled(t('Implied capacity'));
    this.#cutOff = new CutOff(host);
    const several = host.vehicles.length > 0;
    this.#charges = several ? vehicleSwatches(host, 'points') : [new Swatch('other', true)];
    const labels = several ? host.vehicles : [t('Charge')];
    const charges = this.#charges.map((swatch, vehicle) => swatch.labelled(labels[vehicle] ?? ''));
    this.key = [
      ...charges,
      ...(several ? [element('span', { class: 'key' }, t('Lines: nominal capacities'))] : []),
      this.#nominalKey,
      this.#impliedKey,
      this.#cutOff.element,
    ];
    this.frame = new PlotFrame({
      brush: 'xy',
      xRange: () => [...this.#gains],
      yRange: () => [...this.#energies],
      xAxis: gainAxis(formats),
      yAxis: energyAxis(formats),
      series: [{ show: false }],
      draw: (plot) => drawInside(plot, (ctx, scale) => this.#draw(ctx, scale)),
      onBrush: (area) => host.onBrush(area?.y && this.#brushed(area.x, area.y)),
      places: (take) => this.#each((point) => take({ ...point, y: Math.min(point.y, this.#energies[1]) })),
      describe: (row) => this.#describe(row),
      elsewhere: ({ x, y }) => this.#text(x, y),
      onPoint: host.onPoint,
    });
  }

  show(data: ChartData): void {
    const { nominals, implied } = data;
    this.#data = data;
    const axis = new AxisTop();
    const least = { gain: 1, energy: Infinity };
    this.#each(({ x: gain, y: energy, vehicle }) => {
      axis.add(energy, energy > mostToScale(nominals[vehicle]));
      least.gain = Math.min(least.gain, gain);
      least.energy = Math.min(least.energy, energy);
    });
    this.#drawable = axis.count;
    const lines = [...nominals, implied?.median].filter((capacity) => capacity !== undefined);
    const highest = Math.max(axis.top, ...lines) || 1;
    // The axes begin where values do, with a margin; at 0 where all are alike.
    const left = least.gain < 1 ? least.gain : 0;
    const below = least.energy < highest ? least.energy : 0;
    this.#gains = [Math.max(0, left - (1 - left) * margin), 1];
    this.#energies = [Math.max(0, below - (highest - below) * margin), highest + (highest - below) * margin];
    this.#cutOff.show(axis.cutOff);
    this.#nominalKey.hidden = nominals[0] === undefined || this.#charges.length > 1;
    this.#impliedKey.hidden = implied === undefined;
    const range = [0, 1];
    if (axis.count > 0) this.frame.show([range, range], this.#summary());
    else this.frame.showNothing(this.#summary());
  }

  /** Unknown and impossible values are not drawn. */
  #each(take: (charge: Charge) => void): void {
    if (!this.#data) return;
    const { store, mask } = this.#data;
    for (let row = 0; row < store.rows; row += 1) {
      const [x, y] = [gainOf(store, row), store.energy.at(row)];
      if (mask?.[row] !== 0 && x >= 0 && y >= 0) take({ index: row, x, y, vehicle: store.vehicleOf(row) });
    }
  }

  #text(gain: number, energy: number): string {
    const { formats } = this.#host;
    return t('Charge gained {0}, energy {1}', formats.percent(gain), formats.energyWithUnit(energy));
  }

  #describe(row: number): string {
    const { formats, vehicles } = this.#host;
    const { store } = this.#data ?? {};
    if (!store) return '';
    const parts = [vehicles[store.vehicleOf(row)] ?? '', formats.dateTime(store.chargeStart.at(row))];
    return [...parts, this.#text(gainOf(store, row), store.energy.at(row))].filter(Boolean).join(', ');
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
    this.#charges.forEach((swatch, vehicle) => {
      line(nominals[vehicle], several ? swatch : this.#nominal, dashes[vehicle] ?? []);
    });
    line(this.#data?.implied?.median, this.#implied, [6, 4]);
  }

  /** Points above the upper edge are drawn at the edge. */
  #drawPoints(ctx: CanvasRenderingContext2D, { x0, perX, y0, perY, top }: PlotScale): void {
    const areMany = this.#drawable > manyCharges;
    const few = this.#charges.length > 1 ? markSize : pointSize;
    const size = Math.round((areMany && this.#charges.length === 1 ? smallSize : few) * devicePixelRatio);
    // A picture of each shape: to fill its path for thousands of points takes many times as long.
    const pictures = this.#charges.map((swatch) => {
      const picture = element('canvas', { width: String(size), height: String(size) });
      const paint = picture.getContext('2d');
      if (paint) drawSwatch(paint, swatch.element, size);
      return picture;
    });
    // Of many charges most share a place with another of the vehicle: for each pixel, the last one drawn there, from 1.
    const { width, height } = ctx.canvas;
    const drawn = new Uint8Array(width * height);
    this.#each(({ x: gain, y: energy, vehicle }) => {
      const picture = pictures[vehicle];
      const left = Math.round(x0 + gain * perX - size / 2);
      const upper = Math.max(top, Math.round(y0 - energy * perY - size / 2));
      const pixel = upper * width + left;
      if (!picture || drawn[pixel] === vehicle + 1) return;
      drawn[pixel] = vehicle + 1;
      ctx.drawImage(picture, left, upper);
    });
  }

  /** A brush that reaches the upper edge includes the charges above, which are drawn there. */
  #brushed(gains: Span, energies: Span): BrushedArea {
    const upwards = energies[1] >= this.#energies[1] * 0.999;
    return { chart: 'gain', gains, energies, ...(upwards && { upwards }) };
  }

  protected plotArea(area: BrushedArea): PlotArea | undefined {
    return area.chart === 'gain' ? { x: area.gains, y: area.energies } : undefined;
  }

  #summary(): string {
    const { formats } = this.#host;
    if (this.#drawable === 0) return whyNothing(this.#data, t('No record has all values for this chart.'));
    const { nominals = [], implied } = this.#data ?? {};
    const [nominal] = this.#charges.length > 1 ? [] : nominals;
    const parts = [t('Energy and charge gained: {0}.', formats.charges(this.#drawable))];
    if (implied) parts.push(`${t('Implied capacity')}: ${formats.energyWithUnit(implied.median)}.`);
    if (nominal !== undefined) parts.push(`${t('Nominal capacity')}: ${formats.energyWithUnit(nominal)}.`);
    return this.#cutOff.addedTo(parts.join(' '));
  }
}
