import type uPlot from 'uplot';
import { highestPerPixel } from './bar-heights.ts';
import type { Swatch } from './chart-common.ts';

const day = 86_400;
/** A bar takes this part of its day's width, and is at most so many pixels of the page wide. */
const part = 0.7;
const widest = 28;

/** Bars that are thinner than this many pixels of the canvas can't be told apart. */
const thinnest = 1.5;

/**
 * A bar for each time and series, the later series in front; where there are more bars than pixels, the highest in each
 * pixel. As rectangles one by one: filling a path of thousands of them takes many times as long.
 *
 * @param data times in seconds, and the values of each series
 */
export function drawBars(
  plot: uPlot,
  [times, ...series]: readonly (readonly number[])[],
  swatches: readonly Swatch[],
  edged: boolean,
): void {
  if (!times) return;
  const { ctx, bbox } = plot;
  const x0 = plot.valToPos(0, 'x', true);
  const xScale = plot.valToPos(1, 'x', true) - x0;
  const base = plot.valToPos(0, 'y', true);
  const perUnit = base - plot.valToPos(1, 'y', true);
  const wide = Math.min(day * xScale * part, widest * devicePixelRatio);
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  series.forEach((values, index) => {
    const swatch = swatches[index];
    if (!swatch) return;
    ctx.fillStyle = swatch.colour;
    ctx.strokeStyle = swatch.edge;
    ctx.lineWidth = devicePixelRatio;
    if (wide < thinnest) {
      const left = Math.floor(bbox.left);
      const highest = highestPerPixel(times, values, (time) => x0 + time * xScale - left, Math.ceil(bbox.width));
      highest.forEach((value, pixel) => {
        if (value > 0) ctx.fillRect(left + pixel, base - value * perUnit, 1, value * perUnit);
      });
      return;
    }
    times.forEach((time, at) => {
      const tall = (values[at] ?? 0) * perUnit;
      const left = Math.round(x0 + time * xScale - wide / 2);
      ctx.fillRect(left, base - tall, Math.round(wide), tall);
      if (edged) ctx.strokeRect(left, base - tall, Math.round(wide), tall);
    });
  });
  ctx.restore();
}
