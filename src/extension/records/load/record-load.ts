import { now } from '../../../common/clock.ts';
import { log } from '../../../common/logger.ts';
import { t } from '../../../common/translate.ts';
import { fieldLines, movesText, unreadTexts, verdictSentence } from '../../../service/comparison/field-lines.ts';
import type { ColumnBatch } from '../../../service/records/columns.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import { readColumns } from '../../../service/records/record-stream.ts';
import type { ChargeRecordsResponse } from '../../../service/model/vehicle-data.ts';
import type { VersionComparison } from '../../../service/comparison/compare-versions.ts';
import type { VersionReading } from '../../../service/comparison/read-version.ts';
import type { ComparedRows } from '../../../viewer/messages/compared-rows.ts';
import { BatchMerger } from './batch-merger.ts';
import { compareLoad } from './compare-load.ts';
import type { RecordsService } from './records-service.ts';
import type { ChargeRecordsTarget, RecordsSource } from '../../../viewer/messages/target.ts';
import type { FailureText, ToPage } from '../../../viewer/messages/to-page.ts';
import { sourcesOf } from '../../../viewer/messages/target-vehicles.ts';
import type { LoadedBatch } from '../../../service/records/record-rows.ts';

/** The complete records of one vehicle. Times are milliseconds since 1970. */
export interface LoadedPart {
  /** As received, before they were merged with those of other vehicles. */
  readonly batches: readonly ColumnBatch[];
  readonly receivedAt: number;
  readonly fetchedAt?: number | undefined;
  /** Names of unknown fields next to the list of records. */
  readonly topLevelFields?: readonly string[] | undefined;
}

/** Records that are already loaded, by the number of their vehicle. */
export type Parts = ReadonlyMap<number, LoadedPart>;

/**
 * Milliseconds since 1970 of an ISO 8601 time in a header; undefined for anything else. `Date.parse` alone accepts
 * almost any text.
 */
