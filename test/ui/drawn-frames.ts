import type { Page } from 'playwright-core';

/** A span of time in Chromium's trace, as far as a test reads it. */
interface Span {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
}

/**
 * How many surfaces the browser draws in each frame that comes while something is done: one is the screen, one all that
 * is on it, and each one more is a part of it that is drawn by itself and then laid over the rest.
 */
export async function surfacesDrawn(page: Page, act: () => Promise<unknown>): Promise<readonly number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page is in no browser.');
  await browser.startTracing(page, { categories: ['viz', 'benchmark'] });
  await act();
  const trace = await browser.stopTracing();
  const { traceEvents: spans } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly Span[] };
  const starts = (name: string) => spans.filter((span) => span.name === name && span.ph === 'X').map(({ ts }) => ts);
  const passes = starts('DirectRenderer::DrawRenderPass');
  const frames = starts('DirectRenderer::DrawFrame').sort((a, b) => a - b);
  return frames.map(
    (start, index) => passes.filter((at) => at >= start && at < (frames[index + 1] ?? Infinity)).length,
  );
}
