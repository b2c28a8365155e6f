import { element } from '../base/dom.ts';
import { drawSwatch } from '../plot/swatch.ts';

const margin = 16;
const titleHeight = 24;
const lineHeight = 18;
/** Size of a colour square in the legend, and the gaps between it and its text, and between entries. */
const colourSize = 10;
const swatchGap = 5;
const keyGap = 16;

/** One colour of a legend and its meaning. */
interface Entry {
  readonly swatch: Element | null;
  readonly text: string;
  /** Width of both, in pixels. */
  readonly width: number;
}

/** A chart with its title and legend, on the page's background, as base64 of a PNG. */
export function pngOf(chart: HTMLCanvasElement, title: string, key: readonly HTMLElement[]): string {
  const canvas = element('canvas');
  const ctx = canvas.getContext('2d');
  if (!ctx) return '';
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  const font = `11px ${fontFamily}`;
  ctx.font = font;
  const scale = chart.style.width === '' ? 1 : devicePixelRatio;
  const width = chart.width / scale;
  const lines = keyLines(ctx, key, width);
  // This clears the canvas and its settings.
  canvas.width = chart.width + 2 * margin * scale;
  canvas.height = chart.height + (2 * margin + titleHeight + lines.length * lineHeight) * scale;
  ctx.fillStyle = backgroundColor;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.drawImage(chart, margin * scale, (margin + titleHeight) * scale);
  ctx.scale(scale, scale);
  ctx.textBaseline = 'middle';
  ctx.fillStyle = color;
  ctx.font = `600 13px ${fontFamily}`;
  // The names of many vehicles are drawn narrower instead of being cut off.
  ctx.fillText(title, margin, margin + titleHeight / 2 - 4, width);
  ctx.font = font;
  const top = margin + titleHeight + chart.height / scale;
  lines.forEach((entries, at) => drawEntries(ctx, entries, color, top + (at + 0.5) * lineHeight + 4));
  return canvas.toDataURL('image/png').split(',')[1] ?? '';
}

/** The visible entries of a legend, in as many lines as they need. */
function keyLines(ctx: CanvasRenderingContext2D, key: readonly HTMLElement[], width: number): readonly Entry[][] {
  const lines: Entry[][] = [[]];
  let left = 0;
  for (const shown of key.filter(({ hidden }) => !hidden)) {
    const swatch = shown.querySelector('.swatch');
    const text = shown.textContent;
    const own = (swatch ? colourSize + swatchGap : 0) + Math.ceil(ctx.measureText(text).width);
    if (left > 0 && left + own > width) {
      lines.push([]);
      left = 0;
    }
    lines.at(-1)?.push({ swatch, text, width: own });
    left += own + keyGap;
  }
  return lines;
}

/** Draws a line of a legend, centred vertically on `middle`. */
function drawEntries(ctx: CanvasRenderingContext2D, entries: readonly Entry[], color: string, middle: number): void {
  let left = margin;
  for (const { swatch, text, width } of entries) {
    ctx.save();
    ctx.translate(left, middle - colourSize / 2);
    if (swatch) drawSwatch(ctx, swatch, colourSize);
    ctx.restore();
    ctx.fillStyle = color;
    ctx.fillText(text, left + (swatch ? colourSize + swatchGap : 0), middle);
    left += width + keyGap;
  }
}
