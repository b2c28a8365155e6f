import type { ChargeRecordsTarget, RecordsSource, ToWebview } from './protocol.ts';
import { sourcesOf } from './sources.ts';

/** A battery's nominal capacity in the unit of the energies; null: it is undetermined; undefined: that can't be told. */
export type Nominal = number | null | undefined;

/** The nominal capacities of a viewer's vehicles. The records don't wait for them. */
export class Nominals {
  readonly #ask: ((source: RecordsSource) => Promise<Nominal>) | undefined;
  readonly #tell: (message: ToWebview) => void;
  /** Those that are known or being asked for, by the vehicle's number. */
  readonly #known = new Map<number, Promise<Nominal>>();
  /** Vehicles of which it is known that their capacity is not. */
  readonly #undetermined = new Set<number>();
  readonly #told: ToWebview[] = [];

  /**
   * @param ask absent: none can be known
   * @param tell what the page is to hear
   */
  constructor(ask: ((source: RecordsSource) => Promise<Nominal>) | undefined, tell: (message: ToWebview) => void) {
    this.#ask = ask;
    this.#tell = tell;
  }

  /** What the page was told. */
  get told(): readonly ToWebview[] {
    return Object.values(this.#told);
  }

  /** By the vehicle's number, once it has been asked for. */
  of(vehicle: number): Promise<Nominal> {
    return this.#known.get(vehicle) ?? Promise.resolve(undefined);
  }

  /** Takes what is known from elsewhere. */
  learn(vehicle: number, nominal: Nominal): void {
    if (nominal === undefined) return;
    this.#known.set(vehicle, Promise.resolve(nominal));
    if (nominal === null) this.#undetermined.add(vehicle);
    else this.#say(vehicle, nominal);
  }

  /** What was undetermined may no longer be: it is asked for again. */
  doubt(): void {
    for (const vehicle of this.#undetermined) this.#known.delete(vehicle);
    this.#undetermined.clear();
  }

  /** Asks for what is not known. */
  ask(target: ChargeRecordsTarget): void {
    sourcesOf(target).forEach((source, vehicle) => {
      if (this.#known.has(vehicle)) return;
      const asked = this.#ask?.(source).catch(() => undefined) ?? Promise.resolve(undefined);
      this.#known.set(vehicle, asked);
      void asked.then((nominal) => {
        if (nominal === undefined) this.#known.delete(vehicle);
        else this.learn(vehicle, nominal);
      });
    });
  }

  #say(vehicle: number, nominal: number): void {
    const capacity: ToWebview = { type: 'capacity', ...(vehicle > 0 && { vehicle }), nominal };
    this.#told[vehicle] = capacity;
    this.#tell(capacity);
  }
}
