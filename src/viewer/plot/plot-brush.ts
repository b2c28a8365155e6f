import type uPlot from 'uplot';
import type { Span } from '../base/span.ts';

/** The brushed area, in the values of the axes: a range of x over the full height, or a rectangle. */
export interface PlotArea {
  readonly x: Span;
  readonly y?: Span | undefined;
}

/** A brush selects a range of x, or a rectangle. */
export type BrushKind = 'x' | 'xy';

const nothing = { left: 0, top: 0, width: 0, height: 0 };

/** The area under a plot's selection; undefined if the selection has no size. */
export function selectedArea(plot: uPlot, kind: BrushKind): PlotArea | undefined {
  const { left, top, width, height } = plot.select;
  if (width < 1 || (kind === 'xy' && height < 1)) return undefined;
  const x = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')] as const;
  return kind === 'x' ? { x } : { x, y: [plot.posToVal(top + height, 'y'), plot.posToVal(top, 'y')] };
}

/** Selects the part of an area that lies on the plot, without notifying anyone. */
export function selectArea(plot: uPlot, area: PlotArea | undefined): void {
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
