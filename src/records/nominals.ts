import type { ChargeRecordsTarget, RecordsSource, ToWebview } from './protocol.ts';
import { sourcesOf } from './sources.ts';

/** A battery's nominal capacity in the unit of the energies; null: it is undetermined; undefined: that can't be told. */
export type Nominal = number | null | undefined;

export interface NominalsParts {
  /** Absent: none can be known. */
  readonly ask: ((source: RecordsSource) => Promise<Nominal>) | undefined;
  /** Whose records are wanted now; the page knows its vehicles by their numbers there. */
  readonly target: () => ChargeRecordsTarget;
  /** What the page is to hear. */
  readonly tell: (message: ToWebview) => void;
}

function keyOf({ sessionId, vehicle }: RecordsSource): string {
  return JSON.stringify([sessionId, vehicle.id]);
}

function capacityOf(vehicle: number, nominal: number): ToWebview {
  return { type: 'capacity', ...(vehicle > 0 && { vehicle }), nominal };
}

/** The nominal capacities of a viewer's vehicles. The records don't wait for them. */
export class Nominals {
  readonly #parts: NominalsParts;
  /** Those that are known or being asked for. */
  readonly #asked = new Map<string, Promise<Nominal>>();
  readonly #known = new Map<string, number>();
  /** Vehicles of which it is known that their capacity is not. */
  readonly #undetermined = new Set<string>();

  constructor(parts: NominalsParts) {
    this.#parts = parts;
  }

  /** What a page is to hear that has heard nothing. */
  get told(): readonly ToWebview[] {
    return sourcesOf(this.#parts.target()).flatMap((source, vehicle) => {
      const nominal = this.#known.get(keyOf(source));
      return nominal === undefined ? [] : [capacityOf(vehicle, nominal)];
    });
  }

  /** Once it has been asked for. */
  of(source: RecordsSource): Promise<Nominal> {
    return this.#asked.get(keyOf(source)) ?? Promise.resolve(undefined);
  }

  /** Takes what is known from elsewhere. */
  learn(source: RecordsSource, nominal: Nominal): void {
    if (nominal === undefined) return;
    const key = keyOf(source);
    this.#asked.set(key, Promise.resolve(nominal));
    if (nominal === null) {
      this.#undetermined.add(key);
      return;
    }
    this.#known.set(key, nominal);
    const vehicle = sourcesOf(this.#parts.target()).findIndex((each) => keyOf(each) === key);
    if (vehicle >= 0) this.#parts.tell(capacityOf(vehicle, nominal));
  }

  /** What was undetermined may no longer be: it is asked for again. */
  doubt(): void {
    for (const key of this.#undetermined) this.#asked.delete(key);
    this.#undetermined.clear();
  }

  /** Asks for what is not known. */
  ask(): void {
    for (const source of sourcesOf(this.#parts.target())) {
      const key = keyOf(source);
      if (this.#asked.has(key)) continue;
      const asked = this.#parts.ask?.(source).catch(() => undefined) ?? Promise.resolve(undefined);
      this.#asked.set(key, asked);
      void asked.then((nominal) => {
        if (nominal === undefined) this.#asked.delete(key);
        else this.learn(source, nominal);
      });
    }
  }
}
