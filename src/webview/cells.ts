import { type Field, firstDoubt, publicCodes, reasons } from '../service/columns.ts';
import type { ViewerStrings } from '../records/protocol.ts';
import type { CellProblem, ColumnStore } from './column-store.ts';
import { type Derivation, derive } from './derived.ts';
import type { Formats } from './formats.ts';
import { displayText, fill } from './text.ts';
import { type ColumnId, type DerivedField, isDerived } from './view-columns.ts';

/** A cell in words. */
export interface CellWords {
  readonly text: string;
  /** More than the cell has room for: UTC of a time, all digits of a number, why a derived value is unknown. */
  readonly detail: string;
  /** What is wrong with it; empty if nothing is. */
  readonly problem: string;
  readonly unknown: boolean;
}

/** Puts the records' fields, and what is derived from them, into words. */
export class Cells {
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;
  /** What stands out in a field of a record, beyond what the contract says; empty if nothing does. */
  notes: (row: number, field: Field) => string = () => '';

  constructor(strings: ViewerStrings, formats: Formats) {
    this.#strings = strings;
    this.#formats = formats;
  }

  words(store: ColumnStore, row: number, id: ColumnId): CellWords {
    if (id === 'vehicle') {
      const [text, detail] = textValue(store.vehicles, store.vehicle.values[row]);
      return { text: text ?? this.#strings.unknown, detail, problem: '', unknown: text === undefined };
    }
    return isDerived(id) ? this.#derived(id, derive(store, row, id)) : this.#field(store, row, id);
  }

  #field(store: ColumnStore, row: number, field: Field): CellWords {
    const [text, detail] = this.#value(store, row, field);
    const unknown = text === undefined;
    const broken = store.hasProblem(row, field) ? this.#explain(store.problemsOf(row), field) : '';
    const problem = [broken, this.notes(row, field)].filter(Boolean).join(' ');
    return { text: text ?? this.#strings.unknown, detail, problem, unknown };
  }

  #derived(field: DerivedField, value: Derivation): CellWords {
    const unknown = typeof value !== 'number';
    if (unknown) return { text: this.#strings.unknown, detail: this.#strings[value], problem: '', unknown };
    const formats = this.#formats;
    switch (field) {
      case 'duration': {
        const minutes = Math.round(value / 60_000);
        const text = fill(this.#strings.duration, formats.count(Math.floor(minutes / 60)), String(minutes % 60));
        return { text, detail: '', problem: '', unknown };
      }
      case 'chargeGained':
        return { text: formats.percent(value), detail: '', problem: '', unknown };
      case 'averagePower':
      case 'impliedCapacity':
        return { text: formats.oneDigit(value), detail: String(value), problem: '', unknown };
    }
  }

  /** The value for the cell and its detail; undefined is unknown. */
  #value(store: ColumnStore, row: number, field: Field): readonly [string | undefined, string] {
    switch (field) {
      case 'chargeStart':
      case 'chargeEnd':
        return this.#time(store[field].values[row] ?? NaN);
      case 'energy': {
        const value = store.energy.values[row] ?? NaN;
        return Number.isNaN(value) ? [undefined, ''] : [this.#formats.energy(value), String(value)];
      }
      case 'startPercentRemaining':
      case 'endPercentRemaining': {
        const value = store[field].values[row] ?? NaN;
        return Number.isNaN(value) ? [undefined, ''] : [this.#formats.percent(value), ''];
      }
      case 'isPublic': {
        const code = store.isPublic.values[row];
        if (code === publicCodes.yes) return [this.#strings.yes, ''];
        return [code === publicCodes.no ? this.#strings.no : undefined, ''];
      }
      case 'location':
        return textValue(store.locations, store.location.values[row]);
      case 'chargingType':
        return textValue(store.chargingTypes, store.chargingType.values[row]);
    }
  }

  #time(time: number): readonly [string | undefined, string] {
    if (Number.isNaN(time)) return [undefined, ''];
    const formats = this.#formats;
    const second = formats.zone === 'utc' ? formats.minute(time, 'local') : formats.second(time, 'utc');
    return [formats.minute(time), fill(formats.zone === 'utc' ? this.#strings.localTime : this.#strings.utc, second)];
  }

  #explain(problems: readonly CellProblem[], field: Field): string {
    const sentences = problems
      .filter((problem) => problem.field === field)
      .map(({ reason, received }) => {
        const why = reason === 'wrong-type' ? this.#strings[expected(field)] : this.#strings[reason];
        // A value that stands in the cell needs no repeating, one that doesn't does.
        const repeat = received !== '' && reason !== 'null' && reasons.indexOf(reason) < firstDoubt;
        return repeat ? `${why} ${fill(this.#strings.receivedValue, displayText(received))}` : why;
      });
    return sentences.join(' ');
  }
}

function textValue(texts: readonly string[], code: number | undefined): readonly [string | undefined, string] {
  const text = code === undefined || code === 0 ? undefined : texts[code];
  return text === undefined ? [undefined, ''] : [displayText(text), ''];
}

function expected(field: Field): 'textExpected' | 'numberExpected' | 'booleanExpected' {
  switch (field) {
    case 'energy':
    case 'startPercentRemaining':
    case 'endPercentRemaining':
      return 'numberExpected';
    case 'isPublic':
      return 'booleanExpected';
    default:
      return 'textExpected';
  }
}
