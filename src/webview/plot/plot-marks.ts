import { type Sliced, SlicedTask } from '../base/time-slices.ts';
import { LastResult, sameInputs } from '../base/last-result.ts';

/**
 * What a plot draws of very many rows. Where values lie on it is known only when it draws, and going through a million
 * rows takes longer than a frame: that goes on between frames, and the plot is drawn again when it is done.
 */
export class PlotMarks<T> {
  readonly #drawAgain: () => void;
  readonly #working = new SlicedTask();
  readonly #kept = new LastResult<T>();
  #last: { readonly marks: T; readonly scale: readonly unknown[] } | undefined;

  constructor(drawAgain: () => void) {
    this.#drawAgain = drawAgain;
  }

  /**
   * Undefined as long as there are none. Those of other rows stay until the new ones are there, as long as values lie
   * where they lay.
   *
   * @param rows what the marks stand for
   * @param scale where values lie
   */
  of(rows: readonly unknown[], scale: readonly unknown[], work: () => Sliced<T>): T | undefined {
    let drawing = true;
    this.#working.runNow(this.#kept.of([...rows, ...scale], work), (marks) => {
      this.#last = { marks, scale };
      if (!drawing) this.#drawAgain();
    });
    drawing = false;
    return this.#last && sameInputs(scale, this.#last.scale) ? this.#last.marks : undefined;
  }
}
