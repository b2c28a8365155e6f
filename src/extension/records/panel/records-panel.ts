import * as vscode from 'vscode';
import { now } from '../../../common/clock.ts';
import type { Disposable } from '../../../common/event.ts';
import { log } from '../../../common/logger.ts';
import { textSetting } from '../../environments/settings/user-settings.ts';
import { t } from '../../../common/translate.ts';
import { comparisonMarkdown } from '../../../service/comparison/comparison-markdown.ts';
import { nothingToSave, saveImage, saveRecords } from '../export/save-records.ts';
import type { RecordsService } from '../load/records-service.ts';
import { PanelLoads } from './panel-loads.ts';
import { PanelPage } from './panel-page.ts';
import { recordText } from '../export/record-text.ts';
import { indentedJson, sortedJson } from '../../../common/text/json-text.ts';
import type { Parts, RecordLoad } from '../load/record-load.ts';
import type { MemoryDocuments, NamedText } from '../../window/memory-documents.ts';
import { overPage } from '../../window/over-page.ts';
import { window } from '../../window/window.ts';
import type { ChargeRecordsTarget } from '../../../viewer/messages/target.ts';
import type { PageMessage } from '../../../viewer/messages/to-page.ts';
import { dispatch } from '../../../viewer/messages/message-map.ts';
import {
  type DroppedFile,
  type HostAnswers,
  type HostHandlers,
  type HostMessage,
  type ToHost,
  type ViewerContext,
  readToHost,
} from '../../../viewer/messages/to-host.ts';
import { sourcesOf } from '../../../viewer/messages/target-vehicles.ts';

/** What all viewers of a window have in common. */
export interface ViewerParts {
  readonly extensionUri: vscode.Uri;
  /** Keeps the columns for future viewers. */
  readonly memory: vscode.Memento;
  /** Shows single records. */
  readonly documents: MemoryDocuments;
  /** Shows the records of a file that was dropped on the viewer, in a viewer of its own. */
  readonly openDropped: (file: DroppedFile) => Promise<void>;
}

/** The context until the page reports what it shows. */
const nothingShown: ViewerContext = { marked: false };
const layoutKey = 'vehicleData.viewer.layout';
/** The settings that viewers depend on. The energy unit may be set for each environment. */
const followed = ['vehicleData.viewer.energyUnit', 'vehicleData.environments', 'vehicleData.viewer.timeZone'];

/**
 * One viewer. Keeps the messages that it sent to the page, with the same buffers: the page loses everything when it is
 * moved to another window, and requesting it again from the service would be slow and could fail.
 */
