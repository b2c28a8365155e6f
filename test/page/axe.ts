import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';

/** What axe says of a page, as far as a test reads it. */
interface Audit {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/**
 * Anomalies of axe, in the page as it stands.
 *
 * @param contrast whether colours are judged: a page without a theme has none of its own
 */
export async function axeViolations(page: Page | Frame, { contrast = false } = {}): Promise<string[]> {
  await page.evaluate(readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8'));
  const { violations } = await page.evaluate((enabled) => {
    const { axe } = globalThis as unknown as { axe: { run(options: unknown): Promise<Audit> } };
    return axe.run({ rules: { 'color-contrast': { enabled } } });
  }, contrast);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
}
