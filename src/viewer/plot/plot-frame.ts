import uPlot from 'uplot';
import { t } from '../../common/translate.ts';
import { Swatch } from './swatch.ts';
import { element, setAttribute, setText } from '../base/dom.ts';
import { firstWhere } from '../base/first-where.ts';
import type { Span } from '../base/span.ts';

/** The brushed area, in the values of the axes: a range of x over the full height, or a rectangle. */
export interface PlotArea {
  readonly x: Span;
  readonly y?: Span | undefined;
}

/** A brush selects a range of x, or a rectangle. */
type BrushKind = 'x' | 'xy';

const nothing = { left: 0, top: 0, width: 0, height: 0 };

/** The area under a plot's selection; undefined if the selection is smaller than that many pixels. */
function selectedArea(plot: uPlot, kind: BrushKind, least = 1): PlotArea | undefined {
  const { left, top, width, height } = plot.select;
  if (width < least || (kind === 'xy' && height < least)) return undefined;
  const x = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')] as const;
  return kind === 'x' ? { x } : { x, y: [plot.posToVal(top + height, 'y'), plot.posToVal(top, 'y')] };
}

/** Selects the part of an area that lies on the plot, without notifying anyone. */
function selectArea(plot: uPlot, area: PlotArea | undefined): void {
  if (!area) return plot.setSelect(nothing, false);
  const { clientWidth: wide, clientHeight: tall } = plot.over;
  const across = (value: number) => within(plot.valToPos(value, 'x'), wide);
  const down = (value: number) => within(plot.valToPos(value, 'y'), tall);
  const [left, right] = [across(area.x[0]), across(area.x[1])];
  const [bottom, top] = area.y ? [down(area.y[0]), down(area.y[1])] : [tall, 0];
  plot.setSelect({ left, top, width: right - left, height: bottom - top }, false);
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}

/** The keyboard cursor crosses the chart in at least this many steps, … */
const fewestSteps = 40;
/** … and at most this many; in between, the spec's `xStep` determines the number. */
const mostSteps = 400;
/** Page Up and Page Down move it by this fraction of the chart. */
const pageStep = 1 / 10;

/** In pixels of the page. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The pointer means what is within this many pixels. */
const reach = 8;

/** A charge or a day, where it is drawn: the keyboard cursor stops at it, the pointer finds it. */
export interface PlotPlace {
  readonly x: number;
  readonly y: number;
  /** The opposite corner of a bar, to the right. */
  readonly endX?: number;
  readonly endY?: number;
  /** Says which one it is. */
  readonly index: number;
}

/** The place that is the least far, the last of several; none if it is further than `most`. */
function nearest(places: readonly PlotPlace[], far: (place: PlotPlace) => number, most = Number.MAX_VALUE) {
  let found: PlotPlace | undefined;
  for (const place of places) {
    const own = far(place);
    if (own <= most) [found, most] = [place, own];
  }
  return found;
}

const placesByKey: Readonly<Record<string, number>> = {
  ...{ ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity },
};

/** What differs between charts. */
export interface PlotSpec {
  readonly brush: BrushKind;
  /** The range of x that a drawn brush selects; if absent, all that it covers. */
  readonly snapped?: (x: PlotArea['x']) => PlotArea['x'];
  readonly xRange: () => [number, number];
  /** How far a brush grows by keyboard, unless that is too much or too little; if absent, a fraction of the chart. */
  readonly xStep?: number;
  /** Passes on all that the arrows lead to and that the pointer finds. */
  readonly places: (take: (place: PlotPlace) => void) => void;
  /** The values of a place, in words. */
  readonly describe: (index: number) => string;
  /** What a position of the pointer or of a brush's edge means where there is no place, in words. */
  readonly elsewhere: (at: Point) => string;
  readonly yRange: () => [number, number];
  readonly xAxis: uPlot.Axis;
  readonly yAxis: uPlot.Axis;
  readonly series: readonly uPlot.Series[];
  /** Draws what is not a uPlot series. */
  readonly draw?: (plot: uPlot) => void;
  readonly onBrush: (area: PlotArea | undefined) => void;
  /** What is under the pointer, the keyboard cursor or a brush's edge, in words; empty if nothing is. */
  readonly onPoint: (text: string, at?: Point) => void;
}

/** An axis whose parts are larger, as its text is. */
function grown(axis: uPlot.Axis, by: number): uPlot.Axis {
  const parts = ['size', 'gap', 'space', 'labelSize', 'labelGap'] as const;
  const larger = parts.map((part) => [part, typeof axis[part] === 'number' ? axis[part] * by : axis[part]] as const);
  return { ...axis, ...Object.fromEntries(larger.filter(([, size]) => size !== undefined)) };
}

