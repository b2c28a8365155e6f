import * as vscode from 'vscode';
import type { Disposable } from '../common/event.ts';
import type { ChargeRecordsPanels, PanelServices } from './panels.ts';
import type { ChargeRecordsTarget } from './protocol.ts';

const viewType = 'vehicleData.chargeRecords';

export interface ChargeRecordsViewer extends Disposable {
  /** Shows the charge records of a vehicle, in the viewer it has or in a new one. */
  open(target: ChargeRecordsTarget): Promise<void>;
}

/** Puts the viewer into VS Code. Its code is loaded with the first viewer that opens or is restored. */
export function registerChargeRecords(
  extensionUri: vscode.Uri,
  services: Omit<PanelServices, 'strings' | 'language'>,
): ChargeRecordsViewer {
  let loaded: Promise<ChargeRecordsPanels> | undefined;
  const load = async (): Promise<ChargeRecordsPanels> => {
    const [{ ChargeRecordsPanels }, { viewerStrings }] = await Promise.all([
      import('./panels.ts'),
      import('./strings.ts'),
    ]);
    const createPanel = (title: string) => vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active);
    return new ChargeRecordsPanels(
      { createPanel, joinPath: vscode.Uri.joinPath.bind(vscode.Uri), extensionUri },
      { ...services, strings: viewerStrings(), language: vscode.env.language },
    );
  };
  const panels = () => (loaded ??= load());

  const serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state: unknown) => (await panels()).deserializeWebviewPanel(panel, state),
  });
  return {
    open: async (target) => (await panels()).open(target),
    dispose: () => {
      serializer.dispose();
      void loaded?.then((opened) => opened.dispose());
    },
  };
}
