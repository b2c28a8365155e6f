import type { GridRows } from './grid-rows.ts';
import { runInBackground, postponeBackground } from '../base/background.ts';

/** Scrolling counts as over after this many milliseconds without a scroll event. */
const scrollRest = 120;

export interface RowFramesEvents {
  /** Other rows may be on screen now. */
  readonly onRendered: () => void;
  /** Scrolling has ended. */
  readonly onRest: () => void;
}

/**
 * Schedules the rendering of rows: visible rows at once, new rows in later frames, the others when there is time, and
 * with them the order of the elements.
 */
export class RowFrames {
  /** Visible height of the rows, in pixels. */
  height = 0;
  readonly #scroller: HTMLElement;
  readonly #body: GridRows;
  readonly #events: RowFramesEvents;
  /** Scroll position at the last rendering: querying the element would force a layout. */
  #scrolled = 0;
  /** More rows will be created or filled in the next frame. */
  #goingOn = false;
  /** Rows near the screen will be filled, and all rows put in order, soon. */
  #finishing = false;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(scroller: HTMLElement, body: GridRows, events: RowFramesEvents) {
    this.#scroller = scroller;
    this.#body = body;
    this.#events = events;
  }

  get scrolled(): number {
    return this.#scrolled;
  }

  render(scrolled = this.#scroller.scrollTop): void {
    this.#scrolled = scrolled;
    const left = this.#body.render(scrolled, this.height, !this.#goingOn);
    this.#events.onRendered();
    if (left === 'next frame') this.#goOn();
    else if (left === 'background' || !this.#body.isArranged) this.#finish();
  }

  /** Call this at each scroll event. */
  scroll(): void {
    postponeBackground();
    this.render();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#rest(), scrollRest);
  }

  #goOn(): void {
    if (this.#goingOn) return;
    this.#goingOn = true;
    requestAnimationFrame(() => {
      this.#goingOn = false;
      this.render();
    });
  }

  /**
   * Rows near the screen, and the order of the elements, are handled after the visible rows are painted and scrolling
   * has ended.
   */
  #finish(): void {
    if (this.#finishing || this.#resting !== undefined) return;
    this.#finishing = true;
    runInBackground(() => {
      this.#finishing = false;
      if (this.#resting !== undefined) return;
      this.#body.arrange();
      this.render();
    });
  }

  #rest(): void {
    this.#resting = undefined;
    this.render();
    this.#events.onRest();
  }
}
