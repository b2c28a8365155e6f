import type { Swatch } from '../plot/swatch.ts';
import type { PlotScale } from '../plot/plot-canvas.ts';
import { day } from './axes.ts';

/** Width of a bar: a fraction of its day's width, within these limits in pixels of the page. */
const part = 0.7;
const [thinnest, widest] = [1, 28];

/**
 * Draws a bar for each time and series, with later series in front. Draws single rectangles, because filling a path of
 * thousands of them takes many times as long.
 *
 * @param data times in seconds, and the values of each series
 * @param edged whether bars differ only by their edges
 */
export function drawBars(
  ctx: CanvasRenderingContext2D,
  { x0, perX, y0, perY }: PlotScale,
  [times = [], ...series]: readonly (readonly number[])[],
  swatches: readonly Swatch[],
  edged: boolean,
): void {
  const wide = Math.round(Math.max(thinnest, Math.min(day * perX * part, widest * devicePixelRatio)));
  series.forEach((values, index) => {
    ctx.fillStyle = swatches[index]?.colour ?? '';
    ctx.strokeStyle = swatches[index]?.edge ?? '';
    ctx.lineWidth = devicePixelRatio;
    const inside = ctx.lineWidth / 2;
    times.forEach((time, at) => {
      const tall = (values[at] ?? 0) * perY;
      const left = Math.round(x0 + time * perX - wide / 2);
      ctx.fillRect(left, y0 - tall, wide, tall);
      // Inset by half a line width, so that the line fills whole pixels.
      if (edged) ctx.strokeRect(left + inside, y0 - tall + inside, wide - 2 * inside, tall - 2 * inside);
    });
  });
}
