import type { ViewerStrings } from '../messages/viewer-strings.ts';
import { durationText } from '../results/summary-texts.ts';
import { type Group, type GroupKey, publicShare, topGroups } from '../results/summary.ts';
import { element } from '../base/dom.ts';
import { replaceKeepingFocus } from '../base/replace-list.ts';
import type { Formats } from '../formats/formats.ts';
import { fill, textName } from '../base/text.ts';

/** Maximum number of groups that are listed separately, by default and when expanded. */
const mostGroups = 5;
const mostExpanded = 200;
const groupKeys = ['text', 'charges', 'energy', 'time', 'share'] as const;

/** The groups of one column as a table; clicking a heading sorts it. */
export class GroupTable {
  readonly element: HTMLElement;
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;
  readonly #heads: readonly HTMLElement[];
  readonly #body = element('tbody');
  #groups: readonly Group[] = [];
  #key: GroupKey = 'energy';
  #expanded = false;

  constructor(strings: ViewerStrings, formats: Formats, caption: string) {
    this.#strings = strings;
    this.#formats = formats;
    const labels = [caption, strings.totalCharges, strings.totalEnergy, strings.totalTime, strings.isPublic];
    this.#heads = groupKeys.map((key, index) => {
      const button = element('button', { type: 'button', class: 'link' }, labels[index] ?? '');
      button.addEventListener('click', () => this.#sortBy(key));
      button.append(element('span', { class: 'arrow', 'aria-hidden': 'true' }));
      return element('th', { scope: 'col' }, button);
    });
    const head = element('thead', {}, element('tr', {}, ...this.#heads));
    this.element = element('table', { class: 'groups', 'aria-label': caption }, head, this.#body);
  }

  show(groups: readonly Group[]): void {
    this.#groups = groups;
    this.#render();
  }

  #sortBy(key: GroupKey): void {
    this.#key = key;
    this.#render();
  }

  #render(): void {
    this.#heads.forEach((head, index) => {
      const key = groupKeys[index];
      head.setAttribute('aria-sort', key !== this.#key ? 'none' : key === 'text' ? 'ascending' : 'descending');
    });
    const most = this.#expanded ? mostExpanded : mostGroups;
    const { top, others } = topGroups(this.#groups, this.#key, most, this.#formats.language);
    const lines = top.map((group) => this.#line(textName(group.text, this.#strings), group));
    if (others) {
      const name = fill(this.#strings.otherGroups, this.#formats.count(others.groups));
      lines.push(this.#line(this.#expanded ? name : this.#expandButton(name), others));
    }
    if (this.#expanded && this.#groups.length > mostGroups + 1) {
      const fewer = element('th', { scope: 'row' }, this.#expandButton(this.#strings.fewerGroups));
      lines.push(element('tr', {}, fewer));
    }
    replaceKeepingFocus(this.#body, lines, 'button', () => this.#heads[0]?.querySelector('button') ?? undefined);
  }

  /** Shows all groups, or the first ones again. */
  #expandButton(text: string): HTMLElement {
    const button = element('button', { type: 'button', class: 'link', 'aria-expanded': String(this.#expanded) }, text);
    button.addEventListener('click', () => {
      this.#expanded = !this.#expanded;
      this.#render();
      this.#body.querySelector('button')?.focus();
    });
    return button;
  }

  #line(name: string | HTMLElement, group: Group): HTMLElement {
    const { charges, energy, time } = group;
    const share = publicShare(group);
    const values = [
      this.#formats.count(charges),
      this.#formats.energyWithUnit(energy),
      durationText(this.#strings, this.#formats, time),
      share === undefined ? '' : this.#formats.percent(share),
    ];
    return element('tr', {}, element('th', { scope: 'row' }, name), ...values.map((value) => element('td', {}, value)));
  }
}
