import type { Workbench } from '../host/workbench.ts';
import { categories } from './commands.ts';

/** The extension's commands that the palette offers where the window is now, by their titles, in alphabetical order. */
export async function inPalette(workbench: Workbench): Promise<readonly string[]> {
  const { page, quickInput } = workbench;
  const titles = new Set<string>();
  for (const category of categories) {
    await page.keyboard.press('F1');
    await quickInput.getByRole('textbox').fill(`>${category}: `);
    const focused = (position: number) => quickInput.locator(`.monaco-list-row.focused[aria-posinset="${position}"]`);
    // There is always a first line, if only to say that nothing matches.
    await focused(1).waitFor();
    const count = Number(await focused(1).getAttribute('aria-setsize'));
    // Only lines on screen are there.
    for (let position = 1; position <= count; position += 1) {
      const title = await focused(position).locator('.label-name').first().innerText();
      // What VS Code adds for each view is not the extension's.
      if (title.startsWith(`${category}: `) && !title.includes(': Focus on ')) titles.add(title);
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Escape');
    await quickInput.waitFor({ state: 'hidden' });
  }
  return [...titles].sort();
}
