import type * as vscode from 'vscode';
import type { Disposable } from '../common/event.ts';
import { imageRequest, recordsRequest } from './exports.ts';
import { Nominals } from './nominals.ts';
import { PanelPage } from './panel-page.ts';
import type { PanelServices, Showing } from './panels.ts';
import { recordText } from './record-text.ts';
import { type LoadedPart, type Parts, RecordLoad } from './record-load.ts';
import {
  type ChargeRecordsTarget,
  type CommandMessage,
  type InitMessage,
  type ToHost,
  sourcesOf,
  toHost,
} from './protocol.ts';

/** Until the page says what it shows. */
const nothingShown: Showing = {
  ...{ chart: true, loading: true, marked: false, findings: false },
  ...{ filtered: false, brushed: false, selected: false, finding: false },
};

/**
 * One viewer. Keeps what it told the page, as the same buffers: the page forgets everything when it is hidden, and asking
 * the service again each time would be slow and could fail.
 */
export class RecordsPanel implements Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #services: PanelServices;
  #target: ChargeRecordsTarget;
  readonly #page: PanelPage;
  #showing: Showing = nothingShown;
  #loads = 0;
  /** The last load that went well. */
  #good: RecordLoad | undefined;
  /** The one before it, as long as the page may not have heard that there is another. */
  #replaced: RecordLoad | undefined;
  /** A later one, under way or failed. */
  #latest: RecordLoad | undefined;
  readonly #nominals: Nominals;

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
    this.#page = new PanelPage(panel, {
      html,
      init: () => this.#init(),
      onGiven: (type) => {
        if (type === 'done') this.#replaced = undefined;
      },
    });
    this.#nominals = new Nominals(services.nominal, (message) => this.#page.send(message));
    const settings = services.onDidChangeSettings(() => this.#page.send({ type: 'settings', ...this.#settings() }));
    panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message));
    panel.onDidChangeViewState(() => {
      this.#services.showing?.(panel.active ? this.#showing : undefined);
    });
    panel.onDidDispose(() => {
      settings.dispose();
      this.#latest?.end();
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
      if (this.#latest?.failed) void this.load();
      else if (this.#good?.partial) void this.load({ there: this.#good.parts });
      return;
    }
    this.#target = target;
    // Records of another range or account are not "earlier data" of this one.
    this.#good = undefined;
    this.#replaced = undefined;
    this.#page.renew();
    void this.load();
  }

  /**
   * Asks the service; a load under way ends. Settles when the load is told to its end, and never rejects.
   *
   * @param there records that need not be asked for
   * @param tryKept whether records that are kept on this machine and fresh will do
   */
  async load({ there, tryKept }: { there?: Parts | undefined; tryKept?: boolean } = {}): Promise<void> {
    this.#latest?.end();
    this.#loads += 1;
    const load = new RecordLoad(this.#loads, this.#target, this.#services, (message) => this.#page.send(message));
    this.#latest = load;
    if (!tryKept) {
      this.#nominals.doubt();
      this.#nominals.ask(this.#target);
    }
    const good = await load.run(there, tryKept);
    for (const [vehicle, { nominal }] of load.parts) this.#nominals.learn(vehicle, nominal);
    this.#nominals.ask(this.#target);
    if (!good) return;
    this.#replaced = this.#good;
    this.#good = load;
    this.#latest = undefined;
    await this.#keep(load);
  }

  /** What came from the service is there again after a reload of the window, with what the battery holds. */
  async #keep({ target, parts }: RecordLoad): Promise<void> {
    const { startDate, endDate } = target;
    for (const [vehicle, source] of sourcesOf(target).entries()) {
      const part = parts.get(vehicle);
      if (!part || part.kept) continue;
      const nominal = await this.#nominals.of(vehicle);
      await this.#services.cache?.keep({ ...source, startDate, endDate }, { ...part, nominal });
    }
  }

  /** Asks again for one vehicle, beside what is there of the others. */
  async #reload(vehicle: number | undefined): Promise<void> {
    const there = vehicle === undefined ? undefined : this.#partsThere();
    if (vehicle !== undefined) there?.delete(vehicle);
    await this.load({ there });
  }

  /**
   * Does what helps against the failure on screen, that of a vehicle or of all; then asks again. What a later load that was
   * cancelled or failed says nothing of stays on screen from the one before.
   */
  async #mend(vehicle: number | undefined): Promise<void> {
    const failed = this.#latest?.failure(vehicle) ?? this.#good?.failure(vehicle);
    if (!failed || !(await this.#services.mend(failed.source, failed.error))) return;
    await this.load({ there: this.#good?.partial ? this.#partsThere() : undefined });
  }

  /** What is there of these very vehicles and days. */
  #partsThere(): Map<number, LoadedPart> {
    return new Map(this.#good?.target === this.#target ? this.#good.parts : []);
  }

  /** Ends the load under way; what came before it stays. */
  #cancel(): void {
    const { cancelled: message, cancelledNext: nextStep } = this.#services.strings;
    this.#latest?.cancel({ message, nextStep, remedy: 'retry', cancelled: true });
  }

  async #export({ load: id, format, rows }: Extract<ToHost, { type: 'export' }>): Promise<void> {
    const load = this.#loadOf(id);
    const batches = load?.written;
    if (!load || !batches || batches.length === 0) return;
    const { target, complete } = load;
    const { strings, language } = this.#services;
    const request = recordsRequest({ target, format, batches, rows, complete, strings, language });
    await this.#services.saveFile(request);
  }

  /** The load whose records the page shows. */
  #loadOf(id: number): RecordLoad | undefined {
    return [this.#good, this.#latest, this.#replaced].find((load) => load?.id === id);
  }

  async #pick({ pick, title, items }: Extract<ToHost, { type: 'pick' }>): Promise<void> {
    const item = await this.#services.pick(title, items);
    if (item !== undefined) this.#page.send({ type: 'picked', pick, item });
  }

  /** @param begun whether the page that is ready knows what its HTML says */
  #tell(begun = false): void {
    const loads = [this.#good, this.#latest].filter((load) => load !== undefined);
    if (!this.#page.tell(begun, this.#nominals.told, loads)) this.#replaced = undefined;
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

  async #openRecord({ load: id, row }: Extract<ToHost, { type: 'openRecord' }>): Promise<void> {
    const load = this.#loadOf(id);
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
        this.#tell(message.begun);
        return;
      case 'reload':
        await this.#reload(message.vehicle);
        return;
      case 'mend':
        await this.#mend(message.vehicle);
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
        this.#cancel();
        return;
      case 'export':
        await this.#export(message);
        return;
      case 'image':
        await this.#services.saveFile(imageRequest(this.#target, message.chart, message.png));
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
