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

/** Which records are on screen and which are arriving: earlier ones stay until newer ones are complete. */
export class LoadBuffer {
  readonly #names: readonly string[] | undefined;
  readonly #zone: () => Zone;
  /** Records that have come of each of several vehicles. */
  readonly #ofVehicles = new Map<number, number>();
  /** What is on screen, … */
  shown: Records;
  /** … and how its load ended; undefined while nothing is complete. */
  done: PageMessage<'done'> | undefined;
  /** The same as what is on screen, if nothing earlier is to be kept. */
  arriving: Records;
  /** Number of the load that is under way or was the last; −1 before the first. */
  load = -1;

  /** @param names of the vehicles; undefined where there is only one */
  constructor(names: readonly string[] | undefined, zone: () => Zone) {
    this.#names = names;
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

  /** @returns how many records of the vehicle have come with these; of all, where there is only one vehicle */
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
    this.arriving.store.trim();
    this.arriving.totals.topLevelFields = done.topLevelFields ?? [];
    this.shown = this.arriving;
    this.done = done;
  }

  #records(): Records {
    return { store: new ColumnStore(this.#names), totals: new Totals(this.#zone()) };
  }
}
