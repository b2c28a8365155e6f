import { type ComponentChild, render } from 'preact';
import { element, focusNeighbour } from './dom.ts';

/**
 * A small panel next to the element that opened it. Escape and a click elsewhere close it (the browser does that for
 * popovers); the focus then returns to where it was.
 */
export class Popup {
  readonly element = element('div', { class: 'popup', popover: 'auto', role: 'dialog', tabindex: '-1' });
  #opener: HTMLElement | undefined;

  constructor() {
    this.element.addEventListener('toggle', () => {
      if (this.element.matches(':popover-open')) return;
      const lost = document.activeElement === document.body || document.activeElement === null;
      if (lost) this.#opener?.focus();
      render(null, this.element);
    });
    // Arrow keys move through its checkboxes or choices, as Tab does, and characters lead to what begins with them.
    this.element.addEventListener('keydown', (event) =>
      focusNeighbour(event, this.element.querySelectorAll<HTMLElement>('input[type=checkbox], .choice')),
    );
    // As VS Code's menus do, it closes when the focus goes elsewhere, but not with the window's.
    this.element.addEventListener('focusout', ({ relatedTarget: to }) => {
      if (to instanceof Node && !this.element.contains(to)) this.close();
    });
  }

  close(): void {
    this.element.hidePopover();
  }

  show(opener: HTMLElement, label: string, content: ComponentChild): void {
    this.element.hidePopover();
    // Resets the content's state, even if the same content is shown again.
    render(null, this.element);
    this.#opener = opener;
    this.element.setAttribute('aria-label', label);
    render(content, this.element);
    this.element.showPopover();
    this.#place(opener.getBoundingClientRect());
    (this.element.querySelector('input') ?? this.element.querySelector('button') ?? this.element).focus();
  }

  #place({ left, bottom, top }: DOMRect): void {
    const { offsetWidth, offsetHeight, style } = this.element;
    const below = bottom + offsetHeight <= innerHeight;
    style.left = `${Math.max(4, Math.min(left, innerWidth - offsetWidth - 4))}px`;
    style.top = `${Math.max(4, below ? bottom : top - offsetHeight)}px`;
  }
}
