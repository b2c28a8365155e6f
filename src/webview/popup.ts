import { element } from './dom.ts';
import { neighbour } from './neighbour.ts';

/**
 * A small panel beside what opened it. Escape and a click elsewhere close it (the browser does that for popovers); the
 * focus goes back to where it was.
 */
export class Popup {
  readonly element = element('div', { class: 'popup', popover: 'auto', role: 'dialog' });
  #opener: HTMLElement | undefined;

  constructor() {
    this.element.addEventListener('toggle', () => {
      if (this.element.matches(':popover-open')) return;
      const lost = document.activeElement === document.body || document.activeElement === null;
      if (lost) this.#opener?.focus();
      this.element.replaceChildren();
    });
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  close(): void {
    this.element.hidePopover();
  }

  /** Whether something happened in it, such as a key: that is for nobody else in the page, but for VS Code. */
  has(target: EventTarget | null): boolean {
    return target instanceof Node && this.element.contains(target);
  }

  open(opener: HTMLElement, label: string, ...content: readonly HTMLElement[]): void {
    this.element.hidePopover();
    this.#opener = opener;
    this.element.setAttribute('aria-label', label);
    this.element.replaceChildren(...content);
    this.element.showPopover();
    this.#place(opener.getBoundingClientRect());
    (this.element.querySelector('input') ?? this.element.querySelector('button'))?.focus();
  }

  /** Arrows go through its boxes, as Tab does. */
  #onKey(event: KeyboardEvent): void {
    const { target, key, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || !(target instanceof HTMLInputElement)) return;
    const boxes = [...this.element.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
    const next = neighbour(boxes, target, key);
    if (!next) return;
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  #place({ left, bottom, top }: DOMRect): void {
    const { offsetWidth, offsetHeight, style } = this.element;
    const below = bottom + offsetHeight <= innerHeight;
    style.left = `${Math.max(4, Math.min(left, innerWidth - offsetWidth - 4))}px`;
    style.top = `${Math.max(4, below ? bottom : top - offsetHeight)}px`;
  }
}
