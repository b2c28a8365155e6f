import { element } from '../base/dom.ts';

/** An element that carries one of the theme's colours, so that a canvas can ask for it. */
export class Swatch {
  readonly element: HTMLElement;

  /** @param name class of the style sheet */
  constructor(name: string, visible: boolean) {
    this.element = element('span', { class: `swatch ${name}`, ...(visible ? {} : { hidden: '' }) });
  }

  get colour(): string {
    return getComputedStyle(this.element).color;
  }

  get edge(): string {
    return getComputedStyle(this.element).borderTopColor;
  }

  /** The swatch with its meaning, for the chart's key. */
  labelled(text: string): HTMLElement {
    return element('span', { class: 'key' }, this.element, text);
  }
}
