import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../../src/common/event.ts';
import type { Nominal } from '../../../../../src/extension/records/load/nominal-capacities.ts';
import type { Parts } from '../../../../../src/extension/records/load/record-load.ts';
import type { PanelServices } from '../../../../../src/extension/records/panel/panel-services.ts';
import { ChargeRecordsPanels } from '../../../../../src/extension/records/panel/panels.ts';
import type { ChargeRecordsTarget, RecordsSource } from '../../../../../src/viewer/messages/target.ts';
import type { ToPage } from '../../../../../src/viewer/messages/to-page.ts';
import type { ChargeRecordsResponse } from '../../../../../src/service/model/vehicle-data.ts';
import { bodyOf } from '../../../service/records/record-bodies.ts';
import { FakePanel } from './fake-panel.ts';

export const one: RecordsSource = {
  sessionId: 'session-1',
  vehicle: { id: 'vehicle-1', make: 'BMW', model: 'i4', year: 2024 },
};
export const other: RecordsSource = {
  sessionId: 'session-2',
  vehicle: { id: 'vehicle-2', make: 'MINI', model: 'Cooper', year: 2023 },
};
/** Two vehicles side by side. */
export const both: ChargeRecordsTarget = { ...one, others: [other] };

export function answerOf(...records: unknown[]): ChargeRecordsResponse {
  return textAnswer(JSON.stringify({ records }));
}

/**
 * @param text the body, to the letter
 * @param cuts where it is cut into pieces
 */
export function textAnswer(text: string, cuts: readonly number[] = []): ChargeRecordsResponse {
  return { body: bodyOf(text, cuts), requestId: 'request-1', fetchedAt: undefined };
}

/** Viewers whose service is the test's. */
export class PanelSetup {
  readonly asked: string[] = [];
  /** Of which days, as they are asked for: the first of them. */
  readonly askedFrom: (string | undefined)[] = [];
  /** By vehicle, and whether the service is asked again. */
  readonly nominalsAsked: string[] = [];
  /** Somebody else has learned the capacity of the vehicle with this id. */
  readonly nominalLearned = new Emitter<string>();
  /** The vehicle with this id has a new record. */
  readonly recordAdded = new Emitter<string>();
  readonly mended: string[] = [];
  /** What was said to the user. */
  readonly told: string[] = [];
  /** Raw records that were opened. */
  readonly shown: string[] = [];
  /** Pairs of raw records that were opened side by side. */
  readonly compared: Parameters<PanelServices['compareJson']>[] = [];
  /** What a version says of the vehicle besides records. */
  fieldsOf: PanelServices['readFields'];
  /** What the service answers, by vehicle. */
  readonly answers = new Map<string, () => Promise<ChargeRecordsResponse>>();
  readonly viewers: ChargeRecordsPanels;
  readonly panels: FakePanel[] = [];
  readonly settingsChanged = new Emitter<void>();
  settings: { energyUnit: string; timeZone: 'local' | 'utc' } = { energyUnit: 'kWh', timeZone: 'local' };
  /** What the service says of each vehicle's capacity. */
  nominalOf: (vehicle: string) => Nominal | Promise<Nominal> = (vehicle) => (vehicle === 'vehicle-1' ? 80 : 40);
  saved: Parameters<PanelServices['saveFile']>[0] | undefined;

  constructor() {
    const nothing = () => undefined;
    const services: PanelServices = {
      load: ({ vehicle, file, startDate }) => {
        this.asked.push(vehicle.id);
        this.askedFrom.push(startDate);
        return this.answers.get(file ?? vehicle.id)?.() ?? Promise.resolve(answerOf());
      },
      readFields: (source, signal) => (this.fieldsOf ?? assert.fail())(source, signal),
      nominal: ({ vehicle }, again) => {
        this.nominalsAsked.push(again ? `${vehicle.id} again` : vehicle.id);
        return Promise.resolve(this.nominalOf(vehicle.id));
      },
      onDidLearnNominal: this.nominalLearned.event,
      onDidAddRecords: (sources, listener) =>
        this.recordAdded.event((id) => sources.some(({ vehicle }) => vehicle.id === id) && listener()),
      remedy: ({ sessionId }, { remedy }) => {
        this.mended.push(`${sessionId} ${remedy}`);
        return Promise.resolve(true);
      },
      energyUnit: ({ sessionId }) => (sessionId === 'session-3' ? undefined : this.settings.energyUnit),
      timeZone: () => this.settings.timeZone,
      onDidChangeSettings: this.settingsChanged.event,
      layout: { kept: nothing, keep: nothing },
      clipboard: () => Promise.resolve(),
      pick: () => Promise.resolve(undefined),
      saveFile: (request) => Promise.resolve(void (this.saved = request)),
      openDropped: nothing,
      tell: (text) => void this.told.push(text),
      compareJson: (...texts) => Promise.resolve(void this.compared.push(texts)),
      showJson: (_name, text) => Promise.resolve(void this.shown.push(text)),
      language: 'en',
      clock: { now: () => 1000 },
      log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    };
    const joinPath = (...parts: unknown[]) => parts.join('/') as unknown as vscode.Uri;
    const createPanel = (title: string) => {
      const made = new FakePanel();
      made.title = title;
      this.panels.push(made);
      return made.panel;
    };
    const extensionUri = 'ext' as unknown as vscode.Uri;
    this.viewers = new ChargeRecordsPanels({ createPanel, joinPath, extensionUri }, services);
  }

  /** Opens a viewer and answers for its page until the first load is told to its end. */
  async opened(target: ChargeRecordsTarget, end: ToPage['type'] = 'done', there?: Parts): Promise<FakePanel> {
    this.viewers.open(target, there);
    const panel = this.panels.at(-1);
    assert.ok(panel);
    await panel.begin(end);
    return panel;
  }

  /** A viewer as VS Code gives it back after a reload of the window, told to its end. */
  async restored(target: ChargeRecordsTarget): Promise<FakePanel> {
    const panel = new FakePanel();
    await this.viewers.deserializeWebviewPanel(panel.panel, { target });
    await panel.begin('done');
    return panel;
  }
}

/** All that was posted of a kind. */
export function posted<T extends ToPage['type']>(panel: FakePanel, type: T): Extract<ToPage, { type: T }>[] {
  return panel.posted.filter((message) => message.type === type) as Extract<ToPage, { type: T }>[];
}
