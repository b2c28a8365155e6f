import { t } from '../../common/translate.ts';
import {
  type Field,
  allFields,
  fieldIndex,
  type Reason,
  firstDoubt,
  notKept,
  publicCodes,
  reasons,
} from '../../service/records/columns.ts';
import { durationText } from '../results/summary-texts.ts';
import type { CellProblem, ColumnStore } from '../data/column-store.ts';
import { columnLabels, columnNames } from '../data/column-labels.ts';
import { type Derivation, derive, isOngoing, writtenDuration } from '../data/derived.ts';
import type { Formats } from '../formats/formats.ts';
import { chargingTypeName } from '../../common/text/charging-type.ts';
import { memoize } from '../../common/text/memoize.ts';
import { displayText } from '../base/text.ts';
import {
  type ColumnId,
  type DerivedField,
  type TextColumn,
  carriers,
  columnIds,
  isDerived,
  isTextColumn,
  textLists,
} from '../data/view-columns.ts';

type NumberField = Exclude<Field, TextColumn | 'isPublic' | 'cost'>;

const minute = 60_000;

/** The content of a cell as text. */
export interface CellWords {
  readonly text: string;
  /** What the cell has no room for: a time in UTC, further digits of a number, why a derived value is unknown. */
  readonly detail: string;
  /** What is wrong with the value; empty if nothing is. */
  readonly problem: string;
  readonly unknown: boolean;
  /** Whether the other side of a comparison has another value, which the text shows first. */
  readonly changed?: boolean;
}

/** The bit of a pair that differs in what no field shows. */
const otherBit = 1 << allFields.length;

/** Formats the records' fields, and the values derived from them, as text. */
export class CellTexts {
  readonly #formats: Formats;
  readonly #label: (id: ColumnId) => string;
  readonly #names = columnNames();
  /** The text of a cell whose value is unknown. */
  readonly unknown = t('unknown');
  /** Anomalies in a field of a record, in addition to breaches of the contract; empty if there are none. */
  notes: (row: number, field: Field) => string = () => '';

  /** The fields whose problems are reported in the cells of each column. */
  #reported: ReadonlyMap<ColumnId, readonly Field[]> = new Map(allFields.map((field) => [field, [field]]));

  constructor(formats: Formats) {
    this.#formats = formats;
    this.#label = columnLabels(formats);
  }

  /** A number as a spreadsheet in the user's language takes it: with another separator, it would be text or a date. */
  exactly(value: number): string {
    return String(value).replace('.', this.#formats.decimal);
  }

  /** @param shown the columns on screen: the problems of a field without its own column are reported in another one */
  showColumns(shown: readonly ColumnId[]): void {
    const placeOf = (field: Field): ColumnId => (shown.includes(field) ? field : (carriers[field] ?? field));
    this.#reported = new Map(columnIds.map((id) => [id, allFields.filter((field) => placeOf(field) === id)]));
  }

  /**
   * The text of a cell that has no more to report, like most cells while rows scroll by; undefined for a cell that is
   * unknown or marked.
   */
  plain(store: ColumnStore, row: number, id: ColumnId): string | undefined {
    for (const field of this.#reported.get(id) ?? []) {
      if (store.hasProblem(row, field) || this.notes(row, field) !== '') return undefined;
    }
    if (this.#isChanged(store, row, id)) return undefined;
    return this.text(store, row, id);
  }

  /** The text of a cell, marked or not; undefined if unknown. For large numbers of cells: `words` takes much longer. */
  text(store: ColumnStore, row: number, id: ColumnId): string | undefined {
    const text = this.#ownText(store, row, id);
    return this.#isChanged(store, row, id) ? this.#bothTexts(store, row, id, text) : text;
  }

  #isChanged(store: ColumnStore, row: number, id: ColumnId): boolean {
    const bits = store.changedFields(row);
    return bits !== 0 && (this.#reported.get(id) ?? []).some((field) => (bits & (1 << fieldIndex[field])) !== 0);
  }

  /** `AC → Type 2`; only one text if both values are displayed the same. */
  #bothTexts(store: ColumnStore, row: number, id: ColumnId, after = this.unknown): string {
    const before = this.#ownText(store, store.partnerOf(row), id) ?? this.unknown;
    return before === after ? after : `${before} ${id === 'levels' ? '⇒' : '→'} ${after}`;
  }

  /** `Energy: 20.00 → 21.50`, whether the field has a column on screen or not. */
  #differenceText(store: ColumnStore, row: number): string | undefined {
    const bits = store.changedFields(row);
    const changed = allFields.filter((field) => (bits & (1 << fieldIndex[field])) !== 0);
    const texts = changed.map((field) => {
      const both = this.#bothTexts(store, row, field, this.#ownText(store, row, field));
      return `${this.#names[field]}: ${both}`;
    });
    if ((bits & otherBit) !== 0) texts.push(t('other fields'));
    return texts.length > 0 ? texts.join(', ') : textValue(store, row, 'difference');
  }

