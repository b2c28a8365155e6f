import { element } from '../base/dom.ts';

// Written out, because the test of themes collects these names.
const vehicleHues = [
  ...['--vscode-charts-blue', '--vscode-charts-green', '--vscode-charts-purple'],
  ...['--vscode-charts-yellow', '--vscode-charts-red', '--vscode-charts-orange'],
];

/** The stripes of a bar by its kind, which are seen where hues are alike: angle in degrees, and width in pixels. */
const stripes = [undefined, [45, 2], [0, 2], [135, 2], [90, 2], [45, 4], [135, 4]] as const;

/** Width and height of the shapes. */
const shapeSize = 10;

/** The shapes of points by their kind: a square, triangles, a diamond and crosses. */
const shapes = [
  ...['M0 0h10v10H0z', 'M5 0 10 10H0z', 'M5 0 10 5 5 10 0 5z', 'M3 0h4v3h3v4H7v3H3V7H0V3h3z', 'M0 0h10L5 10z'],
  'M2 0 5 3 8 0 10 2 7 5 10 8 8 10 5 7 2 10 0 8 3 5 0 2z',
];

/** What is drawn with a swatch: bars have stripes, points a shape. */
type Marks = 'bars' | 'points';

/** The custom properties of an element that shows a kind of marks; they are read where a canvas shows the same. */
function marksStyle(kind: number, marks: Marks): Readonly<Record<string, string>> {
  if (marks === 'points') return { '--shape': `path("${shapes[kind] ?? ''}")` };
  const [angle, wide] = stripes[kind] ?? [];
  return wide === undefined ? {} : { '--angle': `${angle}deg`, '--wide': `${wide}px` };
}

/** The colour of one of several vehicles, by its number, and its stripes. */
export function vehicleStyle(vehicle: number, marks: Marks = 'bars'): Readonly<Record<string, string>> {
  return { '--hue': `var(${vehicleHues[vehicle]}, var(--vscode-foreground))`, ...marksStyle(vehicle, marks) };
}

/** What bars are filled with; with an edge if that is stripes. */
export interface Ink {
  readonly fill: CanvasPattern | string;
  readonly edge: string | undefined;
}

/** @param scale pixels of the canvas for one of the page, as far as it does not scale by itself */
function inkOf(ctx: CanvasRenderingContext2D, swatch: Element, scale: number): Ink {
  const style = getComputedStyle(swatch);
  const wide = parseInt(style.getPropertyValue('--wide'));
  const tile = element('canvas', { width: '1', height: String(2 * wide) });
  const paint = wide > 0 && tile.getContext('2d');
  if (!paint) return { fill: style.color, edge: undefined };
  paint.fillStyle = style.color;
  paint.fillRect(0, 0, 1, wide);
  const pattern = ctx.createPattern(tile, 'repeat');
  const angle = parseInt(style.getPropertyValue('--angle'));
  pattern?.setTransform(new DOMMatrix().scale(scale).rotate(angle));
  return { fill: pattern ?? style.color, edge: style.color };
}

/** Draws what a swatch looks like, at the origin; leaves the settings changed. @param size its width and height */
export function drawSwatch(ctx: CanvasRenderingContext2D, swatch: Element, size: number): void {
  const style = getComputedStyle(swatch);
  const shape = /"(.*)"/.exec(style.getPropertyValue('--shape'))?.[1];
  const { fill, edge } = inkOf(ctx, swatch, 1);
  ctx.globalAlpha = Number(style.getPropertyValue('--part') || 1);
  ctx.scale(size / shapeSize, size / shapeSize);
  ctx.fillStyle = fill;
  ctx.fill(new Path2D(shape ?? shapes[0]));
  if (edge !== undefined) {
    ctx.strokeStyle = edge;
    ctx.strokeRect(0.5, 0.5, shapeSize - 1, shapeSize - 1);
  }
}

/** An element that has one of the theme's colours, from which code that draws on a canvas can read it. */
export class Swatch {
  readonly element: HTMLElement;

  /**
   * @param name class name in the style sheet
   * @param style custom properties; its hue, if the style sheet has none for the class
   */
  constructor(name: string, visible: boolean, style: Readonly<Record<string, string>> = {}) {
    this.element = element('span', { class: `swatch ${name}`, ...(visible ? {} : { hidden: '' }) });
    for (const [property, value] of Object.entries(style)) this.element.style.setProperty(property, value);
  }

  /** A swatch with the stripes of the kind after the first `kinds`. */
  static striped(name: string, kinds = 1): Swatch {
    return new Swatch(name, true, marksStyle(kinds, 'bars'));
  }

  get colour(): string {
    return getComputedStyle(this.element).color;
  }

  ink(ctx: CanvasRenderingContext2D): Ink {
    return inkOf(ctx, this.element, devicePixelRatio);
  }

  /** The swatch with its meaning, for the chart's legend. */
  labelled(text: string): HTMLElement {
    return element('span', { class: 'key' }, this.element, text);
  }
}
