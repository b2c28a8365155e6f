import { element } from '../base/dom.ts';

/** Milliseconds in which the bar crosses the page while it moves by itself. */
const crossing = 1600;

/** If records arrive within this many milliseconds, no bar is shown, because it would only flicker. */
const patience = 300;

/**
 * The bar that shows that records are being loaded. It is animated while the page only waits. Once records arrive, it
 * moves whenever more of them are shown: an animation is redrawn in every frame, which without a graphics processor
 * takes longer than processing the records.
 */
export class Progress {
  readonly element = element('div', { class: 'progress', 'aria-hidden': 'true', hidden: '' });
  /** A timer instead of an animation delay: with a delay, the browser would produce frames from the beginning. */
  #beginning: ReturnType<typeof setTimeout> | undefined;

  /** Records were requested, and none have arrived yet. */
  wait(): void {
    this.end();
    this.element.classList.remove('stepped');
    this.#beginning = setTimeout(() => (this.element.hidden = false), patience);
  }

  /** More records have arrived and are shown. */
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
