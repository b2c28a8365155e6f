import { t } from '../../common/translate.ts';
import type { Field } from '../../service/records/columns.ts';
import type { ColumnStore } from '../data/column-store.ts';
import { element, focusNeighbour } from '../base/dom.ts';
import { AnomalyTexts } from './anomaly-texts.ts';
import { type Anomalies, type AnomalyKind, fieldOfKind, anomalyKinds } from '../results/anomalies.ts';
import { replaceKeepingFocus } from '../base/replace-list.ts';
import type { Formats } from '../formats/formats.ts';

/** Maximum number of entries; the counts include all anomalies. */
const mostEntries = 100;

/** The list of anomalies. An entry leads to its record. */
export class AnomalyList {
  readonly element = element('div', { class: 'anomalies' });
  readonly #formats: Formats;
  readonly #texts: AnomalyTexts;
  readonly #goTo: (row: number, field: Field) => void;

  constructor(formats: Formats, goTo: (row: number, field: Field) => void) {
    this.#formats = formats;
    this.#texts = new AnomalyTexts(formats);
    this.#goTo = goTo;
    this.element.addEventListener('keydown', (event) => focusNeighbour(event, this.#entries));
    this.element.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement && target.matches('.entries button')) this.#stopAt(target);
    });
  }

  /** @param mask only anomalies in its rows are listed and counted */
  show(
    store: ColumnStore,
    anomalies: Anomalies,
    mask: Uint8Array | undefined,
    nominals: readonly (number | undefined)[],
  ): void {
    const rows = anomalies.first(mostEntries, mask);
    const several = store.vehicleCount > 1;
    const only = several ? undefined : nominals[0];
    const unknown = Array.from({ length: store.vehicleCount }, (_, vehicle) => nominals[vehicle]).includes(undefined);
    const why = several
      ? t('Energy is not checked for vehicles with unknown nominal capacity.')
      : t('Energy is not checked: the nominal capacity is unknown.');
    const note = unknown ? ` ${why}` : '';
    const here = mask ? anomalies.among(mask) : anomalies;
    const common = [...here.common].map(([kind, count]) =>
      this.#reason(count, `${this.#texts.sentence(kind, anomalies, only)} ${t('Too common to be marked.')}`),
    );
    if (rows.length === 0 && common.length === 0) {
      const all = [...Object.values(anomalies.counts), ...anomalies.common.values()];
      const hidden = all.reduce((sum, count) => sum + count);
      const filteredOut = t(
        'No anomalies in the filtered records. Hidden by filters: {0}.',
        this.#formats.count(hidden),
      );
      const text = hidden > 0 ? filteredOut : t('No anomalies found.');
      this.#show(element('p', { class: 'plot-empty', tabindex: '-1' }, text + note));
      return;
    }
    const reasons = anomalyKinds
      .filter((kind) => here.counts[kind] > 0)
      .map((kind) => {
        const sentence = this.#texts.sentence(kind, anomalies, only);
        const found = rows.filter((row) => anomalies.kindsOf(row).includes(kind));
        const entries = found.map((row) => element('li', {}, this.#entry(store, row, kind)));
        return this.#reason(
          here.counts[kind],
          sentence,
          element('ul', { class: 'entries', 'aria-label': sentence }, ...entries),
        );
      });
    reasons[0]?.querySelector('button')?.setAttribute('tabindex', '0');
    const more = here.records - rows.length;
    const text = more > 0 ? t('More records: {0}.', this.#formats.count(more)) : '';
    this.#show(
      element('ul', { class: 'counts', 'aria-label': t('Anomalies') }, ...reasons, ...common),
      ...(text === '' && note === '' ? [] : [element('p', { class: 'note' }, text + note)]),
    );
  }

  #reason(count: number, sentence: string, ...entries: readonly HTMLElement[]): HTMLElement {
    const words = element('p', {}, element('strong', {}, this.#formats.count(count)), ' ', sentence);
    return element('li', {}, words, ...entries);
  }

  #entry(store: ColumnStore, row: number, kind: AnomalyKind): HTMLElement {
    const start = store.chargeStart.at(row);
    const when = Number.isNaN(start) ? t('unknown') : this.#formats.minute(start);
    const whose = store.vehicleCount > 1 ? [store.vehicles[store.vehicle.values[row] ?? 0] ?? ''] : [];
    const button = element('button', { type: 'button', class: 'link', tabindex: '-1' }, [when, ...whose].join(' · '));
    button.addEventListener('click', () => this.#goTo(row, fieldOfKind[kind]));
    return button;
  }

  /** Clears the list, because its records no longer exist. */
  clear(): void {
    this.#show();
  }

  /** If the focus is on an entry and no anomalies are left, it moves to the text that says so. */
  #show(...content: readonly HTMLElement[]): void {
    replaceKeepingFocus(this.element, content, '.entries button, .plot-empty');
  }

  get #entries(): NodeListOf<HTMLElement> {
    return this.element.querySelectorAll('.entries button');
  }

  /** One entry is in the tab order. */
  #stopAt(entry: HTMLElement): void {
    this.element.querySelector('.entries [tabindex="0"]')?.setAttribute('tabindex', '-1');
    entry.setAttribute('tabindex', '0');
  }
}
