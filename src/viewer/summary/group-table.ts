import { t } from '../../common/translate.ts';
import { durationText } from '../results/summary-texts.ts';
import { type Group, type GroupKey, publicShare, topGroups } from '../results/summary.ts';
import { element } from '../base/dom.ts';
import type { Formats } from '../formats/formats.ts';
import { textName } from '../base/text.ts';

/** Maximum number of groups that are listed separately. */
const mostGroups = 200;
const groupKeys = ['text', 'charges', 'energy', 'time', 'share'] as const;

/** The groups of one column as a table, with a bar each; clicking a heading sorts it. */
export class GroupTable {
  readonly element: HTMLElement;
  readonly #formats: Formats;
  readonly #heads: readonly HTMLElement[];
  readonly #body = element('tbody');
  #groups: readonly Group[] = [];
  #key: GroupKey = 'energy';

  constructor(formats: Formats, caption: string) {
    this.#formats = formats;
    const labels = [caption, t('Charges'), t('Energy'), t('Charging time'), t('Public')];
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
    const { top, others } = topGroups(this.#groups, this.#key, mostGroups, this.#formats.language);
    const longest = Math.max(...top.map((group) => this.#size(group)));
    this.#body.replaceChildren(...top.map((group) => this.#line(textName(group.text), group, longest)));
    if (others) {
      const name = t('{0} others', this.#formats.count(others.groups));
      this.#body.append(this.#line(name, others, 0));
    }
  }

  /** What a group's bar shows: that by which the groups are in order, and energy where that is their name. */
  #size(group: Group): number {
    if (this.#key === 'share') return publicShare(group) ?? 0;
    return this.#key === 'text' ? group.energy : group[this.#key];
  }

  /** @param longest the size of the longest bar; 0: no bar */
  #line(name: string, group: Group, longest: number): HTMLElement {
    const { charges, energy, time } = group;
    const share = publicShare(group);
    const values = [
      this.#formats.count(charges),
      this.#formats.energyWithUnit(energy),
      durationText(this.#formats, time),
      share === undefined ? '' : this.#formats.percent(share),
    ];
    const head = element('th', { scope: 'row' }, name);
    if (longest > 0) head.style.backgroundSize = `${(this.#size(group) / longest) * 100}% 2px`;
    return element('tr', {}, head, ...values.map((value) => element('td', {}, value)));
  }
}
