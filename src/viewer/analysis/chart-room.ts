import type { Analysis } from './analysis.ts';

/** A page that is smaller, in pixels, has its charts hidden: the table has the room. */
const least = { width: 600, height: 500 };

/** Hides charts and answers where there is little room for them, until somebody chooses. */
export class ChartRoom {
  readonly #analysis: Pick<Analysis, 'collapsed'>;
  #chosen: boolean | undefined;

  /**
   * @param onChange charts are hidden or shown because the page is of another size
   * @param end ends it
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

  /** Whether they are hidden at any size; undefined: nobody has chosen. */
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
