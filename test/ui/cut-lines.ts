import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** The lines on screen, and those of them whose text is cut off. */
const measured = `(() => {
  const lines = [...document.querySelectorAll('.sidebar .monaco-list-row .monaco-icon-label-container')];
  const shown = lines.filter(({ clientWidth }) => clientWidth > 0);
  const cut = shown.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  return { shown: shown.length, cut: cut.map(({ textContent }) => textContent) };
})()`;

/** @param atLeast how many lines there are */
export async function cutsNone(page: Page, atLeast: number): Promise<void> {
  // The pointer's own line has a button.
  await page.mouse.move(1000, 5);
  const { shown, cut } = await page.evaluate<{ shown: number; cut: readonly string[] }>(measured);
  assert.deepEqual(cut, []);
  assert.ok(shown >= atLeast, `${shown} lines`);
}
