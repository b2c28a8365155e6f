import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  recordedThemes,
  recordedThemesFile,
  themeNames,
  themes,
  type RecordedThemes,
  type Theme,
} from '../page/themes.ts';
import { dist } from '../tools/lib/paths.ts';
import { pictureFile } from './pictures.ts';
import type { WindowUnderTest } from './window-under-test.ts';

/** Set to any text, what page tests take for the themes of VS Code is written anew. */
const isWritten = process.env.VEHICLE_DATA_WRITE_THEMES !== undefined;

const ofHighContrast = {
  'workbench.preferredDarkColorTheme': 'Default High Contrast',
  'workbench.preferredLightColorTheme': 'Default High Contrast Light',
};

/** Declares the tests of the viewer in the themes of VS Code. They open it, and leave the window in a theme of their own. */
export function testThemes(window: WindowUnderTest): void {
  before(async () => {
    await window.openRecords();
    await window.workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  });

  const body = () => window.viewer.frame.locator('body');

  /** Settings of the folder: VS Code follows those of a window that is open at once. */
  async function choose(settings: Readonly<Record<string, string>>): Promise<void> {
    await mkdir(join(window.served.folder, '.vscode'), { recursive: true });
    await writeFile(join(window.served.folder, '.vscode/settings.json'), JSON.stringify(settings));
  }

  async function follow({ colorScheme, forcedColors, body: theme, isChosen = false }: Theme): Promise<void> {
    await choose(isChosen ? ofHighContrast : {});
    await window.workbench.page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
    await window.viewer.frame.locator(`body.${theme}`).waitFor();
  }

  /** What VS Code gives the page: its style sheet, and the variables of these names. */
  async function given(names: readonly string[]): Promise<{ styles: string; variables: Record<string, string> }> {
    return body().evaluate((_, wanted) => {
      const { document } = globalThis as unknown as {
        document: {
          querySelector(selector: string): { textContent: string } | null;
          documentElement: { style: { getPropertyValue(name: string): string } };
        };
      };
      const { style } = document.documentElement;
      const pairs = wanted.map((name) => [name, style.getPropertyValue(name)] as const);
      return {
        styles: document.querySelector('#_defaultStyles')?.textContent ?? '',
        variables: Object.fromEntries(pairs.filter(([, value]) => value !== '')),
      };
    }, names);
  }

  it('follows each at once, with the page in its place, by what page tests take for it', async () => {
    const files = ['records.css', 'records.js', 'charts.js'].map((name) => join(dist, 'webview', name));
    const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
    // Fonts are the machine's.
    const names = [...new Set(text.match(/--vscode-(?!\w*-?font-)[\w-]+/g))].sort();
    await body().evaluate((element) => {
      (element as unknown as { dataset: Record<string, string> }).dataset.same = 'yes';
    });
    let styles = '';
    const variables: Record<string, Record<string, string>> = {};
    for (const name of themeNames) {
      await follow(themes[name]);
      await window.workbench.screenshot(pictureFile(`viewer-${name.replaceAll(' ', '-')}`));
      const found = await given(names);
      styles = found.styles;
      variables[name] = found.variables;
    }
    await window.viewer.frame.locator('body[data-same=yes]').waitFor();
    const found = { styles, variables } as RecordedThemes;
    if (isWritten) await writeFile(recordedThemesFile, `${JSON.stringify(found, null, 2)}\n`);
    else assert.deepEqual(found, recordedThemes, 'VEHICLE_DATA_WRITE_THEMES=1 npm test -- test/ui/viewer.test.ts');
  });
}
