import { t } from '../../common/translate.ts';
import { spreadText } from '../results/summary-texts.ts';
import type { Summary } from '../results/summary.ts';
import { leastGain } from '../data/derived.ts';
import { element, setText } from '../base/dom.ts';
import type { Formats } from '../formats/formats.ts';
import { GroupTable } from './group-table.ts';

/** Summary of the records on screen: by place, by charging type, and about the battery. */
export class SummaryView {
  readonly element: HTMLElement;
  readonly #formats: Formats;
  readonly #locations: GroupTable;
  readonly #kinds: GroupTable;
  readonly #implied = element('dd', { id: 'implied-capacity', class: 'number' });
  readonly #spread = element('dd', { id: 'implied-spread', class: 'note' });
  readonly #nominal = element('dd', { id: 'nominal-capacity', class: 'number' });
  readonly #against = element('dd', { id: 'implied-against', class: 'note' });

  /** @param several whether there is more than one vehicle, and so no single battery */
  constructor(formats: Formats, several: boolean) {
    this.#formats = formats;
    this.#locations = new GroupTable(formats, t('Location'));
    this.#kinds = new GroupTable(formats, t('Type'));
    const least = formats.percent(leastGain);
    const capacity = element(
      'dl',
      { class: 'capacity' },
      element('div', {}, element('dt', {}, t('Implied capacity')), this.#implied, this.#spread),
      element('div', {}, element('dt', {}, t('Nominal capacity')), this.#nominal, this.#against),
    );
    const battery = element(
      'div',
      { class: 'battery' },
      capacity,
      element(
        'p',
        { class: 'note' },
        t(
          'Energy ÷ charge gained: median of charges that gained at least {0}. Higher than nominal if energy includes charging losses.',
          least,
        ),
      ),
    );
    battery.hidden = several;
    this.element = element('div', { class: 'summary' }, this.#locations.element, this.#kinds.element, battery);
  }

  /** @param nominal the battery's capacity in the unit of the energies, if it is known */
  show({ locations, kinds, capacity }: Summary, nominal: number | undefined): void {
    this.#locations.show(locations);
    this.#kinds.show(kinds);
    const formats = this.#formats;
    setText(this.#implied, capacity ? formats.energyWithUnit(capacity.median) : t('unknown'));
    setText(this.#spread, capacity ? spreadText(formats, capacity) : '');
    setText(this.#nominal, nominal === undefined ? t('unknown') : formats.energyWithUnit(nominal));
    const known = capacity && nominal !== undefined && nominal > 0;
    setText(this.#against, known ? t('{0} of nominal', formats.percent(capacity.median / nominal)) : '');
  }
}
