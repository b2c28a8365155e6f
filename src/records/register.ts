import * as vscode from 'vscode';
import type { Disposable } from '../common/event.ts';
import { registerViewerCommands } from './commands.ts';
import type { HostServices } from './host-services.ts';
import type { ChargeRecordsPanels, PanelServices } from './panels.ts';
import type { ChargeRecordsTarget } from './protocol.ts';

const viewType = 'vehicleData.chargeRecords';

export interface ChargeRecordsViewer extends Disposable {
  /** Shows the charge records of a vehicle, in the viewer it has or in a new one. */
  open(target: ChargeRecordsTarget): Promise<void>;
}

/**
 * Puts the viewer into VS Code. Its code is loaded with the first viewer that opens or is restored.
 *
 * @param memory keeps the user's columns for viewers to come
 */
export function registerChargeRecords(
  extensionUri: vscode.Uri,
  memory: vscode.Memento,
  services: Omit<PanelServices, 'strings' | 'language' | 'saveFile' | Exclude<keyof HostServices, 'energyUnit'>>,
): ChargeRecordsViewer {
  const disposables: Disposable[] = [];
  let loaded: Promise<ChargeRecordsPanels> | undefined;
  const load = async (): Promise<ChargeRecordsPanels> => {
    const [{ ChargeRecordsPanels }, { viewerStrings }, { saveFile }, { hostServices }] = await Promise.all([
      import('./panels.ts'),
      import('./strings.ts'),
      import('./save-file.ts'),
      import('./host-services.ts'),
    ]);
    const host = hostServices(memory, services.energyUnit);
    disposables.push(host);
    const createPanel = (title: string) => vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active);
    return new ChargeRecordsPanels(
      { createPanel, joinPath: vscode.Uri.joinPath.bind(vscode.Uri), extensionUri },
      { ...services, ...host, saveFile, strings: viewerStrings(), language: vscode.env.language },
    );
  };
  const panels = () => (loaded ??= load());

  const serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state: unknown) => (await panels()).deserializeWebviewPanel(panel, state),
  });
  // Eager, so that VS Code knows them; without a viewer they have nothing to do.
  const commands = registerViewerCommands(vscode.commands.registerCommand, (command) => {
    void loaded?.then((opened) => opened.command(command));
  });
  disposables.push(serializer, ...commands);
  return {
    open: async (target) => (await panels()).open(target),
    dispose: () => {
      for (const each of disposables) each.dispose();
      void loaded?.then((opened) => opened.dispose());
    },
  };
}
