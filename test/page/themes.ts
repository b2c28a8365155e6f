import { join } from 'node:path';
import type { Page } from 'playwright-core';
import recorded from './themes.json' with { type: 'json' };

export interface Theme {
  /** What the person's system asks for: VS Code takes its theme from that. */
  readonly colorScheme: 'dark' | 'light';
  readonly forcedColors: 'none' | 'active';
  /** The class that VS Code gives the page's body. */
  readonly body: string;
  /** The person has chosen the themes of high contrast in VS Code, as most do that want them. */
  readonly isChosen?: boolean;
}

export const themes = {
  dark: { colorScheme: 'dark', forcedColors: 'none', body: 'vscode-dark' },
  light: { colorScheme: 'light', forcedColors: 'none', body: 'vscode-light' },
  'forced light': { colorScheme: 'light', forcedColors: 'active', body: 'vscode-high-contrast-light' },
  'forced dark': { colorScheme: 'dark', forcedColors: 'active', body: 'vscode-high-contrast' },
  'high contrast': { colorScheme: 'dark', forcedColors: 'none', body: 'vscode-high-contrast', isChosen: true },
  'light high contrast': {
    ...{ colorScheme: 'light', forcedColors: 'none', body: 'vscode-high-contrast-light' },
    isChosen: true,
  },
} as const satisfies Readonly<Record<string, Theme>>;

export type ThemeName = keyof typeof themes;
export const themeNames = Object.keys(themes) as ThemeName[];

/** What VS Code gives a webview: its own style sheet, and in each theme the variables that the viewer's page reads. */
export interface RecordedThemes {
  readonly styles: string;
  readonly variables: Readonly<Record<ThemeName, Readonly<Record<string, string>>>>;
}

/** As the real VS Code gave it; test/ui/viewer-themes.ts compares, and writes it anew when asked to. */
export const recordedThemes: RecordedThemes = recorded;
export const recordedThemesFile = join(import.meta.dirname, 'themes.json');

/** Those that VS Code takes depend on the machine. */
const fonts = {
  '--vscode-font-family': 'sans-serif',
  '--vscode-font-size': '13px',
  '--vscode-font-weight': 'normal',
  '--vscode-editor-font-family': 'monospace',
};

/** Gives a page what VS Code gives it in that theme. */
export async function applyTheme(page: Page, name: ThemeName): Promise<void> {
  const { colorScheme, forcedColors, body } = themes[name];
  await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
  const { styles, variables } = recordedThemes;
  const style = Object.entries({ ...fonts, ...variables[name] }).map(([property, value]) => `${property}: ${value};`);
  await page.evaluate(`(([styles, style, theme]) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [sheet];
    document.documentElement.style.cssText = style;
    for (const name of [...document.body.classList]) if (name.startsWith('vscode-')) document.body.classList.remove(name);
    document.body.classList.add(theme);
  })(${JSON.stringify([styles, style.join(' '), body])})`);
}
