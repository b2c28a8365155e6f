import type { ViewerStrings } from '../../records/protocol.ts';
import {
  type Answers,
  type Group,
  type GroupKey,
  type ImpliedCapacity,
  publicShare,
  topGroups,
} from '../data/answers.ts';
import { leastGain } from '../data/derived.ts';
import { element, setText } from '../base/dom.ts';
import { replaceHoldingFocus } from '../base/held-focus.ts';
import type { Formats } from '../formats/formats.ts';
import type { Choice } from '../base/picks.ts';
import { fill, textName } from '../base/text.ts';
import { durationText } from './totals-view.ts';

/** Groups that are listed by themselves, and when all are asked for. */
const mostGroups = 5;
const mostUnfolded = 200;
const groupKeys = ['text', 'charges', 'energy', 'time', 'share'] as const;

/** Between which capacities the middle half of the charges lies, and how many charges there are. */
export function spreadText(strings: ViewerStrings, formats: Formats, { quartiles, used }: ImpliedCapacity): string {
  return fill(strings.impliedSpread, ...quartiles.map((value) => formats.energy(value)), formats.count(used));
}

/** The groups of one column as a table that is sorted by a press on a heading. */
class GroupTable {
  readonly element: HTMLElement;
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;
  readonly #caption: string;
  readonly #labels: readonly string[];
  readonly #heads: readonly HTMLElement[];
  readonly #body = element('tbody');
  #groups: readonly Group[] = [];
  #key: GroupKey = 'energy';
  #unfolded = false;

  constructor(strings: ViewerStrings, formats: Formats, caption: string) {
    this.#strings = strings;
    this.#formats = formats;
    this.#caption = caption;
    this.#labels = [caption, strings.totalCharges, strings.totalEnergy, strings.totalTime, strings.isPublic];
    this.#heads = groupKeys.map((key, index) => {
      const button = element('button', { type: 'button', class: 'link' }, this.#labels[index] ?? '');
      button.addEventListener('click', () => this.#sortBy(key));
      button.append(element('span', { class: 'arrow', 'aria-hidden': 'true' }));
      return element('th', { scope: 'col' }, button);
    });
    const head = element('thead', {}, element('tr', {}, ...this.#heads));
    this.element = element('table', { class: 'groups', 'aria-label': caption }, head, this.#body);
  }

  /** An order for each column. */
  get orders(): readonly Choice[] {
    return groupKeys.map((key, index) => {
      const label = fill('{0}: {1}', this.#caption, this.#labels[index] ?? '');
      return { label, choose: () => this.#sortBy(key) };
    });
  }

  show(groups: readonly Group[]): void {
    this.#groups = groups;
    this.#render();
  }

  /** Whether there are groups that only an unfolded table lists by themselves. */
  get long(): boolean {
    return this.#groups.length > mostGroups + 1;
  }

  get unfolded(): boolean {
    return this.#unfolded;
  }

  unfold(unfolded: boolean): void {
    this.#unfolded = unfolded;
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
    const most = this.#unfolded ? mostUnfolded : mostGroups;
    const { top, others } = topGroups(this.#groups, this.#key, most, this.#formats.language);
    const lines = top.map((group) => this.#line(textName(group.text, this.#strings), group));
    if (others) {
      const name = fill(this.#strings.otherGroups, this.#formats.count(others.groups));
      lines.push(this.#line(this.#unfolded ? name : this.#unfoldButton(name), others));
    }
    if (this.#unfolded && this.long) {
      const fewer = element('th', { scope: 'row' }, this.#unfoldButton(this.#strings.fewerGroups));
      lines.push(element('tr', {}, fewer));
    }
    replaceHoldingFocus(this.#body, lines, 'button', () => this.#heads[0]?.querySelector('button') ?? undefined);
  }

  /** Shows all groups, or the first ones again. */
  #unfoldButton(text: string): HTMLElement {
    const button = element('button', { type: 'button', class: 'link', 'aria-expanded': String(this.#unfolded) }, text);
    button.addEventListener('click', () => {
      this.unfold(!this.#unfolded);
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

/** What the records on screen answer: by place, by kind, and about the battery. */
export class AnswersView {
  readonly element: HTMLElement;
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;
  readonly #locations: GroupTable;
  readonly #kinds: GroupTable;
  readonly #implied = element('dd', { id: 'implied-capacity', class: 'number' });
  readonly #spread = element('dd', { id: 'implied-spread', class: 'note' });
  readonly #nominal = element('dd', { id: 'nominal-capacity', class: 'number' });
  readonly #against = element('dd', { id: 'implied-against', class: 'note' });

  /** @param several whether there is more than one vehicle, and so no one battery */
  constructor(strings: ViewerStrings, formats: Formats, several: boolean) {
    this.#strings = strings;
    this.#formats = formats;
    this.#locations = new GroupTable(strings, formats, strings.location);
    this.#kinds = new GroupTable(strings, formats, strings.chargingType);
    const least = formats.percent(leastGain);
    const capacity = element(
      'dl',
      { class: 'capacity' },
      element('div', {}, element('dt', {}, strings.impliedMedian), this.#implied, this.#spread),
      element('div', {}, element('dt', {}, strings.nominalCapacity), this.#nominal, this.#against),
    );
    const battery = element(
      'div',
      { class: 'battery' },
      capacity,
      element('p', { class: 'note' }, fill(strings.impliedExplained, least)),
    );
    battery.hidden = several;
    this.element = element('div', { class: 'answers' }, this.#locations.element, this.#kinds.element, battery);
  }

  /** The orders that its tables can have. */
  get orders(): readonly Choice[] {
    return [...this.#locations.orders, ...this.#kinds.orders];
  }

  /** Has both tables list each of their groups; the first ones again, if none has more to list. */
  toggleMore(): void {
    const tables = [this.#locations, this.#kinds];
    const more = tables.some(({ long, unfolded }) => long && !unfolded);
    for (const table of tables) table.unfold(more);
  }

  /** @param nominal the battery's capacity in the unit of the energies, if it is known */
  show({ locations, kinds, capacity }: Answers, nominal: number | undefined): void {
    this.#locations.show(locations);
    this.#kinds.show(kinds);
    const strings = this.#strings;
    const formats = this.#formats;
    setText(this.#implied, capacity ? formats.energyWithUnit(capacity.median) : strings.unknown);
    setText(this.#spread, capacity ? spreadText(strings, formats, capacity) : '');
    setText(this.#nominal, nominal === undefined ? strings.unknown : formats.energyWithUnit(nominal));
    const known = capacity && nominal !== undefined && nominal > 0;
    setText(this.#against, known ? fill(strings.impliedAgainst, formats.percent(capacity.median / nominal)) : '');
  }
}