  /** The same without the value of the other side. */
  #ownText(store: ColumnStore, row: number, id: ColumnId): string | undefined {
    if (id === 'vehicle') return textValue(store, row, id);
    if (id === 'difference') return this.#differenceText(store, row);
    if (!isDerived(id)) return this.#text(store, row, id);
    const value = derive(store, row, id);
    if (id === 'duration' && value === 'ongoing') return t('ongoing');
    return typeof value === 'number' ? this.#derivedText(id, value, store, row) : undefined;
  }

  words(store: ColumnStore, row: number, id: ColumnId): CellWords {
    const own = this.#ownWords(store, row, id);
    if (!this.#isChanged(store, row, id)) return own;
    const before = this.#ownWords(store, store.partnerOf(row), id);
    const exact = (of: CellWords) => of.detail || of.text;
    const isAlike = before.text === own.text;
    return {
      text: this.#bothTexts(store, row, id, own.text),
      // Rounding must not hide a difference.
      detail: isAlike ? `${exact(before)} → ${exact(own)}` : own.detail,
      problem: own.problem,
      unknown: false,
      changed: true,
    };
  }

  #ownWords(store: ColumnStore, row: number, id: ColumnId): CellWords {
    if (id === 'vehicle' || id === 'difference') {
      const text = this.#ownText(store, row, id);
      return { text: text ?? this.unknown, detail: '', problem: '', unknown: text === undefined };
    }
    return isDerived(id) ? this.#derived(id, store, row) : this.#field(store, row, id);
  }

  #field(store: ColumnStore, row: number, field: Field): CellWords {
    const text = this.#text(store, row, field);
    const unknown = text === undefined;
    const problem = this.#problem(store, row, field);
    const detail = unknown ? '' : this.#detail(store, row, field);
    return { text: text ?? this.unknown, detail, problem, unknown };
  }

  /** The problems of the fields that a cell reports; a field is named if the column is not its own. */
  #problem(store: ColumnStore, row: number, id: ColumnId): string {
    const problems = (this.#reported.get(id) ?? []).map((field) => {
      const broken = store.hasProblem(row, field) ? this.#explain(store.problemsOf(row), field) : '';
      const problem = [broken, this.notes(row, field)].filter(Boolean).join(' ');
      return problem === '' || field === id ? problem : `${this.#label(field)}: ${problem}`;
    });
    return problems.filter(Boolean).join(' ');
  }

  #derived(field: DerivedField, store: ColumnStore, row: number): CellWords {
    const value = derive(store, row, field);
    const unknown = typeof value !== 'number';
    const problem = this.#problem(store, row, field);
    // A problem already explains the cell, so no further reason is given.
    const detail = problem === '' && unknown ? missingTexts()[value] : '';
    if (field === 'duration' && value === 'ongoing') {
      return { text: t('ongoing'), detail, problem, unknown: false };
    }
    if (unknown) return { text: this.unknown, detail, problem, unknown };
    const text = this.#derivedText(field, value, store, row);
    return { text, detail: this.#derivedDetail(field, value, store, row), problem, unknown };
  }

  #derivedText(field: DerivedField, value: number, store: ColumnStore, row: number): string {
    const formats = this.#formats;
    switch (field) {
      case 'duration':
        return durationText(formats, writtenDuration(store, row));
      case 'levels':
        return `${Math.round(store.startPercentRemaining.at(row) * 100)} → ${formats.percent(value)}`;
      case 'chargeGained':
        return formats.percent(value);
      case 'averagePower':
      case 'impliedCapacity':
        return formats.oneDigit(value);
    }
  }

  #derivedDetail(field: DerivedField, value: number, store: ColumnStore, row: number): string {
    const formats = this.#formats;
    switch (field) {
      case 'duration':
        return value % minute === 0 ? '' : formats.seconds(value / 1000);
      case 'levels': {
        const start = store.startPercentRemaining.at(row);
        const exact = () => `${formats.exactPercent(start)} → ${formats.exactPercent(value)}`;
        return moreOfPercent(start) || moreOfPercent(value) ? exact() : '';
      }
      case 'chargeGained':
        return moreOfPercent(value) ? formats.exactPercent(value) : '';
      case 'averagePower':
      case 'impliedCapacity':
        return Math.round(value * 1000) % 100 === 0 ? '' : formats.count(value);
    }
  }

  /** Undefined if unknown. */
  #text(store: ColumnStore, row: number, field: Field): string | undefined {
    if (isTextColumn(field)) return textValue(store, row, field);
    switch (field) {
      case 'cost': {
        const cost = store.cost.at(row);
        return Number.isNaN(cost) ? undefined : this.#formats.money(cost, store.currencies[store.currency.at(row)]);
      }
      case 'isPublic': {
        const code = store.isPublic.values[row];
        if (code === publicCodes.yes) return t('Yes');
        return code === publicCodes.no ? t('No') : undefined;
      }
      default: {
        const value = store[field].at(row);
        if (field === 'chargeEnd' && isOngoing(store, row)) return t('ongoing');
        return Number.isNaN(value) ? undefined : this.#numberText(field, value);
      }
    }
  }

  #numberText(field: NumberField, value: number): string {
    switch (field) {
      case 'chargeStart':
      case 'chargeEnd':
        return this.#formats.minute(value);
      case 'energy':
        return this.#formats.energy(value);
      case 'startPercentRemaining':
      case 'endPercentRemaining':
        return this.#formats.percent(value);
      case 'latitude':
      case 'longitude':
        return this.#formats.degrees(value);
    }
  }

  /** The detail of a known value. */
  #detail(store: ColumnStore, row: number, field: Field): string {
    switch (field) {
      case 'chargeStart':
      case 'chargeEnd': {
        const time = store[field].at(row);
        if (Number.isNaN(time)) return t('The record has no end: the charge is ongoing.');
        const formats = this.#formats;
        if (formats.zone === 'utc') return t('{0} local time', formats.minute(time, 'local'));
        return t('{0} UTC', formats.second(time, 'utc'));
      }
      case 'energy':
      case 'cost':
        return this.#moreDigits(store[field].at(row), 100);
      case 'latitude':
      case 'longitude':
        return this.#moreDigits(store[field].at(row), 100_000);
      case 'startPercentRemaining':
      case 'endPercentRemaining': {
        const level = store[field].at(row);
        return moreOfPercent(level) ? this.#formats.exactPercent(level) : '';
      }
      case 'chargingType': {
        const type = store.chargingTypes[store.chargingType.at(row)] ?? '';
        return chargingTypeName(type) === type ? '' : displayText(type);
      }
      default:
        return '';
    }
  }

  /** The number in full, if it has more than these digits. */
  #moreDigits(value: number, scale: number): string {
    return value === Math.round(value * scale) / scale ? '' : this.#formats.exact(value);
  }

  #explain(problems: readonly CellProblem[], field: Field): string {
    const sentences = problems
      .filter((problem) => problem.field === field)
      .map(({ reason, received }) => {
        const why = reasonText(reason, field);
        // The received value is repeated only if the cell does not show it.
        const repeat = received !== '' && reason !== 'null' && reasons.indexOf(reason) < firstDoubt;
        return repeat ? `${why} ${this.#receivedText(received)}` : why;
      });
    return sentences.join(' ');
  }

  #receivedText(received: string): string {
    if (received === notKept) return t('The received value was not kept: there were too many.');
    return t('Received: {0}', displayText(received));
  }
}

