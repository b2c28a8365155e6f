import * as vscode from 'vscode';
import type { EnvironmentSettings } from './configured-environments.ts';
import type { SettingMistake } from './setting-mistakes.ts';
import { SettingMistakeReporter } from './setting-mistake-reporter.ts';

/** A pause in typing, in milliseconds. */
const quietMs = 3000;

/** Looks after what a person writes into the settings by hand. */
export function reportSettingMistakes(settings: EnvironmentSettings, told: vscode.Memento): vscode.Disposable {
  return new SettingMistakeReporter({
    settings,
    told,
    tell: (mistake) => void tellMistake(mistake),
    whenQuiet(work) {
      const timer = setTimeout(work, quietMs);
      return { dispose: () => clearTimeout(timer) };
    },
  });
}

/** Says what is wrong, with a button that leads to the place and one that puts it right step by step. */
async function tellMistake({ key, environment, text }: SettingMistake): Promise<void> {
  const { l10n, window, commands } = vscode;
  const edit = l10n.t('Edit Environment');
  const select = l10n.t('Select Environment');
  const settings = l10n.t('Open Settings');
  const isSelection = key === 'vehicleData.environment';
  const guided = isSelection ? [select] : environment === undefined ? [] : [edit];
  const pressed = await window.showWarningMessage(text, settings, ...guided);
  if (pressed === settings) {
    await commands.executeCommand('workbench.action.openSettingsJson', { revealSetting: { key } });
  }
  if (pressed === edit) await commands.executeCommand('vehicleData.editEnvironment', { environment });
  if (pressed === select) await commands.executeCommand('vehicleData.selectEnvironment');
}
