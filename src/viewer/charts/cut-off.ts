import { t } from '../../common/translate.ts';
import type { ChartHost } from './chart.ts';
import { element, setText } from '../base/dom.ts';

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
