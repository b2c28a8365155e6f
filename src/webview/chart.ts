import uPlot from 'uplot';
import type { ViewerStrings } from '../records/protocol.ts';
import { element, setText } from './dom.ts';
import type { Formats } from './formats.ts';
import { fill } from './text.ts';
import type { DayEnergy } from './totals.ts';

const chartHeight = 150;
const day = 86_400;

/** Distances between marks on the time axis, in seconds: no finer than a day. */
const dayIncrements = [1, 2, 3, 5, 7, 10, 14, 30, 61, 91, 182, 365, 730, 1826, 3652].map((days) => days * day);

/** Days in order, as uPlot wants them: seconds, all energy, the public part of it. */
type DayData = [number[], number[], number[]];

function dayData(days: ReadonlyMap<number, DayEnergy>): DayData {
  const sorted = [...days].sort(([a], [b]) => a - b);
  return [
    sorted.map(([time]) => time / 1000),
    sorted.map(([, energy]) => energy.total),
    sorted.map(([, energy]) => energy.public),
  ];
}

/** What the time axis spans: the days and a margin, and a week at least, so that one day doesn't fill it. */
function timeRange(times: readonly number[]): [number, number] {
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? 0;
  const margin = Math.max(0.7 * day, (7 * day - (last - first)) / 2);
  return [first - margin, last + margin];
}

/** Energy per local day as bars, the public part in its own colour; in words for those who don't see it. */
export class Chart {
  readonly element: HTMLElement;
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;
  readonly #canvas = element('div', { class: 'plot', role: 'img' });
  readonly #empty: HTMLElement;
  readonly #pointed = element('span', { class: 'pointed' });
  /** Elements that carry the theme's colours, so that the canvas can ask for them. */
  readonly #swatches = {
    other: element('span', { class: 'swatch other' }),
    public: element('span', { class: 'swatch public' }),
    axis: element('span', { class: 'swatch axis', hidden: '' }),
    grid: element('span', { class: 'swatch grid-line', hidden: '' }),
  };
  #plot: uPlot | undefined;
  #data: DayData = [[], [], []];

  constructor(strings: ViewerStrings, formats: Formats) {
    this.#strings = strings;
    this.#formats = formats;
    this.#empty = element('p', { class: 'plot-empty', hidden: '' }, strings.chartEmpty);
    const { other, public: open, axis, grid } = this.#swatches;
    this.element = element(
      'section',
      { class: 'chart', 'aria-labelledby': 'chart-heading' },
      element(
        'header',
        {},
        element('h2', { id: 'chart-heading' }, strings.energyPerDay),
        this.#pointed,
        element('span', { class: 'key' }, other, strings.otherEnergy),
        element('span', { class: 'key' }, open, strings.publicEnergy),
        axis,
        grid,
      ),
      this.#canvas,
      this.#empty,
    );
    new ResizeObserver(() => this.#resize()).observe(this.#canvas);
  }

  show(days: ReadonlyMap<number, DayEnergy>): void {
    this.#data = dayData(days);
    this.#empty.hidden = days.size > 0;
    this.#canvas.hidden = days.size === 0;
    this.#canvas.setAttribute('aria-label', this.#summary());
    if (days.size === 0) return;
    if (this.#plot) this.#plot.setData(this.#data);
    else if (this.#canvas.clientWidth > 0) this.#create();
  }

  /** To be called when the theme has changed. */
  recolour(): void {
    this.#plot?.redraw(false, true);
  }

  #resize(): void {
    const width = this.#canvas.clientWidth;
    if (width === 0) return;
    if (this.#plot) this.#plot.setSize({ width, height: chartHeight });
    else if (this.#data[0].length > 0) this.#create();
  }

  #create(): void {
    const colour = (of: 'other' | 'public' | 'axis' | 'grid') => () => getComputedStyle(this.#swatches[of]).color;
    const edge = (of: 'other' | 'public') => () => getComputedStyle(this.#swatches[of]).borderTopColor;
    const { fontFamily } = getComputedStyle(document.body);
    const bars = uPlot.paths.bars?.({ size: [0.7, 28] });
    const series = (of: 'other' | 'public') => ({
      stroke: edge(of),
      fill: colour(of),
      width: 1,
      points: { show: false },
      ...(bars && { paths: bars }),
    });
    const axis = {
      stroke: colour('axis'),
      font: `11px ${fontFamily}`,
      ticks: { show: false },
      grid: { stroke: colour('grid'), width: 1 },
    };
    this.#plot = new uPlot(
      {
        width: this.#canvas.clientWidth,
        height: chartHeight,
        padding: [8, 8, 0, 0],
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { setScale: false, x: false } },
        scales: {
          x: { range: () => timeRange(this.#data[0]) },
          y: { range: (_, __, to) => [0, Math.max(to, 0) * 1.08 || 1] },
        },
        axes: [
          {
            ...axis,
            size: 28,
            space: 64,
            incrs: dayIncrements,
            grid: { show: false },
            values: (_, splits, __, ___, step) =>
              splits.map((at) => this.#formats.axisDay(at * 1000, step >= 300 * day)),
          },
          {
            ...axis,
            size: 48,
            space: 32,
            values: (_, splits) => splits.map((value) => this.#formats.axisNumber(value)),
          },
        ],
        series: [{}, series('other'), series('public')],
        hooks: { setCursor: [(plot) => this.#point(plot.cursor.idx)] },
      },
      this.#data,
      this.#canvas,
    );
  }

  #point(index: number | null | undefined): void {
    const [times, totals, publics] = this.#data;
    const time = index === null || index === undefined ? undefined : times[index];
    if (time === undefined || index === null || index === undefined) {
      setText(this.#pointed, '');
      return;
    }
    const formats = this.#formats;
    const total = formats.energyWithUnit(totals[index] ?? 0);
    const open = formats.energyWithUnit(publics[index] ?? 0);
    setText(this.#pointed, fill(this.#strings.dayValue, formats.day(time * 1000), total, open));
  }

  #summary(): string {
    const [times, totals] = this.#data;
    const first = times[0];
    const last = times.at(-1);
    if (first === undefined || last === undefined) return this.#strings.chartEmpty;
    let highest = 0;
    let sum = 0;
    totals.forEach((total, index) => {
      sum += total;
      if (total > (totals[highest] ?? 0)) highest = index;
    });
    const formats = this.#formats;
    return fill(
      this.#strings.chartSummary,
      formats.day(first * 1000),
      formats.day(last * 1000),
      formats.count(times.length),
      formats.day((times[highest] ?? first) * 1000),
      formats.energyWithUnit(totals[highest] ?? 0),
      formats.energyWithUnit(sum),
    );
  }
}
