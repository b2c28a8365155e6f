import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

export const sizes = [
  { width: 1280, height: 800 },
  { width: 1600, height: 1000 },
] as const;

interface Look {
  readonly name: string;
  readonly colorScheme: 'dark' | 'light';
  /** The class of the window in this theme. */
  readonly window: string;
  readonly isHighContrast?: true;
}

export const looks: readonly Look[] = [
  { name: 'light', colorScheme: 'light', window: 'vs' },
  { name: 'contrast', colorScheme: 'dark', window: 'hc-black', isHighContrast: true },
  { name: 'contrast-light', colorScheme: 'light', window: 'hc-light', isHighContrast: true },
  { name: 'dark', colorScheme: 'dark', window: 'vs-dark' },
];

const ofHighContrast = {
  'workbench.preferredDarkColorTheme': 'Default High Contrast',
  'workbench.preferredLightColorTheme': 'Default High Contrast Light',
};

/** Gives a window of VS Code, or another page of the browser, the look of a theme. */
export async function wear(page: Page, look: Look, folder: string): Promise<void> {
  // VS Code follows the settings of a folder that is open at once.
  await mkdir(join(folder, '.vscode'), { recursive: true });
  const settings = look.isHighContrast ? ofHighContrast : {};
  await writeFile(join(folder, '.vscode/settings.json'), JSON.stringify(settings));
  const isWindow = (await page.locator('.monaco-workbench').count()) > 0;
  const forcedColors = look.isHighContrast && !isWindow ? 'active' : 'none';
  await page.emulateMedia({ colorScheme: look.colorScheme, forcedColors, reducedMotion: 'reduce' });
  if (isWindow) await page.locator(`.monaco-workbench.${look.window}`).waitFor();
}
