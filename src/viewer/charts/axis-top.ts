import { t } from '../../common/translate.ts';
import type { ChartHost } from './chart.ts';
import { element, setText } from '../base/dom.ts';

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

/** Shows in a chart's legend and summary how many values extend above its upper edge. */
export class CutOff {
  readonly element = element('span', { class: 'key', hidden: '' });
  readonly #host: Pick<ChartHost, 'formats'>;

  constructor(host: Pick<ChartHost, 'formats'>) {
    this.#host = host;
  }

  show(count: number): void {
    const { formats } = this.#host;
    setText(this.element, t('{0} cut off: more energy than the battery holds', formats.count(count)));
    this.element.hidden = count === 0;
  }

  addedTo(summary: string): string {
    return this.element.hidden ? summary : `${summary} ${this.element.textContent}`;
  }
}
