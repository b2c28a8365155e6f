import type { BrowserContext } from 'playwright-core';

/** Changes the program of the served workbench, given as its text. Throws where it is not the text that it knows. */
export type WorkbenchChange = (workbench: string) => string;

/** Changes the workbench in transit, for all windows of a browser context; the files of VS Code stay as they are. */
export async function changeWorkbench(context: BrowserContext, changes: readonly WorkbenchChange[]): Promise<void> {
  if (changes.length === 0) return;
  let changed: string | undefined;
  await context.route('**/vs/code/browser/workbench/workbench.js', async (route) => {
    const response = await route.fetch();
    changed ??= changes.reduce((text, change) => change(text), await response.text());
    await route.fulfill({ response, body: changed });
  });
}
