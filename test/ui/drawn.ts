import type { Frame, Page } from 'playwright-core';

const fiveFrames = `new Promise((resolve) => {
  let left = 5;
  const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
  next();
})`;

/** Waits until what has changed is drawn: each part of a window lays itself out in a frame after that of its parent. */
export async function drawn(page: Page): Promise<void> {
  // A frame that was replaced meanwhile has nothing to draw.
  for (const frame of page.frames()) if (await isOnScreen(frame).catch(() => false)) await frame.evaluate(fiveFrames);
}

/** A browser draws no frame of a part that is hidden, or in one that is. */
async function isOnScreen(frame: Frame): Promise<boolean> {
  const parent = frame.parentFrame();
  return !parent || ((await (await frame.frameElement()).isVisible()) && (await isOnScreen(parent)));
}
