import type uPlot from 'uplot';

/** Where values lie on a plot's canvas, in its pixels. */
export interface PlotScale {
  /** Upper edge of the plot. */
  readonly top: number;
  /** Where x is 0, and how far to the right 1 is from there. */
  readonly x0: number;
  readonly perX: number;
  /** Where y is 0, and how far up 1 is from there. */
  readonly y0: number;
  readonly perY: number;
}

/** Draws inside of a plot's edges, and leaves its canvas as it was. */
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
