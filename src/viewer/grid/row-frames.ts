import type { GridRows } from './grid-rows.ts';
import { runInBackground, postponeBackground } from '../base/background.ts';

/** Scrolling counts as over after this many milliseconds without a scroll event. */
const scrollRest = 120;

export interface RowFramesEvents {
  /** Other rows may be on screen. */
  readonly onRendered: () => void;
  /** The scrolling is over. */
  readonly onRest: () => void;
}

/**
 * When rows are brought on screen: at once those that are seen, new ones in later frames, the others when there is time, and
 * their elements into their order with them.
 */
export class RowFrames {
  /** Height of what is seen of the rows, in pixels. */
  height = 0;
  readonly #scroller: HTMLElement;
  readonly #body: GridRows;
  readonly #events: RowFramesEvents;
  /** How far it was scrolled when it was rendered last: to ask the element anew has the page laid out. */
  #scrolled = 0;
  /** Further rows are made or filled in the next frame. */
  #goingOn = false;
  /** Rows near the screen are filled, and all are put into their order, soon. */
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

  /** To be called at each scroll event. */
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

  /** Rows near the screen, and the order of elements, come after those on it are painted, and after the scrolling. */
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
