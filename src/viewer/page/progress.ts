import { element } from '../base/dom.ts';

/** Milliseconds in which the bar crosses the page, as it does by itself. */
const crossing = 1600;

/** What is there within so many milliseconds needs no bar: it would be a flicker. */
const patience = 300;

/**
 * The bar that says that records are on their way. It moves by itself while there is nothing to do but wait. Once records
 * come it moves with what is shown of them: an animation is drawn anew in every frame of the screen, beside the records,
 * and where no graphics processor draws, that takes longer than to take the records in.
 */
export class Progress {
  readonly element = element('div', { class: 'progress', 'aria-hidden': 'true', hidden: '' });
  /** Not a delay of the animation: the browser makes frames for it from the beginning. */
  #beginning: ReturnType<typeof setTimeout> | undefined;

  /** Something is asked for, and nothing has come yet. */
  wait(): void {
    this.end();
    this.element.classList.remove('stepped');
    this.#beginning = setTimeout(() => (this.element.hidden = false), patience);
  }

  /** More has come, and is shown. */
  step(): void {
    clearTimeout(this.#beginning);
    this.element.hidden = false;
    this.element.classList.add('stepped');
    this.element.style.setProperty('--crossed', String((performance.now() % crossing) / crossing));
  }

  /** Nothing more will come. */
  end(): void {
    clearTimeout(this.#beginning);
    this.element.hidden = true;
  }
}
