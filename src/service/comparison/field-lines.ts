import { chargingTypeName } from '../../common/text/charging-type.ts';
import { plainText } from '../../common/text/plain-text.ts';
import { t } from '../../common/translate.ts';
import type { FieldMapping, Place } from '../field-mapping/field-mappings.ts';
import type { AreaName, FieldComparison, RecordField, Verdict, VersionComparison } from './compare-versions.ts';
import type { FieldLine } from './field-line.ts';
import { parseUrl } from '../../common/missing-in-node-20.ts';

/** All fields, each with its values; of charge records, those of one charge. */
export function fieldLines({ values, records }: VersionComparison): readonly FieldLine[] {
  return [
    ...[...values.vehicle, ...values.permissions, ...values.capacity].map((row) =>
      lineOf(row, verdictText(row.verdict)),
    ),
    ...records.fields.map((row) => lineOf(row, resultOf(row))),
  ];
}

function lineOf({ mapping, verdict, v2, v3 }: FieldComparison, result: string): FieldLine {
  return {
    v2: mapping.v2?.field ?? '',
    v3: mapping.v3?.field ?? '',
    v2Value: v2 === undefined ? '' : rawTexts(v2).join(', '),
    v3Value: v3 === undefined ? '' : rawTexts(v3).join(', '),
    change: changeText(mapping),
    result,
    isEqual: verdict === 'equal' || verdict === 'absent',
    differs: differs({ mapping, verdict }),
  };
}

/** Of charge records, in how many charges. */
function resultOf({ verdict, equal, compared }: RecordField): string {
  return compared > 0 && verdict === 'different' ? t('{0} of {1} equal', equal, compared) : verdictText(verdict);
}

function differs({ mapping: { v2, v3 }, verdict }: Pick<FieldComparison, 'mapping' | 'verdict'>): boolean {
  return verdict === 'different' || (v2 !== undefined && v3 !== undefined && verdict.startsWith('only'));
}

