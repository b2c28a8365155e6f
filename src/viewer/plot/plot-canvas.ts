import type uPlot from 'uplot';

/** Where values lie on a plot's canvas, in canvas pixels. */
export interface PlotScale {
  /** Upper edge of the plot. */
  readonly top: number;
  /** Position of x = 0, and the distance from there to x = 1, to the right. */
  readonly x0: number;
  readonly perX: number;
  /** Position of y = 0, and the distance from there to y = 1, upwards. */
  readonly y0: number;
  readonly perY: number;
}

/** Draws within a plot's edges, then restores the state of the canvas. */
export function drawInside(plot: uPlot, draw: (ctx: CanvasRenderingContext2D, scale: PlotScale) => void): void {
  const { ctx, bbox } = plot;
  const x0 = plot.valToPos(0, 'x', true);
  const y0 = plot.valToPos(0, 'y', true);
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw(ctx, {
    top: bbox.top,
    x0,
    perX: plot.valToPos(1, 'x', true) - x0,
    y0,
    perY: y0 - plot.valToPos(1, 'y', true),
  });
  ctx.restore();
}
