import { existsSync } from 'node:fs';
import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { ApiVersion } from '../../service/model/environment.ts';
import type { Disposable, Event } from '../../common/event.ts';
import { numberSetting } from '../../common/setting-types.ts';
import type { ChargeRecordsResponse } from '../../service/model/vehicle-data.ts';
import { registerViewerCommands } from './panel/commands.ts';
import type { HostServices } from './panel/host-services.ts';
import type { PanelServices } from './panel/panel-services.ts';
import type { ChargeRecordsPanels } from './panel/panels.ts';
import type { ChargeRecordsTarget } from '../../viewer/messages/target.ts';
import type { DroppedFile } from '../../viewer/messages/to-host.ts';
import { sourcesOf } from '../../viewer/messages/target-vehicles.ts';
import { window } from '../window/window.ts';

/** Delay in milliseconds before the first pruning: it deletes records that expired while VS Code was closed. */
const firstPrune = 10_000;

const viewType = 'vehicleData.chargeRecords';

export interface ChargeRecordsViewer {
  readonly disposables: readonly Disposable[];
  /** Shows the charge records of a vehicle, in its open viewer or in a new one. */
  open(target: ChargeRecordsTarget): Promise<void>;
}

/** What the viewer needs from the rest of the extension. */
export interface ViewerServices extends Omit<
  PanelServices,
  'strings' | 'language' | 'saveFile' | 'openDropped' | 'cache' | keyof HostServices
> {
  readonly environmentOf: (sessionId: string) => Promise<string>;
  /** The same, but synchronous: derived from the session's ID alone. */
  readonly environmentInId: (sessionId: string) => string;
  /** Records are kept only while their account is connected. */
  readonly sessions: {
    readonly onDidChange: Event<void>;
    list(): Promise<readonly { readonly id: string; readonly state: string }[]>;
  };
  /** The version by which a session is read; undefined if there is none. Never rejects. */
  readonly leadingVersion: (sessionId: string) => Promise<ApiVersion | undefined>;
}

type Context = Pick<vscode.ExtensionContext, 'extensionUri' | 'globalState' | 'globalStorageUri' | 'secrets'>;

