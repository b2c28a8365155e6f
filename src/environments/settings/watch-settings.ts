import * as vscode from 'vscode';
import type { EnvironmentSettings } from './configured-environments.ts';
import { SettingsWatch } from './settings-watch.ts';

/** A pause in typing, in milliseconds. */
const quietMs = 3000;

/** Looks after what a person writes into the settings by hand. */
export function watchSettings(settings: EnvironmentSettings, told: vscode.Memento): vscode.Disposable {
  return new SettingsWatch({
    settings,
    told,
    tell: (mistake) => void import('./tell-mistake.ts').then(({ tellMistake }) => tellMistake(mistake)),
    whenQuiet(work) {
      const timer = setTimeout(work, quietMs);
      return { dispose: () => clearTimeout(timer) };
    },
    t: vscode.l10n.t,
  });
}
