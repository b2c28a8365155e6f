import type * as vscode from 'vscode';
import type { Disposable } from '../../common/event.ts';
import { imageRequest, nothingToSave, recordsRequest } from '../export/exports.ts';
import { PanelLoads } from './panel-loads.ts';
import { PanelPage } from './panel-page.ts';
import type { PanelServices } from './panel-services.ts';
import { recordText } from '../export/record-text.ts';
import {
  type ChargeRecordsTarget,
  type CommandMessage,
  type InitMessage,
  type Showing,
  type ToHost,
  toHost,
} from '../protocol/messages.ts';
import { sourcesOf } from '../protocol/sources.ts';

/** Until the page says what it shows. */
const nothingShown: Showing = {
  ...{ chart: true, loading: true, marked: false, findings: false, unknown: false },
  ...{ filtered: false, brushed: false, selected: false, finding: false },
};

/**
 * One viewer. Keeps what it told the page, as the same buffers: the page forgets everything when it is hidden, and asking
 * the service again each time would be slow and could fail.
 */
export class RecordsPanel implements Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #services: PanelServices;
  /** The days that were asked for last, or those on screen since the user has cancelled others. */
  #target: ChargeRecordsTarget;
  readonly #page: PanelPage;
  readonly #loads: PanelLoads;
  #showing: Showing = nothingShown;

  /** @param html a page that begins so */
  constructor(
    panel: vscode.WebviewPanel,
    target: ChargeRecordsTarget,
    services: PanelServices,
    html: (init: InitMessage) => string,
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
      story: () => this.#loads.told,
      onGiven: (message) => {
        if (message.type === 'done') this.#loads.shown(message.load);
      },
    });
    const following = [
      services.onDidChangeSettings(() => this.#page.send({ type: 'settings', ...this.#settings() })),
      services.onDidLearnNominal?.((vehicleId) => this.#loads.followNominal(vehicleId)),
    ];
    panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message));
    panel.onDidChangeViewState(() => {
      this.#services.showing?.(panel.active ? this.#showing : undefined);
    });
    panel.onDidDispose(() => {
      for (const each of following) each?.dispose();
      this.#loads.end();
    });
  }

  dispose(): void {
    this.#panel.dispose();
  }

  /** Brings the viewer to the front. Asks the service again if other records are wanted, or if the last try failed. */
  show(target: ChargeRecordsTarget): void {
    this.#panel.reveal();
    const { sessionId, startDate, endDate } = this.#target;
    const same = target.sessionId === sessionId && target.startDate === startDate && target.endDate === endDate;
    if (same) {
      void this.#loads.complete();
      return;
    }
    this.#target = target;
    this.#loads.forget();
    this.#page.renew();
    void this.load();
  }

  /** Asks the service; see {@link PanelLoads.load}. */
  async load(options?: { tryKept?: boolean }): Promise<void> {
    await this.#loads.load(options);
  }

  async #export({ load: id, format, rows }: Extract<ToHost, { type: 'export' }>): Promise<void> {
    const load = this.#loads.withId(id);
    const batches = load?.written;
    if (!load || !batches || batches.length === 0) {
      this.#services.tell(nothingToSave(load));
      return;
    }
    const { target, complete } = load;
    const { strings, language } = this.#services;
    const request = recordsRequest({ target, format, batches, rows, complete, strings, language });
    await this.#services.saveFile(request);
  }

  async #pick({ pick, title, items }: Extract<ToHost, { type: 'pick' }>): Promise<void> {
    const item = await this.#services.pick(title, items);
    if (item !== undefined) this.#page.send({ type: 'picked', pick, item });
  }

  #init(): InitMessage {
    const { strings, language, layout } = this.#services;
    return {
      type: 'init',
      strings,
      language,
      target: this.#target,
      ...this.#settings(),
      layout: layout.kept(),
    };
  }

  /** What the user's settings say now. */
  #settings(): { energyUnit: string | undefined; timeZone: string } {
    const { energyUnit, timeZone } = this.#services;
    // Vehicles of different environments may have energies in different units: then none is named.
    const units = new Set(sourcesOf(this.#target).map((source) => energyUnit({ ...this.#target, ...source })));
    return { energyUnit: units.size === 1 ? [...units][0] : undefined, timeZone: timeZone() };
  }

  /** True while this viewer is the one that the user works in. */
  get active(): boolean {
    return this.#panel.active;
  }

  /** Has the page do what a command of VS Code asks for. */
  command(message: Omit<CommandMessage, 'type'>): void {
    this.#page.send({ type: 'command', ...message });
  }

  async #chooseZone(now: string): Promise<void> {
    const zone = await this.#services.chooseTimeZone(now);
    if (zone !== undefined) this.#page.send({ type: 'zone', zone });
  }

  async #reload({ vehicle, days }: Extract<ToHost, { type: 'reload' }>): Promise<void> {
    const { shownTarget, failedTarget } = this.#loads;
    if (days) this.#target = (days === 'shown' ? shownTarget : failedTarget) ?? this.#target;
    await this.#loads.reload(vehicle);
  }

  async #openRecord({ load: id, row }: Extract<ToHost, { type: 'openRecord' }>): Promise<void> {
    const load = this.#loads.withId(id);
    if (load) await this.#services.showJson(`record-${row + 1}.json`, recordText(load.written, row));
  }

  async #receive(raw: unknown): Promise<void> {
    const checked = toHost.safeParse(raw);
    if (!checked.success) {
      this.#services.log.warn('Charge records: the page sent a message that the protocol does not know.');
      return;
    }
    await this.#act(checked.data);
  }

  async #act(message: ToHost): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#page.ready(message.begun ?? false);
        return;
      case 'reload':
        await this.#reload(message);
        return;
      case 'mend':
        await this.#loads.mend(message.vehicle);
        return;
      case 'copy':
        await this.#services.clipboard(message.text);
        return;
      case 'layout':
        this.#services.layout.keep(message.layout);
        return;
      case 'chooseZone':
        await this.#chooseZone(message.zone);
        return;
      case 'pick':
        await this.#pick(message);
        return;
      case 'openRecord':
        await this.#openRecord(message);
        return;
      case 'range': {
        const { startDate, endDate } = message;
        this.#target = { ...this.#target, startDate, endDate };
        await this.load();
        return;
      }
      case 'cancel':
        if (this.#loads.cancel()) this.#target = this.#loads.shownTarget ?? this.#target;
        return;
      case 'export':
        await this.#export(message);
        return;
      case 'image':
        await this.#services.saveFile(
          imageRequest(this.#loads.shownTarget ?? this.#target, message.chart, message.png),
        );
        return;
      case 'showing':
        this.#showing = message;
        if (this.#panel.active) this.#services.showing?.(message);
        return;
      case 'trouble':
        this.#services.log.error(`Charge records page: ${message.message}`);
    }
  }
}