/** `Version 3 names connector types (AC → Type 2) in all 28; no other difference.` */
export function verdictSentence({ values, records, failures, sides }: VersionComparison): string {
  const { pairs, renamed, isComplete } = records;
  const both = pairs.filter(({ older, newer }) => older !== undefined && newer !== undefined);
  const names = [...new Set(renamed.map(({ from, to }) => `${typeText(from)} → ${typeText(to)}`))];
  const types = [...names.slice(0, 4), ...(names.length > 4 ? ['…'] : [])].join(', ');
  const named =
    both.length > 1 && renamed.length === both.length
      ? t('Version 3 names connector types ({0}) in all {1}', types, both.length)
      : t('Version 3 names connector types ({0}) in {1} of {2}', types, renamed.length, both.length);
  const different = Object.values(values).flat().filter(differs).length;
  const changed = both.filter((pair) => pair.different.length > 0).length;
  const lacking = (side: 'older' | 'newer') =>
    isComplete ? pairs.filter((pair) => pair[side] === undefined).length : 0;
  const isRead = failures.length === 0 && !Object.values(sides).some((side) => 'missing' in side);
  const found = [
    different > 0 && (different === 1 ? t('1 value differs') : t('{0} values differ', different)),
    changed > 0 && (changed === 1 ? t('1 charge differs') : t('{0} charges differ', changed)),
    lacking('newer') > 0 && t('charges only in version {0}: {1}', '2.0', lacking('newer')),
    lacking('older') > 0 && t('charges only in version {0}: {1}', '3', lacking('older')),
    !isRead && t('not everything could be read'),
  ].filter((text) => text !== false);
  const none = renamed.length > 0 ? t('no other difference') : t('no difference');
  const sentence = [...(renamed.length > 0 ? [named] : []), found.join(', ') || none].join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function typeText(type: string): string {
  return plainText(chargingTypeName(type), 60);
}

/** `14 fields move, 2 change scale, 1 changes meaning` */
export function movesText({ values, records }: VersionComparison): string {
  const mappings = [...Object.values(values).flat(), ...records.fields].map(({ mapping }) => mapping);
  const [moved, scaled] = [
    mappings.filter(isMoved).length,
    mappings.filter(({ changes }) => changes?.includes('scale')).length,
  ];
  const reworded = mappings.filter(({ changes }) => changes?.includes('meaning-differs')).length;
  return [
    moved === 1 ? t('1 field moves') : t('{0} fields move', moved),
    ...(scaled === 0 ? [] : [scaled === 1 ? t('1 changes scale') : t('{0} change scale', scaled)]),
    ...(reworded === 0 ? [] : [reworded === 1 ? t('1 changes meaning') : t('{0} change meaning', reworded)]),
  ].join(', ');
}

/** What could not be read besides charge records, and what to do about it. */
export function unreadTexts({ failures }: VersionComparison): readonly string[] {
  return failures
    .filter(({ area }) => area !== 'records')
    .map(
      ({ version, area, message, nextStep }) =>
        `${t('Version {0}', version)}, ${areaText(area)}: ${message} ${nextStep}`,
    );
}

/** Whether a field that both versions have is found elsewhere, or by another name. */
function isMoved({ v2, v3 }: FieldMapping): boolean {
  return v2 !== undefined && v3 !== undefined && (v2.path !== v3.path || v2.field !== v3.field);
}

function verdictText(verdict: Verdict): string {
  switch (verdict) {
    case 'equal':
      return t('equal');
    case 'different':
      return t('different');
    case 'only-v2':
      return t('only in {0}', '2.0');
    case 'only-v3':
      return t('only in {0}', '3');
    case 'absent':
      return t('no value');
    case 'other-meaning':
      return t('different meaning');
    case 'not-read':
      return t('not read');
  }
}

export function areaText(area: AreaName): string {
  switch (area) {
    case 'vehicle':
      return t('Vehicle');
    case 'permissions':
      return t('Permissions');
    case 'capacity':
      return t('Battery capacity');
    case 'records':
      return t('Charge records');
  }
}

function changeText({ v2, v3, changes = [], grade }: FieldMapping): string {
  return [
    ...(v3 === undefined ? [t('removed')] : []),
    ...(v2 === undefined ? [t('new')] : []),
    ...unitChange(v2, v3),
    ...(changes.includes('text-to-object') ? [t('text → object')] : []),
    ...(changes.includes('other-id') ? [t('by another ID')] : []),
    ...(changes.includes('may-be-missing') ? [t('may be missing')] : []),
    ...(grade === 'C' ? [t('reported')] : []),
  ].join(', ');
}

function unitChange(v2: Place | undefined, v3: Place | undefined): string[] {
  if (v2?.scale !== v3?.scale) return [`${scaleText(v2)} → ${scaleText(v3)}`];
  if (v3?.unit === undefined) return [];
  return [v2?.unit === undefined ? t('unit: {0}', v3.unit) : `${v2.unit} → ${v3.unit}`];
}

function scaleText(place: Place | undefined): string {
  return place?.scale === '0-100' ? t('0–100 (percent)') : t('0–1 (fraction)');
}

/**
 * A value as received: the texts of a list, or a single one. Addresses, which may contain a token, and coordinates are
 * left out.
 */
export function rawTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [withoutSecret(value)];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.map(withoutSecret);
  return [JSON.stringify(value, (name, each: unknown) => shownMember(name, each))];
}

function withoutSecret(text: string): string {
  const url = /^\w+:\/\//.test(text) ? parseUrl(text) : undefined;
  return url ? t('{0}… (not shown, may contain a token)', `${url.protocol}//${url.host}/`) : text;
}

function shownMember(name: string, value: unknown): unknown {
  if (name === 'latitude' || name === 'longitude') return t('(not shown)');
  return typeof value === 'string' ? withoutSecret(value) : value;
}