export class RecordsPanel implements Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #service: RecordsService;
  readonly #parts: ViewerParts;
  /** The vehicles and days that were requested last, or those on screen after the user has cancelled a load. */
  #target: ChargeRecordsTarget;
  readonly #page: PanelPage;
  readonly #loads: PanelLoads;
  #context: ViewerContext = nothingShown;

  constructor(
    panel: vscode.WebviewPanel,
    title: string,
    target: ChargeRecordsTarget,
    service: RecordsService,
    parts: ViewerParts,
  ) {
    this.#panel = panel;
    this.#target = target;
    this.#service = service;
    this.#parts = parts;
    this.#loads = new PanelLoads(
      service,
      () => this.#target,
      (message) => this.#page.send(message),
    );
    this.#page = new PanelPage(panel, parts.extensionUri, title, () => this.#init(), this.#loads);
    const following = [
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!followed.some((setting) => change.affectsConfiguration(setting))) return;
        this.#page.send({ type: 'settings', ...this.#settings() });
      }),
      service.onDidLearnNominal((vehicleId) => this.#loads.followNominal(vehicleId)),
      service.onDidAddRecords(sourcesOf(target), () => this.#loads.becomeOutdated()),
    ];
    panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message));
    panel.onDidChangeViewState(() => setContext(panel.active ? this.#context : undefined));
    panel.onDidDispose(() => {
      for (const each of following) each?.dispose();
      this.#loads.end();
    });
  }

  dispose(): void {
    this.#panel.dispose();
  }

  /** Reveals the viewer. Loads again if other records are wanted, or if the last load failed. */
  show(target: ChargeRecordsTarget, there?: Parts): void {
    this.#panel.reveal();
    const { sessionId, startDate, endDate } = this.#target;
    const same = target.sessionId === sessionId && target.startDate === startDate && target.endDate === endDate;
    if (same) {
      // What is compared is read again, because a file may have changed.
      void (target.compares ? this.load(there) : this.#loads.complete());
      return;
    }
    this.#target = target;
    this.#loads.forget();
    this.#page.renew();
    void this.load(there);
  }

  /** Loads the records; see {@link PanelLoads.load}. */
  async load(there?: Parts): Promise<void> {
    await this.#loads.load(there);
  }

  async #export({ load: id, format, rows }: HostMessage<'export'>): Promise<void> {
    const load = this.#loads.withId(id);
    if (load && load.written.length > 0) await saveRecords(load, format, rows);
    else void window.showInformationMessage(nothingToSave(load));
  }

  #init(): PageMessage<'init'> {
    return {
      type: 'init',
      language: vscode.env.language,
      target: this.#target,
      simulates: this.#simulates,
      ...this.#settings(),
      layout: this.#parts.memory.get(layoutKey),
    };
  }

  /** The user's current settings. */
  #settings(): { energyUnit: string | undefined; timeZone: string } {
    // Vehicles of different environments may have different units of energy; then none is shown.
    const units = new Set(sourcesOf(this.#target).map((source) => this.#service.energyUnit(source)));
    const timeZone = vscode.workspace.getConfiguration('vehicleData.viewer').get('timeZone');
    return { energyUnit: units.size === 1 ? [...units][0] : undefined, timeZone: textSetting(timeZone, 'local') };
  }

  /** Whether a charge can be added to the vehicle, because it is one of the sandbox. */
  get #simulates(): boolean {
    const [source, ...more] = sourcesOf(this.#target);
    return source !== undefined && more.length === 0 && this.#service.isOfSandbox(source);
  }

  /** True while this is the active viewer. */
  get active(): boolean {
    return this.#panel.active;
  }

  /**
   * The records on screen. Informs the user and returns undefined if they are not complete.
   */
  whole(): Pick<RecordLoad, 'target' | 'parts'> | undefined {
    const load = this.#loads.whole;
    if (load) return load;
    void window.showInformationMessage(t('Only complete charge records can be compared.'));
    return undefined;
  }

  /** The comparison of versions on screen as Markdown, with a name for its file. */
  comparison(): NamedText | undefined {
    const { versions, target, parts } = this.#loads.versions ?? {};
    if (!versions || !target) return undefined;
    const { startDate, endDate } = target;
    const receivedAt = Math.min(...[...(parts?.values() ?? [])].map((part) => part.receivedAt));
    const readAt = Number.isFinite(receivedAt) ? receivedAt : now();
    const options = { vehicleId: target.vehicle.id, startDate, endDate, readAt, language: vscode.env.language };
    return { name: `${this.#panel.title}.md`, text: comparisonMarkdown(versions, options) };
  }

  /** Passes a VS Code command to the page. */
  command(message: Omit<PageMessage<'command'>, 'type'>): void {
    this.#page.send({ type: 'command', ...message });
  }

  async #reload({ vehicle, days }: HostMessage<'reload'>): Promise<void> {
    const { shownTarget, failedTarget } = this.#loads;
    if (days) this.#target = (days === 'shown' ? shownTarget : failedTarget) ?? this.#target;
    await this.#loads.reload(vehicle);
  }

  async #openRecord({ load: id, row }: HostMessage<'openRecord'>): Promise<void> {
    const load = this.#loads.withId(id);
    if (!load) return;
    const partner = load.compared?.partners[row] ?? -1;
    const name = `record-${row + 1}.json`;
    if (partner < 0) {
      const uri = this.#parts.documents.add({ name, text: recordText(load.written, row) });
      const document = await vscode.workspace.openTextDocument(uri);
      await window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
      return;
    }
    // Both records as received, without whose they are.
    const written = load.written.map(({ batch }) => ({ batch }));
    const [older, newer] = [partner, row].map((each) => indentedJson(sortedJson(recordText(written, each))));
    const names = sourcesOf(load.target).map(({ version, vehicle }) => version ?? vehicle.model);
    await this.#parts.documents.compare(
      { name: `${names[0]} ${name}`, text: older ?? '' },
      { name: `${names[1]} ${name}`, text: newer ?? '' },
    );
  }

  async #receive(raw: unknown): Promise<void> {
    const message = readToHost(raw);
    if (!message) {
      log.warn('Charge records: the page sent a message that the protocol does not know.');
      return;
    }
    const value = await this.#answer(message);
    if (message.request !== undefined) this.#page.send({ type: 'answer', request: message.request, value });
  }

  /** A request that fails is answered with undefined, so that the page does not wait for it. */
  async #answer(message: ToHost): Promise<HostAnswers[keyof HostAnswers]> {
    try {
      return (await dispatch(this.#handlers, message)) as HostAnswers[keyof HostAnswers];
    } catch (error) {
      log.error(`Charge records: ${message.type} failed: ${String(error)}`);
      return undefined;
    }
  }

  readonly #handlers: HostHandlers = {
    ready: ({ begun }) => this.#page.ready(begun ?? false),
    reload: (message) => this.#reload(message),
    remedy: ({ vehicle }) => this.#loads.remedy(vehicle),
    simulateCharge: async () => {
      const { vehicle } = this.#target;
      if (this.#simulates)
        await vscode.commands.executeCommand('vehicleData.simulateCharge', { vehicleId: vehicle.id });
      await this.#loads.reload(undefined);
    },
    range: async ({ startDate, endDate }) => {
      this.#target = { ...this.#target, startDate, endDate };
      await this.load();
    },
    cancel: () => {
      if (this.#loads.cancel()) this.#target = this.#loads.shownTarget ?? this.#target;
    },
    export: (message) => this.#export(message),
    image: ({ chart, png }) => saveImage(this.#loads.shownTarget ?? this.#target, chart, png),
    copy: async ({ text }) => {
      await vscode.env.clipboard.writeText(text);
      return true;
    },
    pick: async ({ title, items }) => {
      const choices = items.map((label, index) => ({ label, index }));
      return (await window.showQuickPick(choices, { title, ...overPage }))?.index;
    },
    drop: (file) => this.#parts.openDropped(file),
    openRecord: (message) => this.#openRecord(message),
    layout: ({ layout }) => void this.#parts.memory.update(layoutKey, layout),
    context: (context) => {
      this.#context = context;
      if (this.#panel.active) setContext(context);
    },
    trouble: ({ message }) => log.error(`Charge records page: ${message}`),
  };
}

/** Tells the `when` clauses of commands what the active viewer shows; undefined if none is active. */
function setContext(context: ViewerContext | undefined): void {
  void vscode.commands.executeCommand('setContext', 'vehicleData.records.marked', context?.marked ?? false);
}
