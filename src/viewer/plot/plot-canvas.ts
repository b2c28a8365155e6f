import type uPlot from 'uplot';
import type { Ink } from './swatch.ts';

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

/** Draws a bar. Stripes cover what is under them, and have an edge where there is room for it. */
export function drawBar(
  ctx: CanvasRenderingContext2D,
  { fill, edge }: Ink,
  ...[x, y, wide, tall]: readonly [x: number, y: number, wide: number, tall: number]
): void {
  if (edge !== undefined) ctx.clearRect(x, y, wide, tall);
  ctx.fillStyle = fill;
  ctx.fillRect(x, y, wide, tall);
  const line = devicePixelRatio;
  if (edge === undefined || Math.min(wide, tall) < 4 * line) return;
  ctx.strokeStyle = edge;
  ctx.lineWidth = line;
  // Inset by half a line width, so that the line fills whole pixels.
  ctx.strokeRect(x + line / 2, y + line / 2, wide - line, tall - line);
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
