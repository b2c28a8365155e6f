import { NominalCapacities } from '../load/nominal-capacities.ts';
import type { PanelServices } from './panel-services.ts';
import type { ChargeRecordsTarget } from '../../../viewer/messages/target.ts';
import type { FailureText, ToPage } from '../../../viewer/messages/to-page.ts';
import { type LoadedPart, type Parts, RecordLoad } from '../load/record-load.ts';
import { sourcesOf } from '../../../viewer/messages/target-vehicles.ts';

/**
 * The loads of a viewer, one after another: what came whole stays while a later one is under way, fails or is cancelled.
 * Each is sent to the page as it goes on, and its messages are kept.
 */
export class PanelLoads {
  readonly #services: PanelServices;
  readonly #target: () => ChargeRecordsTarget;
  readonly #send: (message: ToPage) => void;
  readonly #nominals: NominalCapacities;
  /** Settles when nothing more is being cached: what is newer comes later. */
  #caching = Promise.resolve();
  #count = 0;
  /** The last one that went well. */
  #good: RecordLoad | undefined;
  /** The one before it, as long as the page may still show it. */
  #replaced: RecordLoad | undefined;
  /** A later one, under way or failed. */
  #latest: RecordLoad | undefined;
  /** There are records that are newer than the last load. */
  #outdated = false;

  /**
   * @param target whose records are wanted now, and of which days
   * @param send sends a message to the page
   */
  constructor(services: PanelServices, target: () => ChargeRecordsTarget, send: (message: ToPage) => void) {
    this.#services = services;
    this.#target = target;
    this.#send = send;
    const changed = (vehicle: number) => void this.#cachePart(this.#good, vehicle);
    this.#nominals = new NominalCapacities({ ask: services.nominal, target, send, changed });
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

  /** There are newer records than those that were asked for. */
  becomeOutdated(): void {
    this.#outdated = true;
    this.#send({ type: 'outdated' });
  }

  /** Whose records, and of which days, are complete on screen; undefined while there are none. */
  get shownTarget(): ChargeRecordsTarget | undefined {
    return this.#good?.target;
  }

  /** The records on screen, if they are all of them. */
  get whole(): RecordLoad | undefined {
    return this.#good?.complete ? this.#good : undefined;
  }

  /** What the last load was to bring, if it failed or was cancelled. */
  get failedTarget(): ChargeRecordsTarget | undefined {
    return this.#latest?.failed ? this.#latest.target : undefined;
  }

  /** The load whose records the page shows. */
  withId(id: number): RecordLoad | undefined {
    return [this.#good, this.#latest, this.#replaced].find((load) => load?.id === id);
  }

  /** VS Code has all of a load for the page: of the one that is current, nothing from before is shown any more. */
  shown(id: number): void {
    if (id === this.#good?.id) this.#replaced = undefined;
  }

  /** What came is of other days or of another account than what will come: it is no "earlier data" of that. */
  forget(): void {
    this.end();
    this.#good = undefined;
    this.#replaced = undefined;
    this.#latest = undefined;
  }

  /**
   * Asks the service; a load under way ends. Settles when the load has ended, and never rejects.
   *
   * @param there records that need not be asked for
   * @param useCache whether fresh records of the cache will do
   */
  async load({ there, useCache }: { there?: Parts | undefined; useCache?: boolean } = {}): Promise<void> {
    this.end();
    this.#outdated = false;
    this.#count += 1;
    const load = new RecordLoad(this.#count, this.#target(), this.#services, this.#send);
    this.#latest = load;
    if (!useCache) this.#nominals.ask();
    const good = await load.run(there, useCache);
    for (const [vehicle, source] of sourcesOf(load.target).entries()) {
      this.#nominals.restore(source, load.parts.get(vehicle)?.nominal);
    }
    this.#nominals.ask();
    if (!good) return;
    this.#replaced = this.#good;
    this.#good = load;
    this.#latest = undefined;
    await this.#cache(load);
  }

  /** Asks for what is missing, if the last load of these days failed or lacks a vehicle. */
  async complete(): Promise<void> {
    if (this.failedTarget === this.#target()) await this.load();
    else if (this.#good?.partial && this.shownTarget === this.#target()) await this.load({ there: this.#good.parts });
  }

  /** Asks again, for one vehicle beside what is there of the others, or for all; for their capacities, too. */
  async reload(vehicle: number | undefined): Promise<void> {
    this.#nominals.askAgain(vehicle);
    const there = vehicle === undefined ? undefined : this.#partsThere();
    if (vehicle !== undefined) there?.delete(vehicle);
    await this.load({ there });
  }

  /**
   * Does what helps against the failure on screen, that of a vehicle or of all; then asks again. What a later load that was
   * cancelled or failed says nothing of stays on screen from the one before.
   */
  async remedy(vehicle: number | undefined): Promise<void> {
    const failed = this.#latest?.failure(vehicle) ?? this.#good?.failure(vehicle);
    if (!failed || !(await this.#services.remedy(failed.source, failed.error))) return;
    await this.load({ there: this.#good?.partial ? this.#partsThere() : undefined });
  }

  /** Somebody else has learned the capacity of the vehicle with this id. */
  followNominal(vehicleId: string): void {
    this.#nominals.follow(vehicleId);
  }

  /** Ends the load under way and says so; what came before it stays. False if none was under way. */
  cancel(): boolean {
    const { cancelled: message, cancelledNext: nextStep } = this.#services.strings;
    const failure: FailureText = { message, nextStep, remedy: 'retry', cancelled: true };
    return this.#latest?.cancel(failure) ?? false;
  }

  /** Ends the load under way; nothing more is sent of it. */
  end(): void {
    this.#latest?.end();
  }

  /** What is there of these very vehicles and days. */
  #partsThere(): Map<number, LoadedPart> {
    return new Map(this.#good?.target === this.#target() ? this.#good.parts : []);
  }

  /** What came from the service is there again after a reload of the window, with what the battery holds. */
  async #cache(load: RecordLoad): Promise<void> {
    for (const [vehicle, { cached }] of load.parts) if (!cached) await this.#cachePart(load, vehicle);
  }

  #cachePart(load: RecordLoad | undefined, vehicle: number): Promise<void> {
    const source = load && sourcesOf(load.target)[vehicle];
    const part = load?.parts.get(vehicle);
    if (!source || !part) return Promise.resolve();
    const { startDate, endDate } = load.target;
    this.#caching = this.#caching.then(async () => {
      const nominal = await this.#nominals.of(source);
      await this.#services.cache?.put({ ...source, startDate, endDate }, { ...part, nominal });
    });
    return this.#caching;
  }
}
