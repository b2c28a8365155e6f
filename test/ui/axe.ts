import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** What axe says of a page, as far as a test reads it. */
interface Audit {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Findings of axe, in the page as it stands. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
  const { violations } = await page.evaluate(() => {
    const { axe } = globalThis as unknown as { axe: { run(options: unknown): Promise<Audit> } };
    // The bare page has no theme, so its colours say nothing.
    return axe.run({ rules: { 'color-contrast': { enabled: false } } });
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
}
