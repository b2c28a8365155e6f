import { element } from '../base/dom.ts';

/** An element that has one of the theme's colours, from which code that draws on a canvas can read it. */
export class Swatch {
  readonly element: HTMLElement;

  /** @param name class name in the style sheet */
  constructor(name: string, visible: boolean) {
    this.element = element('span', { class: `swatch ${name}`, ...(visible ? {} : { hidden: '' }) });
  }

  get colour(): string {
    return getComputedStyle(this.element).color;
  }

  get edge(): string {
    return getComputedStyle(this.element).borderTopColor;
  }

  /** The swatch with its meaning, for the chart's legend. */
  labelled(text: string): HTMLElement {
    return element('span', { class: 'key' }, this.element, text);
  }
}
