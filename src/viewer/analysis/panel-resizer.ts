import { element } from '../base/dom.ts';
import { listenDrag } from '../base/edge-drag.ts';

/** Heights in pixels; the style sheet has the default height, too. */
const least = 60;
const usual = 140;
/** Height of everything else above the table: the table keeps half of the window. */
const beside = 136;
const keyStep = 24;

/** The lower edge of a panel, which the pointer or the arrow keys move. A double click or Enter resets it. */
export class PanelResizer {
  readonly element: HTMLElement;
  readonly #panel: HTMLElement;
  readonly #onResized: () => void;
  #height: number | undefined;

  /**
   * @param panel must have an ID
   * @param onResized called when the height has changed
   */
  constructor(label: string, panel: HTMLElement, onResized: () => void) {
    this.#panel = panel;
    this.#onResized = onResized;
    this.element = element('div', {
      role: 'separator',
      class: 'panel-edge',
      tabindex: '0',
      title: label,
      'aria-label': label,
      'aria-controls': panel.id,
      'aria-orientation': 'horizontal',
      'aria-valuemin': String(least),
    });
    this.height = undefined;
    listenDrag(this.element, 'clientY', {
      onStart: () => this.#laidOut,
      onSize: (size) => (this.height = Math.min(size, this.#most)),
      onEnd: onResized,
      onReset: () => this.reset(),
    });
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    window.addEventListener('resize', () => this.#tell());
  }

  /** In pixels; undefined: default height. In a smaller window, the visible height is less. */
  get height(): number | undefined {
    return this.#height;
  }

  set height(height: number | undefined) {
    this.#height = height === undefined ? undefined : Math.round(Math.max(least, height));
    this.#panel.style.setProperty('--panel', this.#height === undefined ? '' : `${this.#height}px`);
    this.#tell();
  }

  /** Makes the panel higher or lower, as an arrow key does. */
  step(step: -1 | 1): void {
    this.#change(Math.min(this.#laidOut + step * keyStep, this.#most));
  }

  /** Resets the panel to its default height. */
  reset(): void {
    this.#change(undefined);
  }

  get #most(): number {
    return Math.max(least, Math.round(window.innerHeight / 2 - beside));
  }

  /** The visible height. */
  get #seen(): number {
    return Math.min(this.#height ?? usual, this.#most);
  }

  /** The measured height, for a panel that is as high as its content. */
  get #laidOut(): number {
    const height = this.#panel.querySelector<HTMLElement>('.panel:not([hidden])')?.offsetHeight ?? 0;
    return height > 0 ? height : this.#seen;
  }

  #tell(): void {
    this.element.setAttribute('aria-valuemax', String(this.#most));
    this.element.setAttribute('aria-valuenow', String(this.#seen));
  }

  #change(height: number | undefined): void {
    this.height = height;
    this.#onResized();
  }

  #onKey(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    if (key === 'ArrowUp') this.step(-1);
    else if (key === 'ArrowDown') this.step(1);
    else if (key === 'Home') this.#change(least);
    else if (key === 'End') this.#change(this.#most);
    else if (key === 'Enter') this.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
