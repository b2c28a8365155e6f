import type { Workbench } from '../host/workbench.ts';

/** The extension's commands that the palette offers where the window is now, by their titles, in alphabetical order. */
export async function inPalette(workbench: Workbench): Promise<readonly string[]> {
  const { page, quickInput } = workbench;
  await page.keyboard.press('F1');
  await quickInput.getByRole('textbox').fill('>Vehicle ');
  const focused = (position: number) => quickInput.locator(`.monaco-list-row.focused[aria-posinset="${position}"]`);
  await focused(1).filter({ hasText: /^Vehicle / }).waitFor();
  const count = Number(await focused(1).getAttribute('aria-setsize'));
  const titles: string[] = [];
  // Only lines on screen are there.
  for (let position = 1; position <= count; position += 1) {
    titles.push(await focused(position).locator('.label-name').first().innerText());
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Escape');
  await quickInput.waitFor({ state: 'hidden' });
  // What VS Code adds for each view is not the extension's.
  return titles.filter((title) => /^Vehicle (?:Data|Sandbox): (?!Focus on )/.test(title)).sort();
}
