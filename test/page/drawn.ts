import type { ViewerPage } from './viewer-page.ts';

/** What is drawn on the canvas of the chart on screen, in its pixels. */
export interface Drawn {
  readonly texts: readonly { readonly text: string; readonly x: number; readonly y: number }[];
  /** Rectangles: left edge and width. */
  readonly bars: readonly { readonly x: number; readonly wide: number }[];
}

/** A canvas that is cleared begins anew, and so do the notes. */
const noting = `(() => {
  const { prototype } = CanvasRenderingContext2D;
  const { fillText, fillRect, clearRect } = prototype;
  Object.assign(prototype, {
    clearRect(...at) {
      if (at[2] === this.canvas.width) globalThis.drawn = { texts: [], bars: [] };
      clearRect.apply(this, at);
    },
    fillText(text, ...at) {
      const { x, y } = new DOMPoint(...at).matrixTransform(this.getTransform());
      globalThis.drawn?.texts.push({ text, x, y });
      fillText.call(this, text, ...at);
    },
    fillRect(x, ...more) {
      globalThis.drawn?.bars.push({ x, wide: more[1] });
      fillRect.call(this, x, ...more);
    },
  });
})()`;

/** From now on the page notes what it draws. */
export async function noteDrawn(viewer: ViewerPage): Promise<void> {
  await viewer.page.locator('[role=tabpanel]:visible canvas').waitFor();
  await viewer.page.evaluate(noting);
}

/** Does what has a chart drawn, and gives what is; it must have this text. */
export async function drawnBy(viewer: ViewerPage, act: () => Promise<void>, text: string): Promise<Drawn> {
  await viewer.page.evaluate('globalThis.drawn = undefined');
  await act();
  await viewer.holds(`globalThis.drawn?.texts.some(({ text }) => text === '${text}') ?? false`);
  return viewer.page.evaluate<Drawn>('globalThis.drawn');
}
