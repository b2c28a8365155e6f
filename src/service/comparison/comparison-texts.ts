import { t } from '../../common/translate.ts';
import type { FieldMapping, Place } from '../field-mapping/field-mapping.ts';
import type { Verdict } from './compare-fields.ts';
import type { AreaName } from './compare-versions.ts';
import { code } from './markdown-text.ts';

export function verdictText(verdict: Verdict): string {
  switch (verdict) {
    case 'equal':
      return t('equal');
    case 'different':
      return `**${t('different')}**`;
    case 'only-v2':
      return t('only in {0}', '2.0');
    case 'only-v3':
      return t('only in {0}', '3');
    case 'absent':
      return '–';
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

/** `3 equal, 1 only in 3`, without counts of zero. */
export function countsText(counts: { equal: number; different: number; onlyV2: number; onlyV3: number }): string {
  return [
    ...(counts.equal > 0 ? [t('{0} equal', counts.equal)] : []),
    ...(counts.different > 0 ? [`**${t('{0} different', counts.different)}**`] : []),
    ...(counts.onlyV2 > 0 ? [t('{0} only in version {1}', counts.onlyV2, '2.0')] : []),
    ...(counts.onlyV3 > 0 ? [t('{0} only in version {1}', counts.onlyV3, '3')] : []),
  ].join(', ');
}

/** The old and the new path. */
export function movedText({ v2, v3 }: Pick<FieldMapping, 'v2' | 'v3'>): string {
  return [...new Set([v2, v3].flatMap((place) => (place ? [code(place.path)] : [])))].join(' → ');
}

export function fieldText(place: Place | undefined): string {
  return place?.field === undefined ? '–' : code(place.field);
}

/** What a move changes beyond the name: `0–1 (fraction) → 0–100 (percent), may be missing`. */
export function changeText({ v2, v3, changes = [], grade }: FieldMapping): string {
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
