import { framePainted } from '../base/dom.ts';

/**
 * The parts of the page that show records. While there are none, they are laid out but transparent and inert: creating,
 * styling and laying out all of them takes longer than showing the first records.
 */
export class RecordSections {
  readonly #controls: readonly HTMLElement[];
  #shown = false;

  /** @param controls the interactive elements of these parts except the rows, which do not exist yet */
  constructor(controls: readonly HTMLElement[]) {
    this.#controls = controls;
    this.#show();
    this.#reach();
  }

  /**
   * @param shown whether there are records
   * @param complete whether all records have arrived. Otherwise, the controls become usable only after the first
   *   records are on screen, because this restyles each of their elements.
   */
  show(shown: boolean, complete: boolean): void {
    const early = shown && !this.#shown && !complete;
    this.#shown = shown;
    this.#show();
    if (early) void framePainted().then(() => this.#reach());
    else this.#reach();
  }

  #show(): void {
    // The style sheet makes them transparent: an inherited property such as visibility would restyle each element.
    document.body.dataset.rows = this.#shown ? 'some' : 'none';
  }

  #reach(): void {
    for (const each of this.#controls) each.inert = !this.#shown;
  }
}
