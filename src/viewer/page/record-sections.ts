import { framePainted } from '../base/dom.ts';

/**
 * The parts of the page that show records. While there are none they are laid out all the same, unseen and out of reach:
 * to make, style and lay out all of it takes longer than to show the first records.
 */
export class RecordSections {
  readonly #controls: readonly HTMLElement[];
  #shown = false;

  /** @param controls all that can be used of these parts but the rows: there are none yet */
  constructor(controls: readonly HTMLElement[]) {
    this.#controls = controls;
    this.#show();
    this.#reach();
  }

  /**
   * @param shown whether there are records
   * @param complete whether they are all there. While more arrive, the controls come into reach after the first of them are
   * on screen: it has each of their elements styled anew.
   */
  show(shown: boolean, complete: boolean): void {
    const early = shown && !this.#shown && !complete;
    this.#shown = shown;
    this.#show();
    if (early) void framePainted().then(() => this.#reach());
    else this.#reach();
  }

  #show(): void {
    // The style sheet makes them transparent: what is inherited, as visibility is, would have each element styled anew.
    document.body.dataset.rows = this.#shown ? 'some' : 'none';
  }

  #reach(): void {
    for (const each of this.#controls) each.inert = !this.#shown;
  }
}
