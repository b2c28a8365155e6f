import { element } from './dom.ts';

const margin = 16;
const titleHeight = 24;

/** A chart with its title on the page's ground, as the base64 text of a PNG. */
export function pngOf(chart: HTMLCanvasElement, title: string): string {
  const scale = chart.style.width === '' ? 1 : devicePixelRatio;
  const canvas = element('canvas', {
    width: String(chart.width + 2 * margin * scale),
    height: String(chart.height + (2 * margin + titleHeight) * scale),
  });
  const ctx = canvas.getContext('2d');
  if (!ctx) return '';
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  ctx.fillStyle = backgroundColor;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.fillStyle = color;
  ctx.font = `600 ${13 * scale}px ${fontFamily}`;
  ctx.textBaseline = 'middle';
  ctx.fillText(title, margin * scale, (margin + titleHeight / 2 - 4) * scale);
  ctx.drawImage(chart, margin * scale, (margin + titleHeight) * scale);
  return canvas.toDataURL('image/png').split(',')[1] ?? '';
}
