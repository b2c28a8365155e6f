import type { Page } from 'playwright-core';

/** Waits until what has changed is drawn: each part of a window lays itself out in a frame after that of its parent. */
export async function drawn(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    await frame
      .evaluate(
        `new Promise((resolve) => {
        let left = 5;
        const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
        next();
        setTimeout(resolve, 1000);
      })`,
      )
      // A frame that was replaced meanwhile has nothing to draw.
      .catch(() => undefined);
  }
}
