/** A charge of more than so many times what its battery holds is a mistake that would make all others look like none. */
const timesNominal = 2;

/**
 * The largest energy of a charge that sets a chart's height; Infinity where the battery's capacity is not known.
 *
 * @param nominal the capacity, in the unit of the energies
 */
export function mostToScale(nominal: number | undefined): number {
  return nominal === undefined ? Infinity : nominal * timesNominal;
}

/**
 * How high a chart goes, and how much it cuts off there: what is higher than is likely. Where most is, energies and
 * capacity have different units, and nothing is cut off.
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
