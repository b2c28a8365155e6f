import type { Analysis } from './analysis.ts';

/** Minimum page size in pixels: on a smaller page, charts are hidden to leave the space to the table. */
const least = { width: 600, height: 500 };

/** Hides the panel of charts and summary if there is little space, until the user chooses. */
export class ChartRoom {
  readonly #analysis: Pick<Analysis, 'collapsed'>;
  #chosen: boolean | undefined;

  /**
   * @param onChange called when charts are hidden or shown because the size of the page has changed
   * @param end stops this
   */
  constructor(analysis: Pick<Analysis, 'collapsed'>, onChange: () => void, end: AbortSignal) {
    this.#analysis = analysis;
    const apply = () => {
      const was = analysis.collapsed;
      this.#apply();
      if (analysis.collapsed !== was) onChange();
    };
    window.addEventListener('resize', apply, { signal: end });
  }

  /** Whether they are hidden regardless of the size; undefined: the user has not chosen. */
  get chosen(): boolean | undefined {
    return this.#chosen;
  }

  set chosen(collapsed: boolean | undefined) {
    this.#chosen = collapsed;
    this.#apply();
  }

  toggle(): void {
    this.chosen = !this.#analysis.collapsed;
  }

  #apply(): void {
    this.#analysis.collapsed = this.#chosen ?? (innerWidth < least.width || innerHeight < least.height);
  }
}
