import * as vscode from 'vscode';
import { textSetting } from '../../environments/settings/user-settings.ts';
import { remedyButton } from '../../notifications/remedy-button.ts';
import { followedSettings } from './watched-settings.ts';
import type { PanelServices } from './panel-services.ts';
import type { MemoryDocuments } from '../../window/memory-documents.ts';
import { overPage } from '../../window/over-page.ts';
import { window } from '../../window/window.ts';

const layoutKey = 'vehicleData.viewer.layout';

export type HostServices = Pick<
  PanelServices,
  | 'remedy'
  | 'timeZone'
  | 'onDidChangeSettings'
  | 'layout'
  | 'clipboard'
  | 'pick'
  | 'context'
  | 'showJson'
  | 'compareJson'
  | 'tell'
>;

/**
 * What the viewer needs from VS Code besides panels.
 *
 * @param documents shows a single record
 * @param environmentOf the environment of a session, for the commands that fix a failure
 */
export function hostServices(
  memory: vscode.Memento,
  documents: MemoryDocuments,
  environmentOf: (sessionId: string) => Promise<string>,
): HostServices {
  const settings = () => vscode.workspace.getConfiguration('vehicleData.viewer');
  return {
    remedy: async ({ sessionId }, { remedy, ownerUrl }) => {
      const command = remedyButton(remedy, vscode.l10n.t)?.command;
      if (command === undefined) return true;
      const argument = { environment: await environmentOf(sessionId), ownerUrl };
      // A command that fixes something returns a result once it has succeeded.
      return (await vscode.commands.executeCommand(command, argument)) !== undefined;
    },
    timeZone: () => textSetting(settings().get('timeZone'), 'local'),
    onDidChangeSettings: followedSettings(vscode.workspace.onDidChangeConfiguration),
    layout: { kept: () => memory.get(layoutKey), keep: (layout) => void memory.update(layoutKey, layout) },
    context: (context) => {
      for (const name of ['loading', 'marked', 'versions'] as const) {
        void vscode.commands.executeCommand('setContext', `vehicleData.records.${name}`, context?.[name] ?? false);
      }
    },
    clipboard: (text) => vscode.env.clipboard.writeText(text),
    pick: async (title, items) => {
      const choices = items.map((item, index) => ({ label: item, index }));
      return (await window.showQuickPick(choices, { title, ...overPage }))?.index;
    },
    showJson: async (name, text) => {
      const document = await vscode.workspace.openTextDocument(documents.add({ name, text }));
      await window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
    },
    compareJson: (older, newer) => documents.compare(older, newer),
    tell: (text) => void window.showInformationMessage(text),
  };
}
