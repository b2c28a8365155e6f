import { element } from '../base/dom.ts';

// Written out, because the test of themes collects these names.
const vehicleHues = [
  ...['--vscode-charts-blue', '--vscode-charts-green', '--vscode-charts-purple'],
  ...['--vscode-charts-yellow', '--vscode-charts-red', '--vscode-charts-orange'],
];

/** The colour of one of several vehicles, by its number. */
export function vehicleHue(vehicle: number): string {
  return `var(${vehicleHues[vehicle]}, var(--vscode-foreground))`;
}

/** An element that has one of the theme's colours, from which code that draws on a canvas can read it. */
export class Swatch {
  readonly element: HTMLElement;

  /**
   * @param name class name in the style sheet
   * @param hue its colour, if the style sheet has none for the class
   */
  constructor(name: string, visible: boolean, hue?: string) {
    this.element = element('span', { class: `swatch ${name}`, ...(visible ? {} : { hidden: '' }) });
    if (hue !== undefined) this.element.style.setProperty('--hue', hue);
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
