import type { ChargeRecordsTarget, RecordsSource } from '../../../viewer/messages/target.ts';
import { sourcesOf } from '../../../viewer/messages/target-vehicles.ts';
import type { ToPage } from '../../../viewer/messages/to-page.ts';
import type { RecordsService } from './records-service.ts';

interface Answer {
  readonly nominal: number | null;
  /** The number of the question that it answers, counted from 1. */
  readonly question: number;
}

function keyOf({ sessionId, vehicle }: RecordsSource): string {
  return JSON.stringify([sessionId, vehicle.id]);
}

function capacityOf(vehicle: number, nominal: number | null): ToPage {
  return { type: 'capacity', ...(vehicle > 0 && { vehicle }), ...(nominal !== null && { nominal }) };
}

/**
 * The nominal capacities of a viewer's vehicles, as the service last reported them: an owner may select a different
 * one. A known value stays until there is a newer one. Loading records does not wait for capacities.
 */
export class NominalCapacities {
  readonly #service: RecordsService;
  readonly #target: () => ChargeRecordsTarget;
  readonly #send: (message: ToPage) => void;
  readonly #answers = new Map<string, Answer>();
  /** The last question about each vehicle, while it is open. */
  readonly #open = new Map<string, Promise<void>>();
  #questions = 0;

  /**
   * @param target the vehicles that are wanted now; the page refers to them by their index here
   * @param send sends a message to the page
   */
  constructor(service: RecordsService, target: () => ChargeRecordsTarget, send: (message: ToPage) => void) {
    this.#service = service;
    this.#target = target;
    this.#send = send;
  }

  /** Every message that a new page needs. */
  get messages(): readonly ToPage[] {
    return this.#sources.flatMap((source, vehicle) => {
      const nominal = this.#answers.get(keyOf(source))?.nominal ?? null;
      return nominal === null ? [] : [capacityOf(vehicle, nominal)];
    });
  }

  /** Asks for capacities that are not known. */
  ask(): void {
    for (const source of this.#sources) {
      const key = keyOf(source);
      if (!this.#answers.has(key) && !this.#open.has(key)) this.#ask(source, false);
    }
  }

  /**
   * Asks the service again, even for known capacities.
   *
   * @param vehicle the number of one vehicle; undefined: all
   */
  askAgain(vehicle: number | undefined): void {
    for (const [number, source] of this.#sources.entries()) {
      if (vehicle === undefined || number === vehicle) this.#ask(source, true);
    }
  }

  /** Another part of the extension has learned the nominal capacity of the vehicle with this ID. */
  follow(vehicleId: string): void {
    for (const source of this.#sources) if (source.vehicle.id === vehicleId) this.#ask(source, false);
  }

  /** No capacity of a file is known, and a comparison shows none. */
  get #sources(): readonly RecordsSource[] {
    const target = this.#target();
    return target.file !== undefined || target.compares ? [] : sourcesOf(target);
  }

  #ask(source: RecordsSource, again: boolean): void {
    const key = keyOf(source);
    this.#questions += 1;
    const question = this.#questions;
    const open = this.#service
      .nominal(source, again)
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
    // To a page, a capacity is unknown until it receives one.
    if ((before?.nominal ?? null) === answer.nominal) return;
    // A vehicle is there twice if its versions are compared.
    for (const [vehicle, each] of this.#sources.entries()) {
      if (keyOf(each) === key) this.#send(capacityOf(vehicle, answer.nominal));
    }
  }
}
