import { element } from '../base/dom.ts';

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly panel: HTMLElement;
}

/**
 * Tabs, of which one panel is shown. One tab is in the tab order; arrow keys, Home and End move the focus and select.
 */
export class Tabs<Id extends string> {
  readonly list: HTMLElement;
  readonly #tabs: readonly Tab<Id>[];
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #onChange: (id: Id) => void;
  #selected: Id;

  /** @param onChange called when the user selects another tab, after its panel is shown */
  constructor(name: string, tabs: readonly [Tab<Id>, ...Tab<Id>[]], onChange: (id: Id) => void) {
    this.#tabs = tabs;
    this.#onChange = onChange;
    this.#selected = tabs[0].id;
    this.#buttons = tabs.map(({ id, label, panel }) => {
      const controls = `panel-${id}`;
      panel.id = controls;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', `tab-${id}`);
      const attributes = { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': controls, class: 'tab' };
      const button = element('button', attributes, label);
      button.addEventListener('click', () => this.choose(id));
      return button;
    });
    this.list = element('div', { role: 'tablist', 'aria-label': name, class: 'tabs' }, ...this.#buttons);
    this.list.addEventListener('keydown', (event) => this.#onKey(event));
    this.select(tabs[0].id);
  }

  get selected(): Id {
    return this.#selected;
  }

  select(id: Id): void {
    this.#selected = id;
    this.#tabs.forEach((tab, index) => {
      const selected = tab.id === id;
      tab.panel.hidden = !selected;
      const button = this.#buttons[index];
      button?.setAttribute('aria-selected', String(selected));
      button?.setAttribute('tabindex', selected ? '0' : '-1');
    });
  }

  /** Selects a tab by its saved name; ignores any other name. */
  selectNamed(name: string): void {
    const tab = this.#tabs.find(({ id }) => id === name);
    if (tab) this.select(tab.id);
  }

  setLabel(id: Id, label: string): void {
    const button = this.#buttons[this.#tabs.findIndex((tab) => tab.id === id)];
    if (button && button.textContent !== label) button.textContent = label;
  }

  choose(id: Id): void {
    if (id === this.#selected) return;
    this.select(id);
    this.#buttons[this.#tabs.findIndex((tab) => tab.id === id)]?.scrollIntoView({
      block: 'nearest',
      inline: 'nearest',
    });
    this.#onChange(id);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const last = this.#tabs.length - 1;
    const at = this.#tabs.findIndex(({ id }) => id === this.#selected);
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const to = targets[event.key];
    const tab = to === undefined ? undefined : this.#tabs[to];
    if (to === undefined || !tab) return;
    event.preventDefault();
    event.stopPropagation();
    this.#buttons[to]?.focus();
    this.choose(tab.id);
  }
}