function timeOf(text = ''): number | undefined {
  const time = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** What went wrong, what to do now and what the button does, as the page shows them. */
function failureText(error: unknown, requestId: string | undefined): FailureText {
  if (!(error instanceof ServiceError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { message, nextStep: t('Try again. See the log for details.'), requestId, remedy: 'retry' };
  }
  const { message, nextStep, retryAt, isEmpty } = error;
  const remedy = error.remedy === 'none' ? undefined : error.remedy;
  const id = error.requestId ?? requestId;
  const calm = isEmpty && { isCalm: true };
  return { message, nextStep, requestId: id, remedy, ...(retryAt !== undefined && { retryAt }), ...calm };
}

/**
 * Loads the records of a target's vehicles, with one request for each; a failure of one does not affect the others. Its
 * messages are kept after they are sent, because the page loses everything when it is moved to another window.
 */
export class RecordLoad {
  readonly id: number;
  readonly target: ChargeRecordsTarget;
  readonly messages: ToPage[] = [];
  readonly parts = new Map<number, LoadedPart>();
  /** The records as exports write them. */
  readonly written: LoadedBatch[] = [];
  /** How the records of the first source compare with those of the others, if that is wanted and all are there. */
  compared: ComparedRows | undefined;
  /** What two versions say about the vehicle, if these are compared. */
  versions: VersionComparison | undefined;
  readonly #service: RecordsService;
  readonly #send: (message: ToPage) => void;
  readonly #abort = new AbortController();
  readonly #failures = new Map<number, FailureText>();
  readonly #errors = new Map<number, ServiceError>();
  /** About a file: the same for each of its vehicles. */
  #ofFile: Pick<ChargeRecordsResponse, 'note'> = {};
  readonly #merger: BatchMerger | undefined;
  #rows = 0;
  #state: 'running' | 'done' | 'failed' = 'running';

  /** @param send sends a message to the page */
  constructor(id: number, target: ChargeRecordsTarget, service: RecordsService, send: (message: ToPage) => void) {
    this.id = id;
    this.target = target;
    this.#service = service;
    this.#send = send;
    this.#merger = target.others?.length ? new BatchMerger() : undefined;
  }

  /** True until everything has arrived, or the load failed or was cancelled. */
  get running(): boolean {
    return this.#state === 'running';
  }

  get failed(): boolean {
    return this.#state === 'failed';
  }

  /** True if all records of all vehicles have arrived. */
  get complete(): boolean {
    return this.#state === 'done' && !this.partial;
  }

  /** True if the records of at least one vehicle could not be read. */
  get partial(): boolean {
    return this.#failures.size > 0;
  }

  /** Why the records of a vehicle are missing; by default, of the first vehicle that failed. */
  failure(vehicle = [...this.#failures.keys()][0]): { source: RecordsSource; error: ServiceError } | undefined {
    if (vehicle === undefined) return undefined;
    const source = sourcesOf(this.target)[vehicle];
    const error = this.#errors.get(vehicle);
    return source && error && { source, error };
  }

  /** Ends the load; nothing more is sent. */
  end(): void {
    this.#abort.abort();
  }

  /** Ends a running load and reports that. False if it was not running. */
  cancel(failure: FailureText): boolean {
    if (this.#state !== 'running' || this.#abort.signal.aborted) return false;
    this.end();
    this.#fail(failure);
    return true;
  }

  /**
   * Settles when the load has ended; never rejects. True if there are records to show.
   *
   * @param there what need not be requested
   */
  async run(there: Parts = new Map()): Promise<boolean> {
    const { startDate, endDate } = this.target;
    const { signal } = this.#abort;
    this.#emit({ type: 'start', load: this.id, startDate, endDate });
    const sources = sourcesOf(this.target);
    const readings = this.#readVersions(sources);
    await Promise.all(
      sources.map(async (source, vehicle) => {
        const { batches, failure } = await this.#part(source, vehicle, there.get(vehicle));
        if (signal.aborted) return;
        if (failure) this.#failures.set(vehicle, failure);
        const rows = batches.reduce((sum, batch) => sum + batch.rows, 0);
        if (sources.length > 1) this.#emit({ type: 'part', load: this.id, vehicle, rows, failure });
      }),
    );
    if (this.target.compares) this.#compare(await readings);
    if (signal.aborted) return false;
    const [first] = this.#failures.values();
    if (first && this.parts.size === 0) {
      this.#fail(first);
      return false;
    }
    this.#state = 'done';
    this.#emit({
      type: 'done',
      load: this.id,
      rows: this.#rows,
      ...this.#times(),
      ...this.#topLevelFields,
      ...this.#ofFile,
      ...(this.compared && { compared: this.compared }),
    });
    return true;
  }

  /** What both versions say about the vehicle, if these are compared. */
  async #readVersions(sources: readonly RecordsSource[]): Promise<readonly VersionReading[] | undefined> {
    const versions = new Set(sources.flatMap(({ version }) => version ?? []));
    if (!this.target.compares || versions.size < 2) return undefined;
    const { signal } = this.#abort;
    return Promise.all(sources.map((source) => this.#service.readFields(source, signal))).catch(() => undefined);
  }

  #compare(readings: readonly VersionReading[] | undefined): void {
    if (this.#abort.signal.aborted) return;
    const batches = this.messages.filter((message) => message.type === 'batch');
    const { compared, versions } = compareLoad(
      batches,
      readings?.map((reading, vehicle) => ({ ...reading, records: { failure: this.#failures.get(vehicle) } })),
    );
    if (!this.partial) this.compared = compared;
    this.versions = versions;
    if (!versions) return;
    const { id: load } = this;
    const [verdict, moves] = [verdictSentence(versions), movesText(versions)];
    const [lines, failures] = [fieldLines(versions), unreadTexts(versions)];
    this.#emit({ type: 'fields', load, verdict, moves, lines, failures });
  }

  async #part(
    source: RecordsSource,
    vehicle: number,
    there: LoadedPart | undefined,
  ): Promise<{ batches: readonly ColumnBatch[]; failure?: FailureText }> {
    const { others: _others, compares: _compares, file: _file, ...range } = this.target;
    if (!there) return this.#ask({ ...range, ...source }, vehicle);
    for (const batch of there.batches) this.#add(vehicle, batch);
    this.parts.set(vehicle, there);
    return there;
  }

  async #ask(
    one: ChargeRecordsTarget,
    vehicle: number,
  ): Promise<{ batches: readonly ColumnBatch[]; failure?: FailureText }> {
    const { signal } = this.#abort;
    const batches: ColumnBatch[] = [];
    const topLevelFields: string[] = [];
    let answer: ChargeRecordsResponse | undefined;
    try {
      answer = await this.#service.load(one, signal);
      if (answer.note !== undefined) this.#ofFile = { note: answer.note };
      const onTopLevelFields = (names: readonly string[]) => void topLevelFields.push(...names);
      for await (const batch of readColumns(answer.body, onTopLevelFields, answer.reading)) {
        if (signal.aborted) return { batches };
        batches.push(batch);
        this.#add(vehicle, batch);
      }
      const part = { batches, receivedAt: now(), fetchedAt: timeOf(answer.fetchedAt), topLevelFields };
      this.parts.set(vehicle, part);
      return part;
    } catch (error) {
      const failure = failureText(error, answer?.requestId);
      if (error instanceof ServiceError) this.#errors.set(vehicle, error);
      if (!signal.aborted) log.error(`Charge records: ${failure.message}`);
      return { batches, failure };
    }
  }

  #add(vehicle: number, own: ColumnBatch): void {
    const batch = this.#merger?.add(vehicle, own) ?? own;
    this.#rows += batch.rows;
    this.written.push({ batch, ...(this.#merger && { source: sourcesOf(this.target)[vehicle] }) });
    this.#emit({ type: 'batch', load: this.id, ...(this.#merger && { vehicle }), batch });
  }

  /** The unknown top-level fields of all responses; absent if there are none. */
  get #topLevelFields(): { topLevelFields?: readonly string[] } {
    const names = new Set([...this.parts.values()].flatMap(({ topLevelFields = [] }) => topLevelFields));
    return names.size > 0 ? { topLevelFields: [...names] } : {};
  }

  #times(): { receivedAt: number; fetchedAt?: number | undefined } {
    const parts = [...this.parts.values()];
    const fetched = parts.flatMap(({ fetchedAt }) => (fetchedAt === undefined ? [] : [fetchedAt]));
    return {
      receivedAt: Math.min(...parts.map(({ receivedAt }) => receivedAt)),
      fetchedAt: fetched.length > 0 ? Math.min(...fetched) : undefined,
    };
  }

  #fail(failure: FailureText): void {
    this.#state = 'failed';
    this.#emit({ type: 'failed', load: this.id, ...failure, ...this.#ofFile });
  }

  #emit(message: ToPage): void {
    this.messages.push(message);
    this.#send(message);
  }
}
