import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8');

/** What axe says of a page, as far as a test reads it. */
interface Audit {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Which of its rules axe goes by. Contrast is judged only where the page has a theme: it has no colours without. */
const rules = {
  'all but contrast': { rules: { 'color-contrast': { enabled: false } } },
  all: {},
  contrast: { runOnly: ['color-contrast'] },
};

/** Findings of axe, in the page as it stands. */
export async function axeViolations(page: Page, goingBy: keyof typeof rules = 'all but contrast'): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (options) => {
      const { axe } = globalThis as unknown as { axe: { run(options: unknown): Promise<Audit> } };
      return axe.run(options);
    },
    { ...rules[goingBy], resultTypes: ['violations'] },
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
}
