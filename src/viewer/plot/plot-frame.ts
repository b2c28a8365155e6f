import uPlot from 'uplot';
import { t } from '../../common/translate.ts';
import { Swatch } from './swatch.ts';
import { element, setAttribute, setText } from '../base/dom.ts';
import type { Span } from '../base/span.ts';

/** The brushed area, in the values of the axes: a range of x over the full height, or a rectangle. */
export interface PlotArea {
  readonly x: Span;
  readonly y?: Span | undefined;
}

/** A brush selects a range of x, or a rectangle. */
type BrushKind = 'x' | 'xy';

const nothing = { left: 0, top: 0, width: 0, height: 0 };

/** The area under a plot's selection; undefined if the selection has no size. */
function selectedArea(plot: uPlot, kind: BrushKind): PlotArea | undefined {
  const { left, top, width, height } = plot.select;
  if (width < 1 || (kind === 'xy' && height < 1)) return undefined;
  const x = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')] as const;
  return kind === 'x' ? { x } : { x, y: [plot.posToVal(top + height, 'y'), plot.posToVal(top, 'y')] };
}

/** Selects the part of an area that lies on the plot, without notifying anyone. */
function selectArea(plot: uPlot, area: PlotArea | undefined): void {
  if (!area) {
    plot.setSelect(nothing, false);
    return;
  }
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

/** What is under the pointer: in words, and the area that a click brushes. */
export interface PlotFinding {
  readonly text: string;
  readonly area?: PlotArea | undefined;
}

/** The pointer means what is within this many pixels. */
const reach = 8;

/** A charge or a day that the keyboard cursor stops at; `index` says which one. */
export interface PlotPlace {
  readonly x: number;
  readonly y: number;
  readonly index: number;
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
  /** Passes on all that the arrows lead to. */
  readonly places: (take: (place: PlotPlace) => void) => void;
  /** The values of a place, in words. */
  readonly describe: (index: number) => string;
  /** What is at a position of the pointer or of a brush's edge, or within `reach` of it. */
  readonly find: (at: Point, reach: Point) => PlotFinding;
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
  /** In the order of x; collected when a key first asks for them. */
  #places: readonly PlotPlace[] | undefined;
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
    // Bars cache their colour with their shape, so both are rebuilt.
    this.#plot?.redraw(true, true);
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

  #replace(data: uPlot.AlignedData | undefined, words: string, label = words): void {
    this.#data = data;
    this.#places = this.#place = undefined;
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
    const { brush, xRange, yRange, xAxis, yAxis, series, draw, onPoint } = this.#spec;
    this.#plot = new uPlot(
      {
        width: this.element.clientWidth,
        height: this.element.clientHeight,
        // On the right, half of the widest tick label, which may be at the very end.
        padding: [8 * by, 18 * by, 0, 0],
        legend: { show: false },
        cursor: { y: brush === 'xy', points: { show: false }, drag: { setScale: false, x: true, y: brush === 'xy' } },
        scales: { x: { time: false, range: () => xRange() }, y: { range: () => yRange() } },
        axes: [
          // A larger gap than usual: the lowest tick label of the other axis reaches below the plot.
          grown({ ...axis, size: 28, gap: 8, space: 64, ...xAxis }, by),
          grown({ ...axis, size: 48, space: 28, ...yAxis }, by),
        ],
        series: [{}, ...series],
        hooks: {
          setSelect: [(plot) => this.#brush(plot, selectedArea(plot, brush))],
          setCursor: [(plot) => this.#pointed(plot)],
          // Only now are the positions of the values known.
          draw: [...(draw ? [draw] : []), (plot) => this.#placeBrush(plot)],
        },
      },
      this.#data,
      this.element,
    );
    this.element.addEventListener('mouseleave', () => onPoint(''));
    this.#plot.over.addEventListener('mousemove', () => (this.#place = undefined), { capture: true });
    this.#plot.over.addEventListener('click', () => this.#plot && this.#choose(this.#plot));
  }

  #pointed(plot: uPlot): void {
    if (this.#place) return;
    if ((plot.cursor.left ?? -1) < 0) this.#spec.onPoint('');
    else this.#say(plot, this.#find(plot).text);
  }

  /** Says something of where the cursor is. */
  #say(plot: uPlot, text: string): void {
    const { left, top } = plot.over.getBoundingClientRect();
    this.#spec.onPoint(text, { x: left + (plot.cursor.left ?? 0), y: top + (plot.cursor.top ?? 0) });
  }

  #find(plot: uPlot): PlotFinding {
    const { left = 0, top = 0 } = plot.cursor;
    const at = (by: number) => ({ x: plot.posToVal(left + by, 'x'), y: plot.posToVal(top - by, 'y') });
    const [here, beyond] = [at(0), at(reach)];
    return this.#spec.find(here, { x: beyond.x - here.x, y: beyond.y - here.y });
  }

  /** Brushes what is under the cursor, or nothing. */
  #choose(plot: uPlot): void {
    this.#anchor = undefined;
    this.#brush(plot, this.#find(plot).area);
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

  #placeBrush(plot: uPlot): void {
    if (this.#brushed) selectArea(plot, this.#brushed);
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
    else if (this.#place && (event.key === 'Enter' || event.key === ' ')) this.#choose(plot);
    else if (event.key === 'Escape') {
      if (!this.#brushed) return;
      this.showBrush(undefined);
      this.#spec.onBrush(undefined);
    } else if (!event.shiftKey || (x === 0 && (y === 0 || this.#spec.brush === 'x'))) {
      return;
    } else {
      this.#place = undefined;
      this.#anchor ??= { ...this.#cursor };
      const within = (value: number) => Math.max(0, Math.min(1, value));
      this.#cursor = { x: within(this.#cursor.x + x), y: within(this.#cursor.y + y) };
      this.#showCursor(plot);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #nextPlace(key: string): PlotPlace | undefined {
    const places = (this.#places ??= this.#sortedPlaces());
    const up = { ArrowUp: 1, ArrowDown: -1 }[key];
    if (up !== undefined && this.#spec.brush === 'xy') {
      const from = this.#place?.y ?? -up * Infinity;
      const beyond = places.filter(({ y }) => (y - from) * up > 0);
      return beyond.toSorted((a, b) => (a.y - b.y) * up)[0] ?? this.#place;
    }
    const steps = placesByKey[key];
    if (steps === undefined) return undefined;
    const at = this.#place ? places.indexOf(this.#place) : steps < 0 ? places.length : -1;
    return places[Math.max(0, Math.min(places.length - 1, at + steps))];
  }

  #sortedPlaces(): readonly PlotPlace[] {
    const places: PlotPlace[] = [];
    this.#spec.places((place) => places.push(place));
    return places.sort((a, b) => a.x - b.x);
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

  #showCursor(plot: uPlot): void {
    const { clientWidth: wide, clientHeight: tall } = plot.over;
    const { x, y } = this.#cursor;
    plot.setCursor({ left: x * (wide - 1), top: y * (tall - 1) });
    const from = this.#anchor;
    if (!from) return;
    const [top, bottom] = this.#spec.brush === 'xy' ? [Math.min(y, from.y), Math.max(y, from.y)] : [0, 1];
    const left = Math.min(x, from.x);
    const area = {
      left: left * wide,
      width: Math.abs(x - from.x) * wide,
      top: top * tall,
      height: (bottom - top) * tall,
    };
    plot.setSelect(area, false);
    this.#brush(plot, selectedArea(plot, this.#spec.brush));
  }
}
