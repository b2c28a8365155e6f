import { type CellFont, roomFor } from './column-tracks.ts';
import { memoize } from '../base/memoize.ts';
import type { ColumnId } from '../data/view-columns.ts';

/**
 * Which values fit into their columns as wide as these are. The others are cut off, which is a good part of what a cell
 * costs while rows scroll by.
 */
export class CellRoom {
  readonly #sample: HTMLElement;
  readonly #onChange: () => void;
  readonly #observer: ResizeObserver;
  readonly #ids = new Map<Element, ColumnId>();
  /** Pixels between the margins of each column. */
  readonly #widths = new Map<ColumnId, number>();
  #font: (CellFont & { readonly name: string }) | undefined;

  /**
   * @param sample an element with the cells' font
   * @param onChange other values may fit; before the page is painted with these widths
   */
  constructor(sample: HTMLElement, onChange: () => void) {
    this.#sample = sample;
    this.#onChange = onChange;
    this.#observer = new ResizeObserver((entries) => this.#resized(entries));
  }

  /** @param headers of the columns, which are as wide as their cells */
  watch(columns: readonly ColumnId[], headers: readonly HTMLElement[]): void {
    this.#observer.disconnect();
    this.#ids.clear();
    headers.forEach((header, index) => {
      const id = columns[index];
      if (id === undefined) return;
      this.#ids.set(header, id);
      this.#observer.observe(header);
    });
  }

  /** To be called when the font may be another one; the first time before there are rows, as it takes its time. */
  refresh(): void {
    // Put together by hand: where colours are forced, the browser has no word for all of the font.
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(this.#sample);
    const name = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const context = name === this.#font?.name ? null : document.createElement('canvas').getContext('2d');
    if (!context) return;
    context.font = name;
    const measure = memoize((text: string) => context.measureText(text).width);
    this.#font = { name, em: Number.parseFloat(fontSize), measure };
    this.#onChange();
  }

  /** True as long as the page has not been laid out. */
  fits(id: ColumnId, text: string): boolean {
    const width = this.#widths.get(id);
    return !this.#font || width === undefined || roomFor(id, text, this.#font) <= width;
  }

  #resized(entries: readonly ResizeObserverEntry[]): void {
    for (const { target, contentRect } of entries) {
      const id = this.#ids.get(target);
      if (id !== undefined) this.#widths.set(id, contentRect.width);
    }
    this.#onChange();
  }
}
