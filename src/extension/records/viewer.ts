import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import type { ChargeRecordsResponse } from '../../service/model/vehicle-data.ts';
import { saveFile } from './export/save-file.ts';
import {
  droppedTarget,
  fileTarget,
  mostBytesOfSeveral,
  readDropped,
  recordFile,
  recordFileBytes,
  vehicleInFile,
  vehiclesOfFile,
} from './file/record-file.ts';
import { type HostServices, hostServices } from './panel/host-services.ts';
import type { PanelServices } from './panel/panel-services.ts';
import { viewerCommand } from './panel/commands.ts';
import { ChargeRecordsPanels } from './panel/panels.ts';
import { commandNames } from '../../viewer/messages/command-names.ts';
import type { ChargeRecordsTarget } from '../../viewer/messages/target.ts';
import type { DroppedFile } from '../../viewer/messages/to-host.ts';
import { sourcesOf } from '../../viewer/messages/target-vehicles.ts';
import { MemoryDocuments } from '../window/memory-documents.ts';
import { saveText } from '../window/save-text.ts';
import { window } from '../window/window.ts';

/** What the viewer needs from the rest of the extension. */
export interface ViewerServices extends Omit<
  PanelServices,
  'texts' | 'language' | 'saveFile' | 'openDropped' | keyof HostServices
> {
  readonly environmentOf: (sessionId: string) => Promise<string>;
}

export type ViewerContext = Pick<vscode.ExtensionContext, 'extensionUri' | 'globalState'>;

const viewType = 'vehicleData.chargeRecords';

/** Creates what opens viewers and files. */
export function createViewer(context: ViewerContext, services: ViewerServices) {
  const { extensionUri, globalState } = context;
  const documents = new MemoryDocuments('vehicle-data-record');
  const { environmentOf } = services;
  const host = hostServices(globalState, documents, environmentOf);
  const createPanel = (title: string) => window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active);
  const { language } = vscode.env;
  const openDropped = (file: DroppedFile) =>
    panels.openDropped(droppedTarget(file), (target) => readDropped(file, target));
  const shared = { ...services, ...host, saveFile, openDropped, texts: vscode.l10n.bundle, language };
  const { nominal: _, ...ofFile } = shared;
  const panels: ChargeRecordsPanels = new ChargeRecordsPanels(
    { createPanel, joinPath: vscode.Uri.joinPath.bind(vscode.Uri), extensionUri },
    shared,
    { ...ofFile, load: loadFile, energyUnit: () => undefined },
  );

  /** Opens a file, by default one that the person chooses. */
  async function openFile(file?: vscode.Uri): Promise<void> {
    const [uri] = file ? [file] : ((await window.showOpenDialog({ filters: fileFilters() })) ?? []);
    if (uri) await vscode.commands.executeCommand('vscode.openWith', uri, viewType);
  }

  /** Compares the viewer in front with a file that the person chooses. */
  async function compareFile(): Promise<void> {
    const shown = panels.active?.whole();
    const [uri] = shown ? ((await window.showOpenDialog({ filters: fileFilters() })) ?? []) : [];
    if (!shown || !uri) return;
    const { startDate, endDate } = shown.target;
    const older = fileTarget(uri.toString(), basename(uri.path));
    const target = { ...older, compares: true, others: [...sourcesOf(shown.target)], startDate, endDate };
    // The file comes first, so that the vehicles have other numbers.
    const there = new Map([...shown.parts].map(([vehicle, part]) => [vehicle + 1, part]));
    panels.open(target, there);
  }

  /** Saves a comparison of both versions as text; of charge records, the page asks for the format. */
  async function exportShown(at: unknown): Promise<void> {
    const comparison = panels.active?.comparison();
    if (!comparison) return panels.command(viewerCommand('export', at));
    if (!(await saveText(comparison.name, comparison.text))) return;
    window.setStatusBarMessage(vscode.l10n.t('Comparison saved'), 5000);
  }

  return {
    open: (target: ChargeRecordsTarget) => panels.open(target),
    restore: (panel: vscode.WebviewPanel, state: unknown) => panels.deserializeWebviewPanel(panel, state),
    async openEditor(uri: vscode.Uri, panel: vscode.WebviewPanel): Promise<void> {
      // The viewer itself shows what is wrong with a file.
      const vehicles = await fileBytes(uri, mostBytesOfSeveral)
        .then(vehiclesOfFile)
        .catch(() => []);
      panels.openFile(panel, fileTarget(uri.toString(), basename(uri.path), vehicles));
    },
    commands: {
      'vehicleData.openRecordsFile': openFile,
      // The same for a file that is already chosen, under a title without an ellipsis.
      'vehicleData.openAsRecords': openFile,
      'vehicleData.compareRecordsFile': compareFile,
      // Those of the page are passed to the viewer in front, if there is one.
      ...Object.fromEntries(
        commandNames.map((name) => [
          `vehicleData.records.${name}`,
          (at: unknown) => panels.command(viewerCommand(name, at)),
        ]),
      ),
      'vehicleData.records.export': exportShown,
    },
    dispose(): void {
      documents.dispose();
      panels.dispose();
    },
  };
}

function fileFilters(): Record<string, string[]> {
  return {
    [vscode.l10n.t('Charge records')]: ['json', 'ndjson', 'jsonl', 'csv'],
    [vscode.l10n.t('All files')]: ['*'],
  };
}

async function loadFile(target: ChargeRecordsTarget): Promise<ChargeRecordsResponse> {
  const bytes = await fileBytes(vscode.Uri.parse(target.file ?? ''));
  return recordFile(bytes, vehicleInFile(target));
}

function fileBytes(uri: vscode.Uri, most?: number): Promise<Uint8Array> {
  return recordFileBytes(vscode.workspace.fs, uri, most);
}
