import type uPlot from 'uplot';

/** What has been brushed, in the values of the axes. */
export interface BrushedArea {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** A brush chooses a range of x, or a rectangle. */
export type BrushKind = 'x' | 'xy';

const nothing = { left: 0, top: 0, width: 0, height: 0 };

/** The area under a plot's selection; undefined if that has no size. */
export function selectedArea(plot: uPlot, kind: BrushKind): BrushedArea | undefined {
  const { left, top, width, height } = plot.select;
  if (width < 1 || (kind === 'xy' && height < 1)) return undefined;
  return {
    x: [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')],
    y: [plot.posToVal(top + height, 'y'), plot.posToVal(top, 'y')],
  };
}

/** Selects what of an area lies on the plot, in all its height if its kind has none of its own; tells nobody. */
export function selectArea(plot: uPlot, kind: BrushKind, area: BrushedArea | undefined): void {
  if (!area) {
    plot.setSelect(nothing, false);
    return;
  }
  const { clientWidth: wide, clientHeight: tall } = plot.over;
  const [left, right] = area.x.map((value) => within(plot.valToPos(value, 'x'), wide)) as [number, number];
  const [bottom, top] =
    kind === 'x' ? [tall, 0] : (area.y.map((value) => within(plot.valToPos(value, 'y'), tall)) as [number, number]);
  plot.setSelect({ left, top, width: right - left, height: bottom - top }, false);
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
