import type { Formats } from '../formats/formats.ts';
import type { Zone } from '../formats/zone.ts';

export interface TableZoneEvents {
  /** A zone holds; it may be the one that held before. */
  readonly onShow: (zone: Zone) => void;
  /** The user has chosen one. */
  readonly onChosen: () => void;
  /** The user wants to choose one of all there are. */
  readonly onAsk: (now: Zone) => void;
}

/** By which clock times are written: the one that is set, until the user has chosen one for this table. */
export class TableZone {
  readonly #formats: Formats;
  readonly #events: TableZoneEvents;
  #chosen: Zone | undefined;

  constructor(formats: Formats, events: TableZoneEvents) {
    this.#formats = formats;
    this.#events = events;
  }

  /** undefined: not chosen here. */
  get chosen(): Zone | undefined {
    return this.#chosen;
  }

  restore(chosen: Zone | undefined): void {
    this.#chosen = chosen;
    this.#show(chosen ?? this.#formats.zone);
  }

  /** @param set how times are written as long as the user has not chosen otherwise here */
  follow(set: Zone): void {
    this.#show(this.#chosen ?? set);
  }

  choose(zone: Zone): void {
    this.#chosen = zone;
    this.#show(zone);
    this.#events.onChosen();
  }

  ask(): void {
    this.#events.onAsk(this.#formats.zone);
  }

  #show(zone: Zone): void {
    this.#formats.zone = zone;
    this.#events.onShow(zone);
  }
}
