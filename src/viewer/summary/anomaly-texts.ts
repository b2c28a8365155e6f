import type { ViewerStrings } from '../messages/viewer-strings.ts';
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
import { fill } from '../base/text.ts';

const day = 86_400_000;

/** Describes anomalies: for the list and for the cells. */
export class AnomalyTexts {
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;

  constructor(strings: ViewerStrings, formats: Formats) {
    this.#strings = strings;
    this.#formats = formats;
  }

  /** @param nominal capacity of the battery in question; undefined: there are several */
  sentence(kind: AnomalyKind, { gapLimit }: Anomalies, nominal: number | undefined): string {
    const strings = this.#strings;
    const days = (time: number) => this.#formats.count(Math.round(time / day));
    switch (kind) {
      case 'overlap':
        return strings.anomalyOverlap;
      case 'gap':
        return fill(strings.anomalyGap, days(gapLimit));
      case 'tooLong':
        return fill(strings.anomalyTooLong, days(longestCharge));
      case 'overCapacity': {
        const losses = this.#formats.percent(capacityTolerance - 1);
        if (nominal === undefined) return fill(strings.anomalyOverOwnCapacity, losses);
        return fill(strings.anomalyOverCapacity, this.#formats.energyWithUnit(nominal), losses);
      }
      case 'levelFalls':
        return strings.anomalyLevelFalls;
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
