import type { ViewerStrings } from '../../records/protocol/viewer-strings.ts';
import type { Field } from '../../service/records/columns.ts';
import type { ColumnStore } from '../data/column-store.ts';
import {
  type FindingKind,
  type Findings,
  capacityTolerance,
  fieldOf,
  findingKinds,
  firstContractKind,
  longestCharge,
} from '../results/anomalies.ts';
import type { Formats } from '../formats/formats.ts';
import { fill } from '../base/text.ts';

const day = 86_400_000;

/** What stands out, in words: for the list and for the cells. */
export class FindingTexts {
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;

  constructor(strings: ViewerStrings, formats: Formats) {
    this.#strings = strings;
    this.#formats = formats;
  }

  /** @param nominal capacity of the battery that it is about; undefined: of several */
  sentence(kind: FindingKind, { gapLimit }: Findings, nominal: number | undefined): string {
    const strings = this.#strings;
    const days = (time: number) => this.#formats.count(Math.round(time / day));
    switch (kind) {
      case 'overlap':
        return strings.foundOverlap;
      case 'gap':
        return fill(strings.foundGap, days(gapLimit));
      case 'tooLong':
        return fill(strings.foundTooLong, days(longestCharge));
      case 'overCapacity': {
        const losses = this.#formats.percent(capacityTolerance - 1);
        if (nominal === undefined) return fill(strings.foundOverOwnCapacity, losses);
        return fill(strings.foundOverCapacity, this.#formats.energyWithUnit(nominal), losses);
      }
      case 'levelFalls':
        return strings.foundLevelFalls;
      case 'endsBeforeStart':
        return strings['end-before-start'];
      case 'negativeEnergy':
        return strings.negative;
      case 'notAFraction':
        return strings['not-a-fraction'];
    }
  }
}

/** What is to be marked in the table: a sentence for the field of a record; empty if nothing stands out there. */
export function notesOf(
  store: ColumnStore,
  findings: Findings,
  texts: FindingTexts,
  nominals: readonly (number | undefined)[],
): (row: number, field: Field) => string {
  return (row, field) => {
    if (!findings.has(row)) return '';
    const kinds = findings.kindsOf(row).filter((kind) => findingKinds.indexOf(kind) < firstContractKind);
    const here = kinds.filter((kind) => fieldOf(store, row, kind) === field);
    return here.map((kind) => texts.sentence(kind, findings, nominals[store.vehicleOf(row)])).join(' ');
  };
}
