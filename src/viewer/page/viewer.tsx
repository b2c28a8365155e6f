import { effect, untracked } from '@preact/signals';
import { render } from 'preact';
import { t } from '../../common/translate.ts';
import { Analysis } from '../analysis/analysis.tsx';
import { restoreFocus } from '../base/dom.ts';
import type { HostClient } from '../base/host-client.ts';
import { timeLeft, waitsUntil } from '../base/remedy.tsx';
import { Formats } from '../formats/formats.ts';
import { readZone } from '../formats/zone.ts';
import { CellTexts } from '../grid/cell-texts.ts';
import { Header } from '../header/header.tsx';
import { LoadState } from '../header/load-state.ts';
import { RangeMenu } from '../header/range-menu.tsx';
import type { ExportFormat } from '../messages/export-format.ts';
import { type HandlersOf, type MessageOf, dispatch } from '../messages/message-map.ts';
import type { ChargeRecordsTarget } from '../messages/target.ts';
import type { HostMessage } from '../messages/to-host.ts';
import type { PageMessage, PagePayloads, ToPage } from '../messages/to-page.ts';
import { ViewModel } from '../rows/view-model.ts';
import { ComparedCharges, ComparedFields, Comparison } from '../summary/comparison.tsx';
import { TotalsLine } from '../summary/totals.tsx';
import { sourceNames } from '../summary/vehicle-names.ts';
import { Vehicles, VehiclesTable } from '../summary/vehicles.tsx';
import { type CommandHandlers, RecordsTable } from '../table/table.tsx';
import { fileDrop } from './file-drop.ts';
import { Loading } from './loading.ts';
import { EmptyState, Notice } from './notice.tsx';
import { PagePersistence, type StateStore } from './page-persistence.ts';

/** The messages that a viewer handles; the others concern the page as a whole. */
type ViewerPayloads = Omit<PagePayloads, 'answer'>;

/** The whole page, for one target. */
export class Viewer {
  readonly #host: HostClient;
  readonly #formats: Formats;
  #target: ChargeRecordsTarget;
  readonly #simulates: boolean;
  readonly #load = new LoadState();
  /** Undefined for the records of a file, for which no days can be requested. */
  readonly #ranges: RangeMenu | undefined;
  readonly #analysis: Analysis;
  readonly #table: RecordsTable;
  readonly #loading: Loading;
  /** Undefined if there is only one vehicle. */
  readonly #vehicles: Vehicles | undefined;
  /** Undefined unless records are compared. */
  readonly #comparison: Comparison | undefined;
  /** Which records are shown, and in which order. */
  readonly #view: ViewModel;
  readonly #persistence: PagePersistence;
  readonly #handlers: HandlersOf<ViewerPayloads>;
  /** Whether there are marked records, as it was sent last. */
  #marked: boolean | undefined;

