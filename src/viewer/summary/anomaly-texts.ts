import { t } from '../../common/translate.ts';
import type { Field } from '../../service/records/columns.ts';
import type { ColumnStore } from '../data/column-store.ts';
import {
  type AnomalyKind,
  type Anomalies,
  capacityTolerance,
  fieldOfKind,
  longestCharge,
} from '../results/anomalies.ts';
import type { Formats } from '../formats/formats.ts';

const day = 86_400_000;

/** Describes anomalies: for the list and for the cells. */
export class AnomalyTexts {
  readonly #formats: Formats;

  constructor(formats: Formats) {
    this.#formats = formats;
  }

  /** @param nominal capacity of the battery in question; undefined: there are several */
  sentence(kind: AnomalyKind, { gapLimit }: Anomalies, nominal: number | undefined): string {
    const days = (time: number) => this.#formats.count(Math.round(time / day));
    switch (kind) {
      case 'overlap':
        return t('Overlaps an earlier charge.');
      case 'gap':
        return t('First charge after an unusually long gap (over {0} days).', days(gapLimit));
      case 'tooLong':
        return t('Lasts longer than {0} days.', days(longestCharge));
      case 'overCapacity': {
        const losses = this.#formats.percent(capacityTolerance - 1);
        if (nominal === undefined)
          return t('More energy than the vehicle’s battery holds (plus {0} for losses).', losses);
        return t(
          'More energy than the battery holds ({0}, plus {1} for losses).',
          this.#formats.energyWithUnit(nominal),
          losses,
        );
      }
      case 'levelFalls':
        return t('The level falls during the charge.');
    }
  }
}

/** The marks in the table: a sentence for a field of a record; empty if the field has no anomaly. */
export function notesOf(
  store: ColumnStore,
  anomalies: Anomalies,
  texts: AnomalyTexts,
  nominals: readonly (number | undefined)[],
): (row: number, field: Field) => string {
  return (row, field) => {
    if (!anomalies.has(row)) return '';
    const here = anomalies.kindsOf(row).filter((kind) => fieldOfKind[kind] === field);
    return here.map((kind) => texts.sentence(kind, anomalies, nominals[store.vehicleOf(row)])).join(' ');
  };
}
