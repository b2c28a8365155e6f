import type { ChargeRecordsTarget, RecordsSource } from '../../../viewer/messages/target.ts';
import type { ToPage } from '../../../viewer/messages/to-page.ts';
import { sourcesOf } from '../../../viewer/messages/target-vehicles.ts';

/** A battery's nominal capacity in the unit of the energies; null: it is undetermined; undefined: that can't be told. */
export type Nominal = number | null | undefined;

/** @param again whether the service is to be asked although an answer of it is known */
export type AskNominal = (source: RecordsSource, again: boolean) => Promise<Nominal>;

export interface NominalCapacitiesParts {
  /** Absent: none can be known. */
  readonly ask: AskNominal | undefined;
  /** Whose records are wanted now; the page knows its vehicles by their numbers there. */
  readonly target: () => ChargeRecordsTarget;
  /** Sends a message to the page. */
  readonly send: (message: ToPage) => void;
  /** Another capacity than before is known of a vehicle, by its number. */
  readonly changed: (vehicle: number) => void;
}

interface Answer {
  readonly nominal: number | null;
  /** Which question it answers, counted from 1 on; 0: it was cached. */
  readonly question: number;
}

function keyOf({ sessionId, vehicle }: RecordsSource): string {
  return JSON.stringify([sessionId, vehicle.id]);
}

function capacityOf(vehicle: number, nominal: number | null): ToPage {
  return { type: 'capacity', ...(vehicle > 0 && { vehicle }), ...(nominal !== null && { nominal }) };
}

/**
 * The nominal capacities of a viewer's vehicles, as the service said last: an owner may choose another one. What is known
 * stays until there is something newer. The records don't wait for them.
 */
export class NominalCapacities {
  readonly #parts: NominalCapacitiesParts;
  readonly #answers = new Map<string, Answer>();
  /** The last question about each, while it is open. */
  readonly #open = new Map<string, Promise<void>>();
  #questions = 0;

  constructor(parts: NominalCapacitiesParts) {
    this.#parts = parts;
  }

  /** All that a new page has to receive. */
  get messages(): readonly ToPage[] {
    return this.#sources.flatMap((source, vehicle) => {
      const nominal = this.#answers.get(keyOf(source))?.nominal ?? null;
      return nominal === null ? [] : [capacityOf(vehicle, nominal)];
    });
  }

  /** What is known once an open question is answered. */
  async of(source: RecordsSource): Promise<Nominal> {
    await this.#open.get(keyOf(source));
    return this.#answers.get(keyOf(source))?.nominal;
  }

  /** Takes what was cached, where nothing newer is known. */
  restore(source: RecordsSource, nominal: Nominal): void {
    if (nominal !== undefined) this.#take(source, { nominal, question: 0 });
  }

  /** Asks for what is not known. */
  ask(): void {
    for (const source of this.#sources) {
      const key = keyOf(source);
      if (!this.#answers.has(key) && !this.#open.has(key)) this.#ask(source, false);
    }
  }

  /**
   * Has the service asked again, also for what is known.
   *
   * @param vehicle the number of one vehicle; undefined: all
   */
  askAgain(vehicle: number | undefined): void {
    for (const [number, source] of this.#sources.entries()) {
      if (vehicle === undefined || number === vehicle) this.#ask(source, true);
    }
  }

  /** Somebody else has learned the capacity of the vehicle with this id. */
  follow(vehicleId: string): void {
    for (const source of this.#sources) if (source.vehicle.id === vehicleId) this.#ask(source, false);
  }

  get #sources(): readonly RecordsSource[] {
    return sourcesOf(this.#parts.target());
  }

  #ask(source: RecordsSource, again: boolean): void {
    const { ask } = this.#parts;
    if (!ask) return;
    const key = keyOf(source);
    this.#questions += 1;
    const question = this.#questions;
    const open = ask(source, again)
      .catch(() => undefined)
      .then((nominal) => {
        if (this.#open.get(key) === open) this.#open.delete(key);
        if (nominal !== undefined) this.#take(source, { nominal, question });
      });
    this.#open.set(key, open);
  }

  #take(source: RecordsSource, answer: Answer): void {
    const key = keyOf(source);
    const before = this.#answers.get(key);
    if (before && before.question >= answer.question) return;
    this.#answers.set(key, answer);
    const vehicle = this.#sources.findIndex((each) => keyOf(each) === key);
    // For a page, a capacity is unknown until it receives one.
    if (vehicle < 0 || (before?.nominal ?? null) === answer.nominal) return;
    this.#parts.send(capacityOf(vehicle, answer.nominal));
    if (before) this.#parts.changed(vehicle);
  }
}
