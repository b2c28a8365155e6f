/** A charge of more than this many times the battery's capacity is a mistake, and would make all others look tiny. */
const timesNominal = 2;

/**
 * The largest energy of a charge that may set a chart's height; Infinity if the battery's capacity is unknown.
 *
 * @param nominal the capacity, in the unit of the energies
 */
export function mostToScale(nominal: number | undefined): number {
  return nominal === undefined ? Infinity : nominal * timesNominal;
}

/**
 * Determines the top of a chart's axis, and how many values it cuts off: those that are unlikely. If most values are
 * unlikely, energies and capacity have different units, and nothing is cut off.
 */
export class AxisTop {
  count = 0;
  #unlikely = 0;
  #usual = 0;
  #highest = 0;

  add(value: number, isUnlikely: boolean): void {
    this.count += 1;
    this.#highest = Math.max(this.#highest, value);
    if (isUnlikely) this.#unlikely += 1;
    else this.#usual = Math.max(this.#usual, value);
  }

  get cutOff(): number {
    return this.#unlikely * 2 > this.count ? 0 : this.#unlikely;
  }

  get top(): number {
    return this.cutOff === this.#unlikely ? this.#usual : this.#highest;
  }
}
