import { t } from '../../common/translate.ts';
import { element, setText } from '../base/dom.ts';
import { type Zone, readZone } from '../formats/zone.ts';

/** Value of the entry that asks for another zone; no zone has this name. */
const other = 'other';

/** Chooses the time zone of displayed times: local time, UTC, the zone that was chosen last, or another one. */
export class ZoneSelect {
  readonly element: HTMLSelectElement;
  readonly #chosen = element('option', { hidden: '' });
  #zone: Zone = 'local';

  /** @param onOther lets the user choose among all zones, which are too many for a drop-down list */
  constructor(onZone: (zone: Zone) => void, onOther: () => void) {
    this.element = element(
      'select',
      {
        'aria-label': t('Time zone'),
        title: t('The API sends times in UTC, without the vehicle’s time zone.'),
        id: 'zone',
      },
      element('option', { value: 'local' }, t('Local time')),
      element('option', { value: 'utc' }, t('UTC')),
      this.#chosen,
      element('option', { value: other }, t('Other time zone…')),
    );
    this.element.addEventListener('change', () => {
      const { value } = this.element;
      // Keeps the current selection until another zone is chosen.
      if (value === other) this.show(this.#zone);
      if (value === other) onOther();
      else onZone(readZone(value) ?? 'local');
    });
  }

  show(zone: Zone): void {
    this.#zone = zone;
    if (zone !== 'local' && zone !== 'utc') {
      this.#chosen.hidden = false;
      this.#chosen.value = zone;
      setText(this.#chosen, zone.replaceAll('_', ' '));
    }
    this.element.value = zone;
  }
}
