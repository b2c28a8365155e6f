import { highestPerPixel } from './bar-heights.ts';
import type { Swatch } from '../plot/swatch.ts';
import type { PlotScale } from '../plot/plot-canvas.ts';

const day = 86_400;
/** A bar takes this part of its day's width, and is at most so many pixels of the page wide. */
const part = 0.7;
const widest = 28;

/** A bar that goes on above the chart is broken so far below its upper edge, in pixels of the page. */
const cut = { below: 5, gap: 3 };

/** Bars that are thinner than this many pixels of the canvas can't be told apart. */
const thinnest = 1.5;

/**
 * A bar for each time and series, the later series in front; where there are more bars than pixels, the highest in each
 * pixel. As rectangles one by one: filling a path of thousands of them takes many times as long.
 *
 * @param data times in seconds, and the values of each series
 * @param edged whether bars differ by their edges alone; to stroke hundreds of them takes longer than all the rest
 */
export function drawBars(
  ctx: CanvasRenderingContext2D,
  { left: edge, wide: pixels, top, x0, perX, y0, perY }: PlotScale,
  [times, ...series]: readonly (readonly number[])[],
  swatches: readonly Swatch[],
  edged: boolean,
): void {
  if (!times) return;
  const wide = Math.min(day * perX * part, widest * devicePixelRatio);
  series.forEach((values, index) => {
    const swatch = swatches[index];
    if (!swatch) return;
    ctx.fillStyle = swatch.colour;
    ctx.strokeStyle = swatch.edge;
    ctx.lineWidth = devicePixelRatio;
    const inside = ctx.lineWidth / 2;
    if (wide < thinnest) {
      const highest = highestPerPixel(times, values, (time) => x0 + time * perX - edge, pixels);
      highest.forEach((value, pixel) => {
        if (value > 0) ctx.fillRect(edge + pixel, y0 - value * perY, 1, value * perY);
      });
      return;
    }
    times.forEach((time, at) => {
      const tall = (values[at] ?? 0) * perY;
      const left = Math.round(x0 + time * perX - wide / 2);
      ctx.fillRect(left, y0 - tall, Math.round(wide), tall);
      // Half a line further in, so that it fills whole pixels.
      if (edged) ctx.strokeRect(left + inside, y0 - tall + inside, Math.round(wide) - 2 * inside, tall - 2 * inside);
    });
  });
  if (wide < thinnest) return;
  const [below, gap] = [cut.below * devicePixelRatio, cut.gap * devicePixelRatio];
  times.forEach((time, at) => {
    const left = Math.round(x0 + time * perX - wide / 2) - 1;
    if (y0 - (series[0]?.[at] ?? 0) * perY < top) ctx.clearRect(left, top + below, Math.round(wide) + 2, gap);
  });
}
