import type { PageMessage } from '../messages/to-page.ts';
import type { ColumnBatch } from '../../service/records/columns.ts';
import { ColumnStore } from '../data/column-store.ts';
import { Totals } from '../results/totals.ts';
import type { Zone } from '../formats/zone.ts';

/** The records of one load. */
export interface Records {
  readonly store: ColumnStore;
  readonly totals: Totals;
}

/** The records on screen and those that are arriving: earlier records stay until newer ones are complete. */
export class LoadBuffer {
  readonly #names: readonly string[] | undefined;
  readonly #differences: readonly string[] | undefined;
  readonly #zone: () => Zone;
  /** Number of records that have arrived for each of several vehicles. */
  readonly #ofVehicles = new Map<number, number>();
  /** The records on screen, … */
  shown: Records;
  /** … and how their load ended; undefined until a load is complete. */
  done: PageMessage<'done'> | undefined;
  /** The same as `shown` if there are no earlier records to keep. */
  arriving: Records;
  /** Number of the current or last load; −1 before the first. */
  load = -1;

  /**
   * @param names names of the vehicles; undefined if there is only one
   * @param differences names of how records compare; undefined if they are not compared
   */
  constructor(
    names: readonly string[] | undefined,
    zone: () => Zone,
    differences: readonly string[] | undefined = undefined,
  ) {
    this.#names = names;
    this.#differences = differences;
    this.#zone = zone;
    this.shown = this.#records();
    this.arriving = this.shown;
  }

  start(load: number): void {
    this.load = load;
    this.#ofVehicles.clear();
    this.arriving = this.#records();
    if (!this.done) this.shown = this.arriving;
  }

  /**
   * @returns number of records that have arrived for the vehicle, including these; of all records, if there is only one
   *   vehicle
   */
  add(batch: ColumnBatch, vehicle: number | undefined): number {
    const { store, totals } = this.arriving;
    store.append(batch, vehicle);
    totals.add(store, batch.unknownFields);
    if (vehicle === undefined) return store.rows;
    const soFar = (this.#ofVehicles.get(vehicle) ?? 0) + batch.rows;
    this.#ofVehicles.set(vehicle, soFar);
    return soFar;
  }

  finish(done: PageMessage<'done'>): void {
    if (done.compared) this.arriving.store.compare(done.compared);
    this.arriving.store.trim();
    this.arriving.totals.topLevelFields = done.topLevelFields ?? [];
    this.shown = this.arriving;
    this.done = done;
  }

  #records(): Records {
    return { store: new ColumnStore(this.#names, this.#differences), totals: new Totals(this.#zone()) };
  }
}
