import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { Disposable } from '../../common/event.ts';
import { numberSetting } from '../../common/setting-types.ts';
import type { ViewerContext, ViewerServices } from './lazy-parts.ts';
import { registerViewerCommands } from './panel/commands.ts';
import type { ChargeRecordsTarget } from '../../viewer/messages/target.ts';

/** Delay in milliseconds before the first pruning: it deletes records that expired while VS Code was closed. */
const firstPrune = 10_000;

const viewType = 'vehicleData.chargeRecords';

export interface ChargeRecordsViewer {
  readonly disposables: readonly Disposable[];
  /** Shows the charge records of a vehicle, in its open viewer or in a new one. */
  open(target: ChargeRecordsTarget): Promise<void>;
}

/** Registers the viewer with VS Code. Its code is loaded with the first viewer that opens or is restored. */
export function registerChargeRecords(context: ViewerContext, services: ViewerServices): ChargeRecordsViewer {
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'records').fsPath;
  const cache = lazy(async () => {
    const { RecordCache } = await import('./load/record-cache.ts');
    return new RecordCache({
      folder,
      secrets: context.secrets,
      mayKeep: () => {
        const minutes = vscode.workspace.getConfiguration('vehicleData.viewer').get('keepRecordsMinutes');
        return numberSetting(minutes, 60) * 60_000;
      },
      sessions: async () => {
        const sessions = await services.sessions.list().catch(() => undefined);
        return sessions?.filter(({ state }) => state !== 'needs-owner').map(({ id }) => id);
      },
      leadingVersion: services.leadingVersion,
      clock: services.clock,
      log: services.log,
    });
  });
  const parts = lazy(async () => {
    const { createViewerParts } = await import('./lazy-parts.ts');
    return createViewerParts({ ...context, viewType, cache }, services);
  });
  const prune = () => {
    // If nothing was ever kept, there is no need to load the cache.
    if (existsSync(folder)) void cache().then((loaded) => loaded.prune());
  };
  const first = setTimeout(prune, firstPrune);

  const { registerCommand } = vscode.commands;
  const openFile = async (file?: vscode.Uri) => (await parts()).openFile(file);
  return {
    open: async (target) => (await parts()).open(target),
    disposables: [
      services.sessions.onDidChange(prune),
      { dispose: () => clearTimeout(first) },
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, state: unknown) => (await parts()).restore(panel, state),
      }),
      vscode.window.registerCustomEditorProvider(viewType, {
        openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
        resolveCustomEditor: async ({ uri }, panel) => (await parts()).openEditor(uri, panel),
      }),
      registerCommand('vehicleData.openRecordsFile', openFile),
      // The same for a file that is already chosen, under a title without an ellipsis.
      registerCommand('vehicleData.openAsRecords', openFile),
      registerCommand('vehicleData.compareRecordsFile', async () => (await parts()).compareFile()),
      registerCommand('vehicleData.saveComparison', async () => (await parts()).saveComparison()),
      // Registered eagerly, so that VS Code knows them; without an open viewer they do nothing.
      ...registerViewerCommands(registerCommand, (command) => void parts.peek()?.then((each) => each.command(command))),
      { dispose: () => void parts.peek()?.then((each) => each.dispose()) },
      { dispose: () => void cache.peek()?.then((each) => each.dispose()) },
    ],
  };
}