  constructor(init: PageMessage<'init'>, host: HostClient, store: StateStore) {
    const { target, language, energyUnit } = init;
    this.#host = host;
    this.#target = target;
    this.#simulates = init.simulates === true;
    this.#formats = new Formats(language, energyUnit, readZone(init.timeZone));
    const formats = this.#formats;
    const names = sourceNames(target);
    const several = names.length > 1 ? ('vehicle' as const) : undefined;
    const first = target.compares ? 'difference' : several;
    this.#load.range.value = target;
    this.#view = new ViewModel(language);
    this.#vehicles = several && new Vehicles(names, this.#send);
    this.#comparison = target.compares ? new Comparison(formats, this.#view, names) : undefined;
    if (target.file === undefined) {
      this.#ranges = new RangeMenu(this.#load, language, (range) => host.send({ type: 'range', ...range }));
    }
    const cells = new CellTexts(formats);
    this.#analysis = new Analysis({
      ...{ formats, view: this.#view, vehicles: this.#vehicles, usable: this.#load.usable },
      // A file has all of its days.
      loadedDays: () => (target.file ? { from: -Infinity, to: Infinity } : this.#loading.loadedDays),
      onArranged: () => this.#persistence.save(),
      goToNext: (wanted) => this.#table.grid.goToNext(wanted),
      onNotes: (notes) => {
        cells.notes = notes;
        this.#table.rewrite();
        this.#sendContext();
      },
    });
    this.#table = new RecordsTable({
      ...{ formats, cells, view: this.#view, host, first, usable: this.#load.usable },
      openRecord: (row) => this.#openRecord(row),
    });
    effect(() => {
      void [formats.zone, formats.energyUnit];
      untracked(() => {
        this.#table.reformat();
        this.#analysis.reformat();
      });
    });
    this.#loading = new Loading({
      ...{ load: this.#load, formats, view: this.#view, analysis: this.#analysis, table: this.#table },
      ...{ vehicles: this.#vehicles, differences: this.#comparison?.differences },
      onShown: () => this.#sendContext(),
      onComplete: () => {
        this.#persistence.restorePlace();
        this.#persistence.save();
      },
    });
    this.#persistence = new PagePersistence({
      ...{ store, formats, view: this.#view, table: this.#table, analysis: this.#analysis },
      ...{ loading: this.#loading, first },
      target: () => this.#shownTarget,
      filters: this.#comparison ? { differences: this.#comparison.onlyDifferences } : {},
    });
    const commands = this.#commands();
    this.#handlers = {
      ...this.#loading.handlers,
      start: (message) => this.#start(message),
      capacity: ({ vehicle = 0, nominal }) => this.#analysis.setNominal(vehicle, nominal),
      fields: (message) => {
        if (this.#comparison) this.#comparison.fields.value = message;
      },
      outdated: () => (this.#load.outdated.value = true),
      settings: (message) => this.#follow(message),
      // The page has begun with the `init` in its HTML, which may be out of date; `start` says of which days.
      init: (message) => this.#follow(message),
      command: (message) => {
        this.#table.toolbar.popup.close();
        commands[message.name](message);
      },
    };
    this.#persistence.restore(init.layout);
    this.#sendContext();
  }

  readonly #send = (message: HostMessage) => this.#host.send(message);

