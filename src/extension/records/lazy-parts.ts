import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { Event } from '../../common/event.ts';
import type { ApiVersion } from '../../service/model/environment.ts';
import type { ChargeRecordsResponse } from '../../service/model/vehicle-data.ts';
import { saveFile } from './export/save-file.ts';
import { recordFileBytes } from './file/record-file-bytes.ts';
import type { RecordCache } from './load/record-cache.ts';
import { type HostServices, hostServices } from './panel/host-services.ts';
import type { PanelServices } from './panel/panel-services.ts';
import type { ViewerCommand } from './panel/commands.ts';
import { ChargeRecordsPanels } from './panel/panels.ts';
import type { ChargeRecordsTarget } from '../../viewer/messages/target.ts';
import type { DroppedFile } from '../../viewer/messages/to-host.ts';
import { sourcesOf } from '../../viewer/messages/target-vehicles.ts';
import { viewerStrings } from '../../viewer/messages/viewer-strings.ts';
import { MemoryDocuments } from '../window/memory-documents.ts';
import { saveText } from '../window/save-text.ts';
import { window } from '../window/window.ts';

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

export type ViewerContext = Pick<
  vscode.ExtensionContext,
  'extensionUri' | 'globalState' | 'globalStorageUri' | 'secrets'
>;

interface ViewerPlace {
  readonly viewType: string;
  readonly cache: () => Promise<RecordCache>;
}

/** Creates what opens viewers and files. */
export function createViewerParts(context: ViewerContext & ViewerPlace, services: ViewerServices) {
  const { extensionUri, globalState, viewType, cache } = context;
  const documents = new MemoryDocuments('vehicle-data-record');
  const panels = lazy(async () => {
    const { environmentOf, environmentInId } = services;
    const host = hostServices(globalState, documents, environmentOf, environmentInId, services.clock);
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

  return {
    open: async (target: ChargeRecordsTarget) => (await panels()).open(target),
    /** Passes a command to the viewer in front, if there is one. */
    command: (command: ViewerCommand) => void panels.peek()?.then((opened) => opened.command(command)),
    restore: async (panel: vscode.WebviewPanel, state: unknown) =>
      (await panels()).deserializeWebviewPanel(panel, state),
    async openEditor(uri: vscode.Uri, panel: vscode.WebviewPanel): Promise<void> {
      const { fileTarget, mostBytesOfSeveral, vehiclesOfFile } = await import('./file/record-file.ts');
      // The viewer itself shows what is wrong with a file.
      const vehicles = await fileBytes(uri, mostBytesOfSeveral)
        .then(vehiclesOfFile)
        .catch(() => []);
      (await panels()).openFile(panel, fileTarget(uri.toString(), basename(uri.path), vehicles));
    },
    /** Opens a file, by default one that the person chooses. */
    async openFile(file?: vscode.Uri): Promise<void> {
      const [uri] = file ? [file] : ((await window.showOpenDialog({ filters: fileFilters() })) ?? []);
      if (uri) await vscode.commands.executeCommand('vscode.openWith', uri, viewType);
    },
    /** Compares the viewer in front with a file that the person chooses. */
    async compareFile(): Promise<void> {
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
    },
    /** Saves the comparison in front as text. */
    async saveComparison(): Promise<void> {
      const comparison = await (await panels.peek())?.active?.comparison();
      if (!comparison) return;
      if (!(await saveText(comparison.name, comparison.text))) return;
      window.setStatusBarMessage(vscode.l10n.t('Comparison saved'), 5000);
    },
    dispose(): void {
      documents.dispose();
      void panels.peek()?.then((opened) => opened.dispose());
    },
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

function fileBytes(uri: vscode.Uri, most?: number): Promise<Uint8Array> {
  return recordFileBytes(vscode.workspace.fs, uri, most);
}
