import { element } from '../base/dom.ts';

const margin = 16;
const titleHeight = 24;
const keyHeight = 22;
/** Side of a colour in the key; a line, its width and its dashes; and the room between entries. */
const colourSize = 10;
const line = { length: 22, width: 2, dash: 6, every: 8 };
const keyGap = 16;

/** A chart with its title and the key of its colours, on the page's ground, as the base64 text of a PNG. */
export function pngOf(chart: HTMLCanvasElement, title: string, key: readonly HTMLElement[]): string {
  const scale = chart.style.width === '' ? 1 : devicePixelRatio;
  const canvas = element('canvas', {
    width: String(chart.width + 2 * margin * scale),
    height: String(chart.height + (2 * margin + titleHeight + keyHeight) * scale),
  });
  const ctx = canvas.getContext('2d');
  if (!ctx) return '';
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  ctx.fillStyle = backgroundColor;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.drawImage(chart, margin * scale, (margin + titleHeight) * scale);
  ctx.scale(scale, scale);
  ctx.textBaseline = 'middle';
  ctx.fillStyle = color;
  ctx.font = `600 13px ${fontFamily}`;
  ctx.fillText(title, margin, margin + titleHeight / 2 - 4);
  ctx.font = `11px ${fontFamily}`;
  drawKey(ctx, key, color, canvas.height / scale - margin - keyHeight / 2 + 4);
  return canvas.toDataURL('image/png').split(',')[1] ?? '';
}

/** The entries of a key that are on screen, in a line around `middle`. */
function drawKey(ctx: CanvasRenderingContext2D, key: readonly HTMLElement[], color: string, middle: number): void {
  let left = margin;
  for (const entry of key.filter(({ hidden }) => !hidden)) {
    const swatch = entry.querySelector('.swatch');
    if (swatch) {
      left += drawSwatch(ctx, swatch, left, middle) + 5;
    }
    const text = entry.textContent;
    ctx.fillStyle = color;
    ctx.fillText(text, left, middle);
    left += Math.ceil(ctx.measureText(text).width) + keyGap;
  }
}

/**
 * What the style sheet shows: a square, or a line where the chart has one.
 *
 * @returns how wide it is
 */
function drawSwatch(ctx: CanvasRenderingContext2D, swatch: Element, left: number, middle: number): number {
  const { color, borderTopColor } = getComputedStyle(swatch);
  const { height, backgroundImage } = getComputedStyle(swatch, '::before');
  ctx.fillStyle = color;
  if (Number.parseFloat(height) > line.width) {
    ctx.strokeStyle = borderTopColor;
    ctx.fillRect(left, middle - colourSize / 2, colourSize, colourSize);
    ctx.strokeRect(left + 0.5, middle - colourSize / 2 + 0.5, colourSize - 1, colourSize - 1);
    return colourSize;
  }
  const dash = backgroundImage === 'none' ? line.every : line.dash;
  for (let at = 0; at < line.length; at += line.every) {
    ctx.fillRect(left + at, middle - line.width / 2, Math.min(dash, line.length - at), line.width);
  }
  return line.length;
}
