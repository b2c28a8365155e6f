import type { ChartHost } from './chart.ts';
import { element, setText } from '../base/dom.ts';
import { fill } from '../base/text.ts';

/** Shows in a chart's legend and summary how many values extend above its upper edge. */
export class CutOff {
  readonly element = element('span', { class: 'key', hidden: '' });
  readonly #host: Pick<ChartHost, 'strings' | 'formats'>;

  constructor(host: Pick<ChartHost, 'strings' | 'formats'>) {
    this.#host = host;
  }

  show(count: number): void {
    const { strings, formats } = this.#host;
    setText(this.element, fill(strings.cutOff, formats.count(count)));
    this.element.hidden = count === 0;
  }

  addedTo(summary: string): string {
    return this.element.hidden ? summary : `${summary} ${this.element.textContent}`;
  }
}
