import type { GridRows } from './grid-rows.ts';
import { doBeside, holdWorkBeside } from '../base/slices.ts';

/** Scrolling counts as over after this many milliseconds without a scroll event. */
const scrollRest = 120;

export interface RowFramesEvents {
  /** Other rows may be on screen. */
  readonly onRendered: () => void;
  /** The scrolling is over. */
  readonly onRest: () => void;
}

/** When rows are brought on screen: at once those that are seen, new ones in later frames, the others when there is time. */
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
  /** Rows near the screen are filled soon. */
  #filling = false;
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
    if (left === 'beside') this.#fillBeside();
    if (left !== 'next frame' || this.#goingOn) return;
    this.#goingOn = true;
    requestAnimationFrame(() => {
      this.#goingOn = false;
      this.render();
    });
  }

  /** To be called at each scroll event. */
  scroll(): void {
    holdWorkBeside();
    this.render();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#rest(), scrollRest);
  }

  /** Rows near the screen come after those on it are painted, and after the scrolling. */
  #fillBeside(): void {
    if (this.#filling || this.#resting !== undefined) return;
    this.#filling = true;
    doBeside(() => {
      this.#filling = false;
      if (this.#resting === undefined) this.render();
    });
  }

  #rest(): void {
    this.#resting = undefined;
    this.render();
    this.#body.arrange();
    this.#events.onRest();
  }
}