/** Whether a fraction has digits that whole percents lack, beyond those that 32 bits add. */
function moreOfPercent(fraction: number): boolean {
  return Math.abs(fraction * 100 - Math.round(fraction * 100)) > 1e-5;
}

const shownText = memoize(displayText);
const shownType = memoize((type: string) => displayText(chargingTypeName(type)));

function textValue(store: ColumnStore, row: number, id: TextColumn): string | undefined {
  const code = store[id].values[row] ?? 0;
  const text = code === 0 ? undefined : store[textLists[id]][code];
  if (text === undefined) return undefined;
  return id === 'chargingType' ? shownType(text) : shownText(text);
}

/** Why a derived value is unknown. */
const missingTexts = (): Readonly<Record<Exclude<Derivation, number>, string>> => ({
  timesUnknown: t('Start or end is unknown.'),
  timesReversed: t('The charge ends before it starts.'),
  ongoing: t('The record has no end: the charge is ongoing.'),
  noTime: t('Start and end are equal.'),
  energyUnknown: t('The energy is unknown or invalid.'),
  levelsUnknown: t('A level is unknown or invalid.'),
  levelFell: t('The level fell.'),
  gainTooSmall: t('The gain is too small: levels are whole percents.'),
});

/** What is wrong with a field. */
function reasonText(reason: Reason, field: Field): string {
  const texts: Readonly<Record<Exclude<Reason, 'wrong-type'>, string>> = {
    'not-a-record': t('Expected an object.'),
    missing: t('The field is missing.'),
    null: t('The field is null.'),
    'not-a-timestamp': t('Expected an ISO 8601 timestamp in UTC.'),
    'not-a-day': t('This date does not exist.'),
    'far-off': t('The year is not between 2000 and 2099.'),
    'too-large': t('The number is too large.'),
    'end-before-start': t('The charge ends before it starts.'),
    'not-a-fraction': t('The level is not between 0% and 100%.'),
    negative: t('The value is negative.'),
    'no-such-place': t('Latitudes are between −90 and 90, longitudes between −180 and 180.'),
  };
  if (reason !== 'wrong-type') return texts[reason];
  switch (field) {
    case 'energy':
    case 'cost':
    case 'latitude':
    case 'longitude':
    case 'startPercentRemaining':
    case 'endPercentRemaining':
      return t('Expected a number.');
    case 'isPublic':
      return t('Expected true or false.');
    default:
      return t('Expected a string.');
  }
}
