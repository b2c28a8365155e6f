import { t } from '../../common/translate.ts';
import type { FieldMapping, Place } from '../field-mapping/field-mapping.ts';
import { fieldMappings } from '../field-mapping/field-mappings.ts';
import { valueAt, verdictOf } from './compare-fields.ts';
import { type ComparedRecord, inRecord, type RecordField, type VersionComparison } from './compare-versions.ts';
import { areaText, changeText, countsText, fieldText, movedText, verdictText } from './comparison-texts.ts';
import { table } from './markdown-text.ts';
import { alikeValue, rawValue } from './shown-values.ts';
import type { TimedRecord } from './version-reading.ts';

/** YYYY-MM-DD, the days requested from both versions. */
export interface RecordDays {
  readonly startDate: string;
  readonly endDate?: string | undefined;
}

type Records = VersionComparison['records'];

/** Further charges are only counted. */
const mostListed = 200;

export function recordsSection(records: Records, { startDate, endDate }: RecordDays): string {
  const { fields, pairs } = records;
  const [first] = fields;
  const days = endDate === undefined ? t('since {0}', startDate) : t('{0} to {1}', startDate, endDate);
  const parts = [`## ${areaText('records')}, ${days}`, ...(first ? [movedText(first.move)] : [])];
  if (pairs.length === 0) return [...parts, fieldsTable(fields), t('There are no charges to compare.')].join('\n\n');
  return [
    ...parts,
    fieldsTable(fields),
    `### ${t('Charges')}`,
    ...(records.isComplete ? [countsText(countsOf(pairs))] : []),
    chargesTable(records),
    ...leftOut(records),
  ].join('\n\n');
}

function countsOf(pairs: readonly ComparedRecord[]) {
  const equal = pairs.filter(isEqual).length;
  const onlyV2 = pairs.filter(({ v3 }) => !v3).length;
  const onlyV3 = pairs.filter(({ v2 }) => !v2).length;
  return { equal, different: pairs.length - equal - onlyV2 - onlyV3, onlyV2, onlyV3 };
}

function fieldsTable(fields: readonly RecordField[]): string {
  const head = [t('Version {0}', '2.0'), t('Example'), t('Version {0}', '3'), t('Example'), t('Change'), t('Equal')];
  const rows = fields.map(({ move, example, equal, compared }) => [
    fieldText(move.v2),
    rawValue(example.v2),
    fieldText(move.v3),
    rawValue(example.v3),
    changeText(move),
    move.changes?.includes('meaning-differs') ? verdictText('other-meaning') : shareText(equal, compared),
  ]);
  return table(head, rows);
}

function shareText(equal: number, compared: number): string {
  if (compared === 0) return '–';
  const share = t('{0} of {1}', equal, compared);
  return equal === compared ? share : `**${share}**`;
}

/** If there are too many, charges that differ between the sides come first. */
function listed({ pairs }: Records): readonly ComparedRecord[] {
  if (pairs.length <= mostListed) return pairs;
  return pairs.filter((pair) => !isEqual(pair)).slice(0, mostListed);
}

function isEqual({ v2, v3, different }: ComparedRecord): boolean {
  return v2 !== undefined && v3 !== undefined && different.length === 0;
}

function leftOut(records: Records): string[] {
  const left = records.pairs.length - listed(records).length;
  return left === 0 ? [] : [t('{0} more charges are not listed. Compare a shorter range to see them.', left)];
}

function chargesTable(records: Records): string {
  const shown = records.fields.map(({ move }) => move).filter(({ v2, v3 }) => v2 && v3);
  const head = [...shown.map(labelOf), t('Result')];
  const rows = listed(records).map((pair) => [
    ...shown.map((move) => cell(move, pair)),
    resultText(pair, records.isComplete),
  ]);
  return table(head, rows);
}

function labelOf({ id, v2 }: FieldMapping): string {
  switch (id) {
    case 'records.start':
      return t('Start (UTC)');
    case 'records.end':
      return t('End (UTC)');
    case 'records.location':
      return t('Location');
    case 'records.energy':
      return t('Energy');
    case 'records.public':
      return t('Public');
    case 'records.start-level':
      return t('Level at start');
    case 'records.end-level':
      return t('Level at end');
    case 'records.type':
    case 'records.type-newer':
      return t('Type');
    default:
      return fieldText(v2);
  }
}

/** One text if the values of both versions mean the same. */
function cell(move: FieldMapping, { v2, v3 }: ComparedRecord): string {
  const [before, after] = [valueIn(move.v2, v2), valueIn(move.v3, v3)];
  const [left, right] = [alikeValue(move.v2, before), alikeValue(move.v3, after)];
  if (!v2) return right;
  const verdict = verdictOf(move, before, after);
  if (!v3 || verdict === 'equal' || verdict === 'absent') return left;
  if (verdict === 'other-meaning') return `${left} → ${right}`;
  // Rounding must not hide a difference.
  const isAlike = left === right;
  return `2.0: ${isAlike ? rawValue(before) : left} · 3: ${isAlike ? rawValue(after) : right}`;
}

function valueIn(place: Place | undefined, record: TimedRecord | undefined): unknown {
  return place && record && valueAt(record.fields, inRecord(place));
}

function resultText({ v2, v3, different }: ComparedRecord, isComplete: boolean): string {
  if (v2 && v3) {
    if (different.length === 0) return verdictText('equal');
    return `${verdictText('different')}: ${different.map(labelOf).join(', ')}`;
  }
  if (!isComplete) return t('not compared');
  if (v2) return verdictText('only-v2');
  return v3 && !hasEnd(v3) ? `${verdictText('only-v3')}: ${t('no end yet')}` : verdictText('only-v3');
}

const endMove = fieldMappings.find(({ id }) => id === 'records.end');

/** In version 3, a charge that is ongoing has no end. */
function hasEnd(record: TimedRecord): boolean {
  return valueIn(endMove?.v3, record) !== undefined;
}
