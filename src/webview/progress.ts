import { element } from './dom.ts';

/** Milliseconds in which the bar crosses the page, as it does by itself. */
const crossing = 1600;

/**
 * The bar that says that records are on their way. It moves by itself while there is nothing to do but wait. Once records
 * come it moves with what is shown of them: an animation is drawn anew in every frame of the screen, beside the records,
 * and where no graphics processor draws, that takes longer than to take the records in.
 */
export class Progress {
  readonly element = element('div', { class: 'progress', 'aria-hidden': 'true', hidden: '' });

  /** Something is asked for, and nothing has come yet. */
  wait(): void {
    this.element.hidden = false;
    this.element.classList.remove('stepped');
  }

  /** More has come, and is shown. */
  step(): void {
    this.element.classList.add('stepped');
    this.element.style.setProperty('--crossed', String((performance.now() % crossing) / crossing));
  }

  /** Nothing more will come. */
  end(): void {
    this.element.hidden = true;
  }
}
