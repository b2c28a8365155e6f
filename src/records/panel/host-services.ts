import * as vscode from 'vscode';
import { textSetting } from '../../common/setting-types.ts';
import { remedyButton } from '../../notifications/remedy-button.ts';
import { chooseTimeZone } from './choose-time-zone.ts';
import { followedSettings } from './watched-settings.ts';
import type { PanelServices } from './panel-services.ts';
import { window } from '../../window/window.ts';

const scheme = 'vehicle-data-record';
const layoutKey = 'vehicleData.viewer.layout';

/** Read-only documents that live in memory, and no longer than they are open. */
class JsonDocuments implements vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  #count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  async show(name: string, text: string): Promise<void> {
    this.#count += 1;
    const uri = vscode.Uri.from({ scheme, path: `/${this.#count}/${name}` });
    this.#texts.set(uri.toString(), text);
    const document = await vscode.workspace.openTextDocument(uri);
    await window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  forget(uri: vscode.Uri): void {
    this.#texts.delete(uri.toString());
  }
}

export type HostServices = Pick<
  PanelServices,
  | 'remedy'
  | 'timeZone'
  | 'chooseTimeZone'
  | 'onDidChangeSettings'
  | 'layout'
  | 'clipboard'
  | 'pick'
  | 'context'
  | 'showJson'
  | 'tell'
>;

/**
 * What the viewer needs of VS Code besides panels.
 *
 * @param environmentOf the environment of a session, for the commands that mend it
 */
export function hostServices(
  memory: vscode.Memento,
  environmentOf: (sessionId: string) => Promise<string>,
): HostServices & vscode.Disposable {
  const documents = new JsonDocuments();
  const disposables = [
    vscode.workspace.registerTextDocumentContentProvider(scheme, documents),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => documents.forget(uri)),
  ];
  const settings = () => vscode.workspace.getConfiguration('vehicleData.viewer');
  return {
    remedy: async ({ sessionId }, { remedy, ownerUrl }) => {
      const command =
        remedy === 'owner-page' ? 'vehicleData.openOwnerPage' : remedyButton(remedy, vscode.l10n.t)?.command;
      if (command === undefined) return true;
      const argument = { environment: await environmentOf(sessionId), ownerUrl };
      // A command that mends something has a result once that is done.
      return (await vscode.commands.executeCommand(command, argument)) !== undefined;
    },
    timeZone: () => textSetting(settings().get('timeZone'), 'local'),
    chooseTimeZone,
    onDidChangeSettings: followedSettings(vscode.workspace.onDidChangeConfiguration),
    layout: { kept: () => memory.get(layoutKey), keep: (layout) => void memory.update(layoutKey, layout) },
    context: (context) => {
      for (const name of ['chart', 'loading', 'marked', 'anomalies', 'filtered'] as const) {
        void vscode.commands.executeCommand('setContext', `vehicleData.records.${name}`, context?.[name] ?? false);
      }
    },
    clipboard: (text) => vscode.env.clipboard.writeText(text),
    pick: async (title, items) => {
      const choices = items.map((item, index) => ({ label: item, index }));
      return (await window.showQuickPick(choices, { title }))?.index;
    },
    showJson: (name, text) => documents.show(name, text),
    tell: (text) => void window.showInformationMessage(text),
    dispose: () => disposables.forEach((each) => void each.dispose()),
  };
}
