import type * as vscode from 'vscode';
import type { Disposable } from '../common/event.ts';
import { ServiceError } from '../service/errors.ts';
import { readColumns } from '../service/record-stream.ts';
import type { ChargeRecordsAnswer } from '../service/vehicle-data.ts';
import { imageRequest, recordsRequest } from './exports.ts';
import type { PanelServices } from './panels.ts';
import { recordText } from './record-text.ts';
import { type ChargeRecordsTarget, type CommandMessage, type ToHost, type ToWebview, toHost } from './protocol.ts';

/** One load, as the page hears it. */
interface Load {
  readonly id: number;
  readonly target: ChargeRecordsTarget;
  readonly story: ToWebview[];
  readonly abort: AbortController;
  failed: boolean;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Milliseconds since 1970 of a header's time, if it is one. */
function timeOf(text: string | undefined): number | undefined {
  const time = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * One viewer. Keeps what it told the page, as the same buffers: the page forgets everything when it is hidden, and asking
 * the service again each time would be slow and could fail.
 */
export class RecordsPanel implements Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #services: PanelServices;
  #target: ChargeRecordsTarget;
  #listening = false;
  #loads = 0;
  /** The last load that went well. */
  #good: Load | undefined;
  /** A later one, under way or failed. */
  #latest: Load | undefined;
  #capacity: ToWebview | undefined;

  constructor(panel: vscode.WebviewPanel, target: ChargeRecordsTarget, services: PanelServices) {
    this.#panel = panel;
    this.#target = target;
    this.#services = services;
    void this.#askNominal();
    panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message));
    panel.onDidChangeViewState(() => {
      if (!panel.visible) this.#listening = false;
    });
    panel.onDidDispose(() => this.#latest?.abort.abort());
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
      return;
    }
    this.#target = target;
    // Records of another range or account are not "earlier data" of this one.
    this.#good = undefined;
    this.#introduce();
    void this.load();
  }

  /** Asks the service; a load under way ends. Settles when the load is told to its end, and never rejects. */
  async load(): Promise<void> {
    this.#latest?.abort.abort();
    this.#loads += 1;
    const target = this.#target;
    const load: Load = { id: this.#loads, target, story: [], abort: new AbortController(), failed: false };
    this.#latest = load;
    const { startDate, endDate } = target;
    this.#tell(load, { type: 'start', load: load.id, startDate, endDate });
    let answer: ChargeRecordsAnswer | undefined;
    try {
      answer = await this.#services.load(target, load.abort.signal);
      let rows = 0;
      for await (const batch of readColumns(answer.body)) {
        if (load.abort.signal.aborted) return;
        rows += batch.rows;
        this.#tell(load, { type: 'batch', load: load.id, batch });
      }
      if (load.abort.signal.aborted) return;
      const receivedAt = this.#services.clock.now();
      this.#tell(load, { type: 'done', load: load.id, rows, receivedAt, fetchedAt: timeOf(answer.fetchedAt) });
      this.#good = load;
      this.#latest = undefined;
    } catch (error) {
      if (load.abort.signal.aborted) return;
      load.failed = true;
      this.#services.log.error(`Charge records: ${messageOf(error)}`);
      this.#tell(load, failureMessage(load.id, error, answer?.requestId));
    }
  }

  /** Ends the load under way; what came before it stays. */
  #cancel(): void {
    const load = this.#latest;
    if (!load || load.failed) return;
    load.abort.abort();
    load.failed = true;
    const { cancelled: message, cancelledNext: nextStep } = this.#services.strings;
    this.#tell(load, { type: 'failed', load: load.id, message, nextStep, action: 'reload' });
  }

  /** Not awaited by anyone: the records don't wait for it, and without it nothing is compared with the battery. */
  async #askNominal(): Promise<void> {
    const nominal = await this.#services.nominal?.(this.#target).catch(() => undefined);
    if (nominal === undefined) return;
    this.#capacity = { type: 'capacity', nominal };
    this.#send(this.#capacity);
  }

  async #export({ load: id, format, rows }: Extract<ToHost, { type: 'export' }>): Promise<void> {
    const load = [this.#good, this.#latest].find((each) => each?.id === id);
    const batches = load?.story.flatMap((message) => (message.type === 'batch' ? [message.batch] : [])) ?? [];
    if (!load || batches.length === 0) return;
    const { exportAll: all, exportFiltered: filtered } = this.#services.strings;
    const request = recordsRequest({ target: load.target, format, batches, rows, labels: { all, filtered } });
    await this.#services.saveFile(request);
  }

  /** Tells the page whose records it shows. */
  #introduce(): void {
    this.#send(this.#init());
    if (this.#capacity) this.#send(this.#capacity);
  }

  #init(): ToWebview {
    const { strings, language, energyUnit, timeZone, layout } = this.#services;
    return {
      type: 'init',
      strings,
      language,
      target: this.#target,
      energyUnit: energyUnit(this.#target),
      timeZone: timeZone(),
      layout: layout.kept(),
    };
  }

  /** True while this viewer is the one that the user works in. */
  get active(): boolean {
    return this.#panel.active;
  }

  /** Has the page do what a command of VS Code asks for. */
  command(message: Omit<CommandMessage, 'type'>): void {
    this.#send({ type: 'command', ...message });
  }

  #recordText(row: number): string {
    const story = (this.#good ?? this.#latest)?.story ?? [];
    return recordText(
      story.flatMap((told) => (told.type === 'batch' ? [told.batch] : [])),
      row,
    );
  }

  #tell(load: Load, message: ToWebview): void {
    load.story.push(message);
    this.#send(message);
  }

  #send(message: ToWebview): void {
    if (this.#listening) void this.#panel.webview.postMessage(message);
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
        this.#listening = true;
        this.#introduce();
        for (const told of [...(this.#good?.story ?? []), ...(this.#latest?.story ?? [])]) this.#send(told);
        return;
      case 'reload':
        await this.load();
        return;
      case 'reconnect':
        if (await this.#services.reconnect(this.#target)) await this.load();
        return;
      case 'copy':
        await this.#services.clipboard(message.text);
        return;
      case 'layout':
        this.#services.layout.keep(message.layout);
        return;
      case 'openRecord':
        await this.#services.showJson(`record-${message.row + 1}.json`, this.#recordText(message.row));
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
      case 'trouble':
        this.#services.log.error(`Charge records page: ${message.message}`);
    }
  }
}

function failureMessage(load: number, error: unknown, requestId: string | undefined): ToWebview {
  if (!(error instanceof ServiceError)) {
    const nextStep = 'Try again. The log has the details.';
    return { type: 'failed', load, message: messageOf(error), nextStep, requestId, action: 'reload' };
  }
  const action = error.turn === 'nobody' ? undefined : error.turn === 'reconnect' ? 'reconnect' : 'reload';
  const { message, nextStep } = error;
  return { type: 'failed', load, message, nextStep, requestId: error.requestId ?? requestId, action };
}
