import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { t } from '../../common/translate.ts';
import { modelName } from '../../common/vehicle-names.ts';
import { commandNames } from '../../viewer/messages/command-names.ts';
import { type ChargeRecordsTarget, droppedScheme, savedState } from '../../viewer/messages/target.ts';
import { comparedTitle, sourcesOf } from '../../viewer/messages/target-vehicles.ts';
import { displayText } from '../window/display-text.ts';
import { MemoryDocuments } from '../window/memory-documents.ts';
import { saveText } from '../window/save-text.ts';
import { window } from '../window/window.ts';
import { fileTarget } from './file/record-file.ts';
import type { Parts } from './load/record-load.ts';
import type { RecordsService } from './load/records-service.ts';
import { RecordsPanel } from './panel/records-panel.ts';

const viewType = 'vehicleData.chargeRecords';

/** All charge record viewers, one for each vehicle, for vehicles side by side, or for a file; and their commands. */
export class RecordsViewer {
  readonly #context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalState'>;
  readonly #service: RecordsService;
  readonly #documents = new MemoryDocuments('vehicle-data-record');
  readonly #panels = new Map<string, RecordsPanel>();

  constructor(context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalState'>, service: RecordsService) {
    this.#context = context;
    this.#service = service;
  }

  dispose(): void {
    this.#documents.dispose();
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }

  readonly commands: Readonly<Record<string, (at?: never) => unknown>> = {
    'vehicleData.openRecordsFile': openFile,
    // The same for a file that is already chosen, under a title without an ellipsis.
    'vehicleData.openAsRecords': openFile,
    'vehicleData.compareRecordsFile': () => this.#compareFile(),
    // Those of the page are passed to the viewer in front, if there is one.
    ...Object.fromEntries(
      commandNames.map((name) => [
        `vehicleData.records.${name}`,
        (at: unknown) => this.#active?.command({ name, ...placeOf(at) }),
      ]),
    ),
    'vehicleData.records.export': (at: unknown) => this.#export(at),
  };

  /**
   * Shows the records: in the vehicle's viewer if there is one, otherwise in a new one.
   *
   * @param there records that a new viewer need not request
   */
  open(target: ChargeRecordsTarget, there?: Parts): void {
    const open = this.#panels.get(keyOf(target));
    if (open) open.show(target, there);
    else this.#adopt(window.createWebviewPanel(viewType, titleOf(target), vscode.ViewColumn.Active), target, there);
  }

  /** Shows the records of a file, in the panel of its editor. */
  async openEditor(uri: vscode.Uri, panel: vscode.WebviewPanel): Promise<void> {
    this.#adopt(panel, await this.#service.targetOf(uri.toString()));
  }

  /**
   * Restores a viewer after VS Code has restarted. Closes one whose state cannot be read, or that showed a dropped file.
   */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const saved = savedState.safeParse(state);
    const isGone = !saved.success || sourcesOf(saved.data.target).some(({ file }) => file?.startsWith(droppedScheme));
    if (isGone || this.#panels.has(keyOf(saved.data.target))) panel.dispose();
    else this.#adopt(panel, saved.data.target);
  }

  get #active(): RecordsPanel | undefined {
    return [...this.#panels.values()].find((panel) => panel.active);
  }

  #adopt(panel: vscode.WebviewPanel, target: ChargeRecordsTarget, there?: Parts): void {
    const { extensionUri, globalState } = this.#context;
    // VS Code sets the tab title of a file itself.
    if (target.file === undefined || target.compares) panel.title = titleOf(target);
    const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `records-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    const records = new RecordsPanel(panel, titleOf(target), target, this.#service, {
      ...{ extensionUri, memory: globalState, documents: this.#documents },
      openDropped: async (file) => this.open(await this.#service.drop(file)),
    });
    this.#panels.set(keyOf(target), records);
    panel.onDidDispose(() => {
      this.#panels.delete(keyOf(target));
      if (target.file !== undefined) this.#service.forget(target.file);
    });
    void records.load(there);
  }

  /** Compares the viewer in front with a file that the person chooses. */
  async #compareFile(): Promise<void> {
    const shown = this.#active?.whole();
    const uri = shown && (await chosenFile());
    if (!shown || !uri) return;
    const { startDate, endDate } = shown.target;
    const older = fileTarget(uri.toString(), basename(uri.path));
    const target = { ...older, compares: true, others: [...sourcesOf(shown.target)], startDate, endDate };
    // The file comes first, so that the vehicles have other numbers.
    const there = new Map([...shown.parts].map(([number, part]) => [number + 1, part]));
    this.open(target, there);
  }

  /** Saves a comparison of both versions as text; of charge records, the page asks for the format. */
  async #export(at: unknown): Promise<void> {
    const comparison = this.#active?.comparison();
    if (!comparison) return this.#active?.command({ name: 'export', ...placeOf(at) });
    if (!(await saveText(comparison.name, comparison.text))) return;
    void window.showInformationMessage(t('Comparison saved'));
  }
}

/** Opens a file, by default one that the person chooses. */
async function openFile(file?: vscode.Uri): Promise<void> {
  const uri = file ?? (await chosenFile());
  if (uri) await vscode.commands.executeCommand('vscode.openWith', uri, viewType);
}

async function chosenFile(): Promise<vscode.Uri | undefined> {
  const filters = { [t('Charge records')]: ['json', 'ndjson', 'jsonl', 'csv'], [t('All files')]: ['*'] };
  return (await window.showOpenDialog({ filters }))?.[0];
}

/** The place where a context menu was opened, from `data-vscode-context`. A page wrote it, so it may have any shape. */
function placeOf(context: unknown): { readonly row?: number } {
  const { row } = (context ?? {}) as Record<string, unknown>;
  return typeof row === 'number' && Number.isSafeInteger(row) && row >= 0 ? { row } : {};
}

function titleOf(target: ChargeRecordsTarget): string {
  if (target.compares) return displayText(comparedTitle(target));
  const [first = '', ...more] = sourcesOf(target).map(({ vehicle }) => modelName(vehicle));
  const names = more.length < 2 ? [first, ...more].join(', ') : t('{0} and {1} more', first, more.length);
  return displayText(`${names}: ${t('Charge records')}`);
}

/** The same vehicles share one viewer, in whatever order; vehicles of a file share the viewer of that file. */
function keyOf(target: ChargeRecordsTarget): string {
  const ids = sourcesOf(target).map(({ vehicle }) => vehicle.id);
  return JSON.stringify([target.file, ...(target.compares ? ['↔', ...ids] : ids.sort())]);
}
