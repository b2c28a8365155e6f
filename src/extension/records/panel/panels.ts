import { t } from '../../../common/translate.ts';
import { randomBytes } from 'node:crypto';
import type * as vscode from 'vscode';
import { modelName } from '../../../common/vehicle-names.ts';
import type { Disposable } from '../../../common/event.ts';
import { viewerPage } from './page-html.ts';
import { type ChargeRecordsTarget, droppedScheme, savedState } from '../../../viewer/messages/target.ts';
import type { PageMessage } from '../../../viewer/messages/to-page.ts';
import { comparedTitle, sourcesOf } from '../../../viewer/messages/target-vehicles.ts';
import type { Parts } from '../load/record-load.ts';
import type { PanelServices } from './panel-services.ts';
import { RecordsPanel } from './records-panel.ts';
import { displayText } from '../../window/display-text.ts';

/** The parts of VS Code that create panels. */
export interface PanelHost {
  /** A new, empty panel with this title. */
  readonly createPanel: (title: string) => vscode.WebviewPanel;
  readonly joinPath: (base: vscode.Uri, ...segments: string[]) => vscode.Uri;
  readonly extensionUri: vscode.Uri;
}

/** All charge record viewers: one for each vehicle, or for vehicles shown side by side. */
export class ChargeRecordsPanels implements vscode.WebviewPanelSerializer, Disposable {
  readonly #host: PanelHost;
  readonly #services: PanelServices;
  readonly #ofFiles: PanelServices;
  readonly #panels = new Map<string, RecordsPanel>();

  /** @param ofFiles the services for viewers that show a file */
  constructor(host: PanelHost, services: PanelServices, ofFiles: PanelServices = services) {
    this.#host = host;
    this.#services = services;
    this.#ofFiles = ofFiles;
  }

  dispose(): void {
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }

  /**
   * Shows the records: in the vehicle's viewer if there is one, otherwise in a new one.
   *
   * @param there records that a new viewer need not request
   */
  open(target: ChargeRecordsTarget, there?: Parts): void {
    const open = this.#panels.get(keyOf(target));
    if (open) {
      open.show(target, there);
      return;
    }
    this.#adopt(this.#host.createPanel(this.#title(target)), target, { there });
  }

  /** Shows the records of a file, in the panel of its editor. */
  openFile(panel: vscode.WebviewPanel, target: ChargeRecordsTarget): void {
    this.#adopt(panel, target);
  }

  /**
   * Shows the records of a file that was dropped on a viewer.
   *
   * @param load reads the records from the dropped file
   */
  openDropped(target: ChargeRecordsTarget, load: PanelServices['load']): void {
    this.#adopt(this.#host.createPanel(this.#title(target)), target, { services: { ...this.#ofFiles, load } });
  }

  /** The active viewer, if any. */
  get active(): RecordsPanel | undefined {
    return [...this.#panels.values()].find((panel) => panel.active);
  }

  /** Runs a command in the active viewer. */
  command(message: Omit<PageMessage<'command'>, 'type'>): void {
    this.active?.command(message);
  }

  /**
   * Restores a viewer after VS Code has restarted. Closes one whose state cannot be read, or that showed a dropped file.
   */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const saved = savedState.safeParse(state);
    const isGone = !saved.success || sourcesOf(saved.data.target).some(({ file }) => file?.startsWith(droppedScheme));
    if (isGone || this.#panels.has(keyOf(saved.data.target))) panel.dispose();
    else this.#adopt(panel, saved.data.target);
    return Promise.resolve();
  }

  #adopt(
    panel: vscode.WebviewPanel,
    target: ChargeRecordsTarget,
    { there, services = this.#servicesFor(target) }: { there?: Parts | undefined; services?: PanelServices } = {},
  ): void {
    const { joinPath, extensionUri } = this.#host;
    const folder = joinPath(extensionUri, 'dist', 'webview');
    const { webview } = panel;
    // Set for restored panels too: an updated extension has a different folder.
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    // VS Code sets the tab title of a file itself.
    if (target.file === undefined || target.compares) panel.title = this.#title(target);
    const icon = (theme: string) => joinPath(extensionUri, 'media', `records-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    const html = (init: PageMessage<'init'>) =>
      viewerPage({
        nonce: randomBytes(18).toString('base64url'),
        cspSource: webview.cspSource,
        scriptUri: webview.asWebviewUri(joinPath(folder, 'records.js')).toString(),
        styleUri: webview.asWebviewUri(joinPath(folder, 'records.css')).toString(),
        language: this.#services.language,
        title: this.#title(target),
        texts: this.#services.texts,
        init,
      });
    const records = new RecordsPanel(panel, target, services, html);
    this.#panels.set(keyOf(target), records);
    panel.onDidDispose(() => this.#panels.delete(keyOf(target)));
    void records.load(there);
  }

  #servicesFor({ file, compares }: ChargeRecordsTarget): PanelServices {
    if (!compares) return file === undefined ? this.#services : this.#ofFiles;
    // A comparison shows no capacities. Some of its sources may be files.
    const { nominal: _, ...services } = this.#services;
    const of = (target: ChargeRecordsTarget) => (target.file === undefined ? this.#services : this.#ofFiles);
    return {
      ...services,
      load: (target, signal) => of(target).load(target, signal),
      energyUnit: (target) => of(target).energyUnit(target),
    };
  }

  #title(target: ChargeRecordsTarget): string {
    if (target.compares) return displayText(comparedTitle(target));
    const [first = '', ...more] = sourcesOf(target).map(({ vehicle }) => modelName(vehicle));
    const names = more.length < 2 ? [first, ...more].join(', ') : t('{0} and {1} more', first, more.length);
    return displayText(`${names}: ${t('Charge records')}`);
  }
}

/** The same vehicles share one viewer, in whatever order; vehicles of a file share the viewer of that file. */
function keyOf(target: ChargeRecordsTarget): string {
  const ids = sourcesOf(target).map(({ vehicle }) => vehicle.id);
  return JSON.stringify([target.file, ...(target.compares ? ['↔', ...ids] : ids.sort())]);
}
