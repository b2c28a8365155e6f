import { comparisonMarkdown } from '../../../service/comparison/comparison-markdown.ts';
import type * as vscode from 'vscode';
import type { Disposable } from '../../../common/event.ts';
import { t } from '../../../common/translate.ts';
import { imageRequest, nothingToSave, recordsRequest } from '../export/exports.ts';
import { PanelLoads } from './panel-loads.ts';
import { PanelPage } from './panel-page.ts';
import type { PanelServices } from './panel-services.ts';
import { recordText } from '../export/record-text.ts';
import { indentedJson, sortedJson } from '../../../common/text/json-text.ts';
import type { Parts, RecordLoad } from '../load/record-load.ts';
import type { NamedText } from '../../window/memory-documents.ts';
import type { ChargeRecordsTarget } from '../../../viewer/messages/target.ts';
import type { PageMessage } from '../../../viewer/messages/to-page.ts';
import { dispatch } from '../../../viewer/messages/message-map.ts';
import {
  type HostAnswers,
  type HostHandlers,
  type HostMessage,
  type ToHost,
  type ViewerContext,
  readToHost,
} from '../../../viewer/messages/to-host.ts';
import { sourcesOf } from '../../../viewer/messages/target-vehicles.ts';

/** The context until the page reports what it shows. */
const nothingShown: ViewerContext = { loading: true, marked: false, versions: false };

/**
 * One viewer. Keeps the messages that it sent to the page, with the same buffers: the page loses everything when it is
 * moved to another window, and requesting it again from the service would be slow and could fail.
 */
export class RecordsPanel implements Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #services: PanelServices;
  /** The vehicles and days that were requested last, or those on screen after the user has cancelled a load. */
  #target: ChargeRecordsTarget;
  readonly #page: PanelPage;
  readonly #loads: PanelLoads;
  #context: ViewerContext = nothingShown;

  /** @param html the page with this initial state */
  constructor(
    panel: vscode.WebviewPanel,
    target: ChargeRecordsTarget,
    services: PanelServices,
    html: (init: PageMessage<'init'>) => string,
  ) {
    this.#panel = panel;
    this.#target = target;
    this.#services = services;
    this.#loads = new PanelLoads(
      services,
      () => this.#target,
      (message) => this.#page.send(message),
    );
    this.#page = new PanelPage(panel, {
      html,
      init: () => this.#init(),
      messages: () => this.#loads.messages,
      onGiven: (message) => {
        if (message.type === 'done') this.#loads.shown(message.load);
      },
    });
    const following = [
      services.onDidChangeSettings(() => this.#page.send({ type: 'settings', ...this.#settings() })),
      services.onDidLearnNominal?.((vehicleId) => this.#loads.followNominal(vehicleId)),
      services.onDidAddRecords?.(sourcesOf(target), () => this.#loads.becomeOutdated()),
    ];
    panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message));
    panel.onDidChangeViewState(() => {
      this.#services.context?.(panel.active ? this.#context : undefined);
    });
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
    const batches = load?.written;
    if (!load || !batches || batches.length === 0) {
      this.#services.tell(nothingToSave(load));
      return;
    }
    const { target, complete } = load;
    const { language } = this.#services;
    const request = recordsRequest({ target, format, batches, rows, complete, language });
    await this.#services.saveFile(request);
  }

  #init(): PageMessage<'init'> {
    const { language, layout } = this.#services;
    return {
      type: 'init',
      language,
      target: this.#target,
      simulates: this.#simulateCharge !== undefined,
      ...this.#settings(),
      layout: layout.kept(),
    };
  }

  /** The user's current settings. */
  #settings(): { energyUnit: string | undefined; timeZone: string } {
    const { energyUnit, timeZone } = this.#services;
    // Vehicles of different environments may have different units of energy; then none is shown.
    const units = new Set(sourcesOf(this.#target).map((source) => energyUnit({ ...this.#target, ...source })));
    return { energyUnit: units.size === 1 ? [...units][0] : undefined, timeZone: timeZone() };
  }

  get #simulateCharge() {
    return sourcesOf(this.#target).length === 1 ? this.#services.simulateCharge?.(this.#target) : undefined;
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
    this.#services.tell(t('Only complete charge records can be compared.'));
    return undefined;
  }

  /** The comparison of versions on screen as Markdown, with a name for its file. */
  comparison(): NamedText | undefined {
    const { versions, target, parts } = this.#loads.versions ?? {};
    if (!versions || !target) return undefined;
    const { startDate, endDate } = target;
    const receivedAt = Math.min(...[...(parts?.values() ?? [])].map((part) => part.receivedAt));
    const readAt = Number.isFinite(receivedAt) ? receivedAt : this.#services.clock.now();
    const options = { vehicleId: target.vehicle.id, startDate, endDate, readAt, language: this.#services.language };
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
      await this.#services.showJson(name, recordText(load.written, row));
      return;
    }
    // Both records as received, without whose they are.
    const written = load.written.map(({ batch }) => ({ batch }));
    const [older, newer] = [partner, row].map((each) => indentedJson(sortedJson(recordText(written, each))));
    const names = sourcesOf(load.target).map(({ version, vehicle }) => version ?? vehicle.model);
    await this.#services.compareJson(
      { name: `${names[0]} ${name}`, text: older ?? '' },
      { name: `${names[1]} ${name}`, text: newer ?? '' },
    );
  }

  async #receive(raw: unknown): Promise<void> {
    const message = readToHost(raw);
    if (!message) {
      this.#services.log.warn('Charge records: the page sent a message that the protocol does not know.');
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
      this.#services.log.error(`Charge records: ${message.type} failed: ${String(error)}`);
      return undefined;
    }
  }

  readonly #handlers: HostHandlers = {
    ready: ({ begun }) => this.#page.ready(begun ?? false),
    reload: (message) => this.#reload(message),
    remedy: ({ vehicle }) => this.#loads.remedy(vehicle),
    simulateCharge: async () => {
      await this.#simulateCharge?.();
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
    image: ({ chart, png }) =>
      this.#services.saveFile(imageRequest(this.#loads.shownTarget ?? this.#target, chart, png)),
    copy: async ({ text }) => {
      await this.#services.clipboard(text);
      return true;
    },
    pick: async ({ title, items }) => this.#services.pick(title, items),
    drop: (file) => this.#services.openDropped(file),
    openRecord: (message) => this.#openRecord(message),
    layout: ({ layout }) => this.#services.layout.keep(layout),
    context: (context) => {
      this.#context = context;
      if (this.#panel.active) this.#services.context?.(context);
    },
    trouble: ({ message }) => this.#services.log.error(`Charge records page: ${message}`),
  };
}