  /** Handlers of all commands of the viewer. */
  #commands(): CommandHandlers {
    const format = (label: string, as: ExportFormat) => ({ label, choose: () => this.#saveRecords(as) });
    return {
      ...this.#table.commands,
      export: () =>
        void this.#host.offer(t('Export charge records as'), [
          format(t('CSV (UTF-8 with BOM, for Excel)'), 'csv'),
          format(t('CSV (semicolons and decimal commas, for Excel)'), 'csvDecimalComma'),
          format(t('CSV (no BOM)'), 'csvWithoutMark'),
          format('JSON', 'json'),
          format('NDJSON', 'ndjson'),
          ...this.#analysis.images.map(({ label, make }) => ({
            label: `PNG (${label})`,
            choose: () => this.#host.send({ type: 'image', ...make() }),
          })),
        ]),
      reload: this.#reload,
      chooseRange: this.#chooseRange,
      nextMarked: () =>
        this.#table.grid.goToNext((row) => this.#table.markedField(row) ?? this.#analysis.anomalies.fieldOf(row)),
    };
  }

  /** Replaces the content of the page with this viewer. */
  attach(body: HTMLElement): void {
    body.replaceChildren();
    const Page = this.#page;
    render(<Page />, body);
    body.prepend(this.#loading.progress.element);
    body.append(
      fileDrop(t('Drop to show the charge records of the file'), (file) => this.#host.send({ type: 'drop', ...file })),
    );
    body.classList.toggle('several', this.#vehicles !== undefined);
    body.classList.toggle('compared', this.#comparison !== undefined);
    restoreFocus((before) => this.#takeFocus(before));
  }

  readonly #page = () => {
    const [load, formats, target] = [this.#load, this.#formats, this.#target];
    const [vehicles, comparison] = [this.#vehicles, this.#comparison];
    const { Panel } = this.#analysis;
    const { View, toolbar } = this.#table;
    return (
      <main>
        <Header {...{ load, formats, target, ranges: this.#ranges }} onReload={this.#reload} onCancel={this.#cancel} />
        <Notice load={load} send={this.#send} />
        <p class="file-note">{load.note}</p>
        <EmptyState
          {...{ load, language: formats.language, simulates: this.#simulates, send: this.#send }}
          ofDays={target.file === undefined}
          chooseRange={this.#chooseRange}
        />
        {vehicles && <VehiclesTable {...{ vehicles, formats }} />}
        {comparison && <ComparedFields comparison={comparison} />}
        <div class="bar">
          {comparison ? (
            <ComparedCharges comparison={comparison} />
          ) : (
            <TotalsLine
              {...{ totals: this.#analysis.totals, formats, usable: load.usable }}
              onNextMarked={() => this.#table.grid.goToNext((row) => this.#table.markedField(row))}
              onRecord={(row) => {
                this.#table.goTo(row);
                this.#openRecord(row);
              }}
            />
          )}
          <toolbar.Tools />
        </div>
        <Panel />
        <View />
      </main>
    );
  };

  /** A cell may show another record by now, and an element that is removed or hidden cannot be focused. */
  #takeFocus(before: HTMLElement): void {
    const { grid } = this.#table;
    if (!grid.element.contains(before)) before.focus({ preventScroll: true });
    if (document.activeElement === document.body) grid.takeFocus();
  }

  /** Call this when the theme or the size of the text has changed. */
  restyle(): void {
    this.#analysis.recolour();
    this.#table.grid.fit();
  }

  /** True if the page handled the key. */
  onKey(event: KeyboardEvent): boolean {
    return this.#table.onKey(event);
  }

  /** Call this from time to time, because the age of the records grows. */
  refreshAge(): void {
    this.#load.renewals.value += 1;
  }

  /**
   * Whether it has received this message before: the host sends some messages ahead, and again when the page is ready.
   */
  knows(message: ToPage): boolean {
    return this.#loading.knows(message);
  }

  receive(message: MessageOf<ViewerPayloads>): void {
    dispatch<ViewerPayloads>(this.#handlers, message);
  }

  /** Exports the records that pass the filters: those of the complete load, or else those that have arrived so far. */
  #saveRecords(format: ExportFormat): void {
    const { mask, store } = this.#view;
    this.#host.send({
      type: 'export',
      load: this.#loading.shownLoad,
      format,
      rows: mask && rowBits(store.withPartners(mask)),
    });
  }

  #openRecord(row: number): void {
    this.#host.send({ type: 'openRecord', load: this.#loading.shownLoad, row });
  }

  /** Says why nothing is requested while the service has asked to wait. */
  readonly #reload = () => {
    const { failed } = this.#load.failure.value ?? {};
    const until = failed && waitsUntil(failed);
    if (until === undefined) this.#host.send({ type: 'reload' });
    else {
      const left = timeLeft(until);
      this.#load.wait.value = t('Nothing was sent: the service accepts requests again in {0}.', left);
    }
  };

  readonly #cancel = () => this.#host.send({ type: 'cancel' });

  readonly #chooseRange = () => this.#ranges?.open();

  #follow({ energyUnit, timeZone }: PageMessage<'settings' | 'init'>): void {
    this.#formats.settings.value = { energyUnit, zone: readZone(timeZone) ?? 'local' };
    this.refreshAge();
  }

  /** Tells the host whether commands for marked records have something to do, when that changes. */
  #sendContext(): void {
    const marked = this.#loading.shown.totals.marked > 0 || (this.#analysis.anomalies.found.value?.records ?? 0) > 0;
    if (marked === this.#marked) return;
    this.#marked = marked;
    this.#host.send({ type: 'context', marked });
  }

  /** The vehicles and days of the records on screen: others that were requested might never arrive. */
  get #shownTarget(): ChargeRecordsTarget {
    const { startDate, endDate } = this.#loading.days ?? this.#target;
    return { ...this.#target, startDate, endDate };
  }

  #start(message: PageMessage<'start'>): void {
    const { startDate, endDate } = message;
    this.#target = { ...this.#target, startDate, endDate };
    this.#loading.start(message);
    this.#persistence.save();
  }
}

/**
 * A mask as base64 of its bits: bit `row % 8` of byte `row >> 3`. Messages to the host are JSON, in which this is
 * compact.
 */
function rowBits(mask: Uint8Array): string {
  const bytes = new Uint8Array(Math.ceil(mask.length / 8));
  mask.forEach((passes, row) => {
    if (passes) bytes[row >> 3] = (bytes[row >> 3] ?? 0) | (1 << (row & 7));
  });
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