/** A uPlot plot in the theme's colours. It fills the available space and can be brushed by mouse or by keyboard. */
export class PlotFrame {
  /** Has a role once its content is known: an application where there is something to go to by keys. */
  readonly element = element('div', { class: 'plot' });
  readonly #axis = new Swatch('axis', false);
  readonly #grid = new Swatch('grid-line', false);
  readonly #spec: PlotSpec;
  /** Shown in place of an empty plot. */
  readonly #words = element('p', { class: 'plot-empty', hidden: '' });
  #plot: uPlot | undefined;
  /** Undefined: there is nothing to draw. */
  #data: uPlot.AlignedData | undefined;
  /** Does not change when another range of values is shown. */
  #brushed: PlotArea | undefined;
  /** The keyboard cursor, and where its brush began; fractions of the chart's width and height. */
  #cursor = { x: 0, y: 1 };
  #anchor: { x: number; y: number } | undefined;
  /** In the order of x; collected when they are first asked for. */
  #places: readonly PlotPlace[] | undefined;
  /** The width of the widest. */
  #widest = 0;
  /** Where the keyboard cursor is, if it came there by an arrow, … */
  #place: PlotPlace | undefined;
  /** … and what was said of it. */
  #said = '';

  constructor(spec: PlotSpec) {
    this.#spec = spec;
    this.element.append(this.#axis.element, this.#grid.element, this.#words);
    new ResizeObserver(() => this.#resize()).observe(this.element);
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('blur', () => this.#hideCursor());
    this.element.addEventListener('mouseleave', () => spec.onPoint(''));
  }

  /** @param summary describes the chart in words */
  show(data: uPlot.AlignedData, summary: string): void {
    this.#replace(data, '', summary);
    if (this.#plot) {
      this.#plot.setData(data);
      // The same times may need other tick labels: those of another time zone.
      this.#plot.redraw(false, true);
    } else if (this.element.clientWidth > 0) this.#create();
  }

  /** @param words why there is nothing to draw */
  showNothing(words: string): void {
    this.#replace(undefined, words);
    this.#hideCursor();
  }

  recolour(): void {
    // uPlot reads an axis's font and sizes only when it is created.
    this.#plot?.destroy();
    this.#plot = undefined;
    this.#resize();
  }

  /** Does not report the change. */
  showBrush(area: PlotArea | undefined): void {
    this.#anchor = undefined;
    this.#brushed = area;
    if (this.#plot) selectArea(this.#plot, area);
  }

  image(): HTMLCanvasElement | undefined {
    return this.#data && this.#plot?.ctx.canvas;
  }

  /** The places that reach into a range of x. */
  placesIn([from, to]: Span): readonly PlotPlace[] {
    const places = this.#sortedPlaces();
    const firstFrom = (least: number) => firstWhere(places.length, (at) => (places[at]?.x ?? 0) >= least);
    const near = places.slice(firstFrom(from - this.#widest), firstFrom(to));
    return near.filter(({ x, endX = x }) => endX >= from);
  }

  #replace(data: uPlot.AlignedData | undefined, words: string, label = words): void {
    this.#data = data;
    this.#places = undefined;
    const before = this.#place;
    if (before)
      this.#place = this.#sortedPlaces().find(
        ({ x, y, index }) => x === before.x && y === before.y && index === before.index,
      );
    setAttribute(this.element, 'role', data ? 'application' : 'img');
    setAttribute(this.element, 'aria-roledescription', data && t('chart'));
    setAttribute(this.element, 'tabindex', '0');
    setAttribute(this.element, 'aria-label', label);
    setText(this.#words, words);
    this.#words.hidden = data !== undefined;
    if (this.#plot) this.#plot.root.hidden = data === undefined;
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0) return;
    if (this.#plot) this.#plot.setSize({ width, height });
    else if (this.#data) this.#create();
  }

  #create(): void {
    const { fontFamily, fontSize } = getComputedStyle(document.body);
    // Sizes are those of VS Code's usual text.
    const by = parseFloat(fontSize) / 13;
    const font = `${Math.round(11 * by)}px ${fontFamily}`;
    const axis: uPlot.Axis = {
      stroke: () => this.#axis.colour,
      font,
      labelFont: font,
      ticks: { show: false },
      grid: { stroke: () => this.#grid.colour, width: 1 },
    };
    const { brush, xRange, yRange, xAxis, yAxis, series, draw } = this.#spec;
    this.#plot = new uPlot(
      {
        width: this.element.clientWidth,
        height: this.element.clientHeight,
        // On the right, half of the widest tick label, which may be at the very end.
        padding: [8 * by, 18 * by, 0, 0],
        legend: { show: false },
        cursor: {
          y: brush === 'xy',
          points: { show: false },
          drag: { setScale: false, x: true, y: brush === 'xy' },
          // uPlot would reset the zoom, and these charts have none.
          bind: { dblclick: () => null },
        },
        scales: { x: { time: false, range: () => xRange() }, y: { range: () => yRange() } },
        axes: [
          // A larger gap than usual: the lowest tick label of the other axis reaches below the plot.
          grown({ ...axis, size: 28, gap: 8, space: 64, ...xAxis }, by),
          grown({ ...axis, size: 48, space: 28, ...yAxis }, by),
        ],
        series: [{}, ...series],
        hooks: {
          // A drag of a few pixels counts as a click.
          setSelect: [(plot) => this.#choose(plot, selectedArea(plot, brush, reach / 2) ?? this.#areaOf(plot))],
          setCursor: [(plot) => this.#pointed(plot)],
          // Only now are the positions of the values known.
          draw: [...(draw ? [draw] : []), (plot) => this.#brushed && selectArea(plot, this.#brushed)],
        },
      },
      this.#data,
      this.element,
    );
    this.#plot.over.addEventListener('mousemove', () => (this.#place = undefined), { capture: true });
    this.#plot.over.addEventListener('click', () => this.#plot && this.#choose(this.#plot, this.#areaOf(this.#plot)));
  }

  #pointed(plot: uPlot): void {
    if (this.#place) return;
    if ((plot.cursor.left ?? -1) < 0) this.#spec.onPoint('');
    else {
      const place = this.#find(plot);
      this.#say(plot, place ? this.#spec.describe(place.index) : this.#spec.elsewhere(this.#pointer(plot).at));
    }
  }

  /** Says something of where the cursor is. */
  #say(plot: uPlot, text: string): void {
    const { left, top } = plot.over.getBoundingClientRect();
    this.#spec.onPoint(text, { x: left + (plot.cursor.left ?? 0), y: top + (plot.cursor.top ?? 0) });
  }

  /** Where the cursor is, and how far it reaches, in the values of the axes. */
  #pointer(plot: uPlot): { readonly at: Point; readonly by: Point } {
    const { left = 0, top = 0 } = plot.cursor;
    const value = (by: number) => ({ x: plot.posToVal(left + by, 'x'), y: plot.posToVal(top - by, 'y') });
    const [at, beyond] = [value(0), value(reach)];
    return { at, by: { x: beyond.x - at.x, y: beyond.y - at.y } };
  }

  /** The place that the pointer means. */
  #find(plot: uPlot): PlotPlace | undefined {
    const { brush, snapped } = this.#spec;
    const { at, by } = this.#pointer(plot);
    const beside = (from: number, to: number, value: number) => Math.max(0, from - value, value - to);
    const far = ({ x, y, endX = x, endY = y }: PlotPlace) =>
      Math.hypot(beside(x, endX, at.x) / by.x, beside(Math.min(y, endY), Math.max(y, endY), at.y) / by.y);
    const span = snapped?.([at.x, at.x]) ?? ([at.x - by.x, at.x + by.x] as const);
    return nearest(this.placesIn(span), far, brush === 'xy' ? 1 : undefined);
  }

  /** The area that selects one place: along an axis of times, its time ± 1 second. */
  #areaOf(plot: uPlot, place = this.#find(plot)): PlotArea | undefined {
    if (!place) return undefined;
    const { x, y, endX = x } = place;
    if (this.#spec.brush === 'x') return { x: [x - 1, endX + 1] };
    const { by } = this.#pointer(plot);
    return { x: [x - by.x / 2, x + by.x / 2], y: [y - by.y / 2, y + by.y / 2] };
  }

  /** Brushes an area. Where there is none, the brush stays. */
  #choose(plot: uPlot, area: PlotArea | undefined): void {
    this.#anchor = undefined;
    if (area) this.#brush(plot, area);
    else selectArea(plot, this.#brushed);
  }

  #hideCursor(): void {
    this.#anchor = this.#place = undefined;
    this.#plot?.setCursor({ left: -10, top: -10 });
    this.#spec.onPoint('');
  }

  #brush(plot: uPlot, area: PlotArea | undefined): void {
    const { snapped, onBrush } = this.#spec;
    this.#brushed = area && snapped ? { ...area, x: snapped(area.x) } : area;
    selectArea(plot, this.#brushed);
    onBrush(this.#brushed);
  }

  /**
   * Arrows, Page Up, Page Down, Home and End lead from one place to another; with Shift, they extend a brush from where
   * it began. Enter and the space bar brush a place, Escape removes the brush.
   */
  #onKey(event: KeyboardEvent): void {
    const plot = this.#plot;
    if (!plot || !this.#data || event.altKey || event.ctrlKey || event.metaKey) return;
    const [x, y] = this.#stepOf(event.key);
    const place = event.shiftKey ? undefined : this.#nextPlace(event.key);
    if (place) this.#goTo(plot, place);
    else if (this.#place && (event.key === 'Enter' || event.key === ' '))
      this.#choose(plot, this.#areaOf(plot, this.#place));
    else if (event.key === 'Escape') {
      if (!this.#brushed) return;
      this.showBrush(undefined);
      this.#spec.onBrush(undefined);
    } else if (!event.shiftKey || (x === 0 && (y === 0 || this.#spec.brush === 'x'))) {
      return;
    } else this.#extend(plot, x, y);
    event.preventDefault();
    event.stopPropagation();
  }

  #nextPlace(key: string): PlotPlace | undefined {
    const places = this.#sortedPlaces();
    const up = { ArrowUp: 1, ArrowDown: -1 }[key];
    if (up !== undefined && this.#spec.brush === 'xy') {
      const from = this.#place ? this.#place.y * up : -Infinity;
      return nearest(places, ({ y }) => (y * up > from ? y * up : Infinity)) ?? this.#place;
    }
    const steps = placesByKey[key];
    if (steps === undefined) return undefined;
    const at = this.#place ? places.indexOf(this.#place) : steps < 0 ? places.length : -1;
    return places[Math.max(0, Math.min(places.length - 1, at + steps))];
  }

  #sortedPlaces(): readonly PlotPlace[] {
    if (this.#places) return this.#places;
    const places: PlotPlace[] = [];
    this.#spec.places((place) => places.push(place));
    this.#widest = places.reduce((most, { x, endX = x }) => Math.max(most, endX - x), 0);
    return (this.#places = places.sort((a, b) => a.x - b.x));
  }

  #goTo(plot: uPlot, place: PlotPlace): void {
    const text = this.#spec.describe(place.index);
    // A screen reader says nothing twice: the text of a place that it stays at has to differ.
    this.#said = place === this.#place && this.#said === text ? `${text}\u00a0` : text;
    this.#place = place;
    this.#anchor = undefined;
    const { clientWidth: wide, clientHeight: tall } = plot.over;
    const [left, top] = [within(plot.valToPos(place.x, 'x'), wide - 1), within(plot.valToPos(place.y, 'y'), tall - 1)];
    this.#cursor = { x: left / (wide - 1), y: top / (tall - 1) };
    plot.setCursor({ left, top });
    this.#say(plot, this.#said);
  }

  /** As fractions of the chart's width and height. */
  #stepOf(key: string): readonly [number, number] {
    const { xRange, xStep = Infinity } = this.#spec;
    const [from, to] = xRange();
    const step = 1 / Math.min(mostSteps, Math.max(fewestSteps, (to - from) / xStep));
    const across = { ArrowLeft: -step, ArrowRight: step, PageUp: -pageStep, PageDown: pageStep, Home: -1, End: 1 }[key];
    const down = { ArrowUp: -pageStep, ArrowDown: pageStep }[key];
    return [across ?? 0, down ?? 0];
  }

  /** Extends the brush by fractions of the chart's width and height. */
  #extend(plot: uPlot, across: number, down: number): void {
    const { clientWidth: wide, clientHeight: tall } = plot.over;
    const from = (this.#anchor ??= this.#cursor);
    const { x, y } = (this.#cursor = { x: within(this.#cursor.x + across, 1), y: within(this.#cursor.y + down, 1) });
    this.#place = undefined;
    plot.setCursor({ left: x * (wide - 1), top: y * (tall - 1) });
    const area = { left: Math.min(x, from.x) * wide, width: Math.abs(x - from.x) * wide };
    plot.setSelect({ ...area, top: Math.min(y, from.y) * tall, height: Math.abs(y - from.y) * tall }, false);
    this.#brush(plot, selectedArea(plot, this.#spec.brush));
  }
}