/** Registers the viewer with VS Code. Its code is loaded with the first viewer that opens or is restored. */
export function registerChargeRecords(
  { extensionUri, globalState, globalStorageUri, secrets }: Context,
  services: ViewerServices,
): ChargeRecordsViewer {
  const disposables: Disposable[] = [];
  const folder = vscode.Uri.joinPath(globalStorageUri, 'records').fsPath;
  const cache = lazy(async () => {
    const { RecordCache } = await import('./load/record-cache.ts');
    const made = new RecordCache({
      folder,
      secrets,
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
    disposables.push(made);
    return made;
  });
  const prune = () => {
    // If nothing was ever kept, there is no need to load the cache.
    if (existsSync(folder)) void cache().then((loaded) => loaded.prune());
  };
  const first = setTimeout(prune, firstPrune);
  disposables.push(services.sessions.onDidChange(prune), { dispose: () => clearTimeout(first) });

  const documents = lazy(async () => {
    const { MemoryDocuments } = await import('../window/memory-documents.ts');
    const made = new MemoryDocuments('vehicle-data-record');
    disposables.push(made);
    return made;
  });

  const panels = lazy(async () => {
    const [{ ChargeRecordsPanels }, { viewerStrings }, { saveFile }, { hostServices }] = await Promise.all([
      import('./panel/panels.ts'),
      import('../../viewer/messages/viewer-strings.ts'),
      import('./export/save-file.ts'),
      import('./panel/host-services.ts'),
    ]);
    const { environmentOf, environmentInId } = services;
    const host = hostServices(globalState, await documents(), environmentOf, environmentInId, services.clock);
    const createPanel = (title: string) => window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active);
    const { language } = vscode.env;
    const openDropped = async (file: DroppedFile) => {
      const { droppedTarget, readDropped } = await import('./file/dropped-file.ts');
      made.openDropped(droppedTarget(file), (target) => readDropped(file, language, target));
    };
    const shared = { ...services, ...host, saveFile, openDropped, strings: viewerStrings(), language };
    const { nominal: _, ...ofFile } = shared;
    const made: ChargeRecordsPanels = new ChargeRecordsPanels(
      { createPanel, joinPath: vscode.Uri.joinPath.bind(vscode.Uri), extensionUri },
      { ...shared, cache: await cache() },
      { ...ofFile, load: loadFile, energyUnit: () => undefined },
    );
    return made;
  });

  const serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state: unknown) => (await panels()).deserializeWebviewPanel(panel, state),
  });
  const fileEditor = vscode.window.registerCustomEditorProvider(viewType, {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    resolveCustomEditor: async ({ uri }, panel) => {
      const { fileTarget, mostBytesOfSeveral, vehiclesOfFile } = await import('./file/record-file.ts');
      // The viewer itself shows what is wrong with a file.
      const vehicles = await fileBytes(uri, mostBytesOfSeveral)
        .then(vehiclesOfFile)
        .catch(() => []);
      (await panels()).openFile(panel, fileTarget(uri.toString(), basename(uri.path), vehicles));
    },
  });
  const openFile = async (file?: vscode.Uri) => {
    const [uri] = file ? [file] : ((await window.showOpenDialog({ filters: fileFilters() })) ?? []);
    if (uri) await vscode.commands.executeCommand('vscode.openWith', uri, viewType);
  };
  const openFiles = [
    vscode.commands.registerCommand('vehicleData.openRecordsFile', openFile),
    // The same for a file that is already chosen, under a title without an ellipsis.
    vscode.commands.registerCommand('vehicleData.openAsRecords', openFile),
  ];
  const compare = vscode.commands.registerCommand('vehicleData.compareRecordsFile', async () => {
    const shown = (await panels.peek())?.active?.whole();
    const [uri] = shown ? ((await window.showOpenDialog({ filters: fileFilters() })) ?? []) : [];
    if (!shown || !uri) return;
    const { fileTarget } = await import('./file/record-file.ts');
    const { startDate, endDate } = shown.target;
    const older = fileTarget(uri.toString(), basename(uri.path));
    const target = { ...older, compares: true, others: [...sourcesOf(shown.target)], startDate, endDate };
    // The file comes first, so that the vehicles have other numbers.
    const there = new Map([...shown.parts].map(([vehicle, part]) => [vehicle + 1, part]));
    (await panels()).open(target, there);
  });
  const save = vscode.commands.registerCommand('vehicleData.saveComparison', async () => {
    const comparison = await (await panels.peek())?.active?.comparison();
    if (!comparison) return;
    const { saveText } = await import('../window/save-text.ts');
    if (!(await saveText(comparison.name, comparison.text))) return;
    window.setStatusBarMessage(vscode.l10n.t('Comparison saved'), 5000);
  });
  // Registered eagerly, so that VS Code knows them; without an open viewer they do nothing.
  const commands = registerViewerCommands(vscode.commands.registerCommand, (command) => {
    void panels.peek()?.then((opened) => opened.command(command));
  });
  disposables.push(serializer, fileEditor, ...openFiles, compare, save, ...commands);
  return {
    open: async (target) => (await panels()).open(target),
    disposables: [
      {
        dispose: () => {
          for (const each of disposables) each.dispose();
          void panels.peek()?.then((opened) => opened.dispose());
        },
      },
    ],
  };
}

function fileFilters(): Record<string, string[]> {
  return {
    [vscode.l10n.t('Charge records')]: ['json', 'ndjson', 'jsonl', 'csv', 'har'],
    [vscode.l10n.t('All files')]: ['*'],
  };
}

async function loadFile(target: ChargeRecordsTarget): Promise<ChargeRecordsResponse> {
  const { recordFile, vehicleInFile } = await import('./file/record-file.ts');
  const bytes = await fileBytes(vscode.Uri.parse(target.file ?? ''));
  return recordFile(bytes, vscode.env.language, vehicleInFile(target));
}

async function fileBytes(uri: vscode.Uri, most?: number): Promise<Uint8Array> {
  const { recordFileBytes } = await import('./file/record-file-bytes.ts');
  return recordFileBytes(vscode.workspace.fs, uri, most);
}
