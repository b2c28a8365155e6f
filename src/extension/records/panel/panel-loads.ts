import { t } from '../../../common/translate.ts';
import { NominalCapacities } from '../load/nominal-capacities.ts';
import type { RecordsService } from '../load/records-service.ts';
import type { ChargeRecordsTarget } from '../../../viewer/messages/target.ts';
import type { FailureText, ToPage } from '../../../viewer/messages/to-page.ts';
import { type LoadedPart, type Parts, RecordLoad } from '../load/record-load.ts';

/**
 * The successive loads of a viewer. The records of a successful load stay while a later one is running, fails or is
 * cancelled. Each load is sent to the page as it progresses, and its messages are kept.
 */
export class PanelLoads {
  readonly #service: RecordsService;
  readonly #target: () => ChargeRecordsTarget;
  readonly #send: (message: ToPage) => void;
  readonly #nominals: NominalCapacities;
  #count = 0;
  /** The last load that succeeded. */
  #good: RecordLoad | undefined;
  /** The successful load before it, as long as the page may still show it. */
  #replaced: RecordLoad | undefined;
  /** A later load that is running or has failed. */
  #latest: RecordLoad | undefined;
  /** True if there are records newer than the last load. */
  #outdated = false;

  /**
   * @param target the vehicles and days that are wanted now
   * @param send sends a message to the page
   */
  constructor(service: RecordsService, target: () => ChargeRecordsTarget, send: (message: ToPage) => void) {
    this.#service = service;
    this.#target = target;
    this.#send = send;
    this.#nominals = new NominalCapacities(service, target, send);
  }

  /** All messages, for a new page. */
  get messages(): readonly ToPage[] {
    return [
      ...this.#nominals.messages,
      ...(this.#good?.messages ?? []),
      ...(this.#latest?.messages ?? []),
      ...(this.#outdated ? [{ type: 'outdated' } as const] : []),
    ];
  }

  /** Newer records exist than those that were loaded. */
  becomeOutdated(): void {
    this.#outdated = true;
    this.#send({ type: 'outdated' });
  }

  /** The vehicles and days of the last successful load; undefined if there is none. */
  get shownTarget(): ChargeRecordsTarget | undefined {
    return this.#good?.target;
  }

  /** The records on screen, if they are complete. */
  get whole(): RecordLoad | undefined {
    return this.#good?.complete ? this.#good : undefined;
  }

  /** The load that compares versions, if there is one. */
  get versions(): RecordLoad | undefined {
    return [this.#latest, this.#good].find((load) => load?.versions);
  }

  /** What the last load was meant to fetch, if it failed or was cancelled. */
  get failedTarget(): ChargeRecordsTarget | undefined {
    return this.#latest?.failed ? this.#latest.target : undefined;
  }

  /** The load whose records the page shows. */
  withId(id: number): RecordLoad | undefined {
    return [this.#good, this.#latest, this.#replaced].find((load) => load?.id === id);
  }

  /**
   * VS Code has delivered all messages of a load to the page. If it is the current load, earlier records are no longer
   * shown.
   */
  shown(id: number): void {
    if (id === this.#good?.id) this.#replaced = undefined;
  }

  /**
   * Drops all loads: their records belong to other days or another account, so they are not "earlier data" of the next
   * load.
   */
  forget(): void {
    this.end();
    this.#good = undefined;
    this.#replaced = undefined;
    this.#latest = undefined;
  }

  /**
   * Requests the records from the service; ends a running load. Settles when the load has ended, and never rejects.
   *
   * @param there records that need not be requested
   */
  async load(there?: Parts): Promise<void> {
    this.end();
    this.#outdated = false;
    this.#count += 1;
    const load = new RecordLoad(this.#count, this.#target(), this.#service, this.#send);
    this.#latest = load;
    this.#nominals.ask();
    const good = await load.run(there);
    this.#nominals.ask();
    if (!good) return;
    this.#replaced = this.#good;
    this.#good = load;
    this.#latest = undefined;
  }

  /** Requests what is missing, if the last load of these days failed or lacks a vehicle. */
  async complete(): Promise<void> {
    if (this.failedTarget === this.#target()) await this.load();
    else if (this.#good?.partial && this.shownTarget === this.#target()) await this.load(this.#good.parts);
  }

  /** Requests records and nominal capacities again: of one vehicle, keeping the records of the others, or of all. */
  async reload(vehicle: number | undefined): Promise<void> {
    this.#nominals.askAgain(vehicle);
    const there = vehicle === undefined ? undefined : this.#partsThere();
    if (vehicle !== undefined) there?.delete(vehicle);
    await this.load(there);
  }

  /**
   * Applies the remedy for the failure on screen, of one vehicle or of all, then loads again. Failures of the previous
   * load stay on screen unless a later load, cancelled or failed, replaces them.
   */
  async remedy(vehicle: number | undefined): Promise<void> {
    const failed = this.#latest?.failure(vehicle) ?? this.#good?.failure(vehicle);
    if (!failed || !(await this.#service.remedy(failed.source, failed.error))) return;
    await this.load(this.#good?.partial ? this.#partsThere() : undefined);
  }

  /** Another part of the extension has learned the nominal capacity of the vehicle with this ID. */
  followNominal(vehicleId: string): void {
    this.#nominals.follow(vehicleId);
  }

  /** Cancels the running load and shows that; earlier records stay. False if none was running. */
  cancel(): boolean {
    const [message, nextStep] = [t('Loading was canceled.'), t('Try again, or select another date range.')];
    const failure: FailureText = { message, nextStep, remedy: 'retry', isCalm: true };
    return this.#latest?.cancel(failure) ?? false;
  }

  /** Ends the running load; nothing more is sent of it. */
  end(): void {
    this.#latest?.end();
  }

  /** The parts that are already loaded for exactly these vehicles and days. */
  #partsThere(): Map<number, LoadedPart> {
    return new Map(this.#good?.target === this.#target() ? this.#good.parts : []);
  }
}
