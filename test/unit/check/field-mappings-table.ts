import { type FieldMapping, fieldMappings, type Place } from '../../../src/service/field-mapping/field-mappings.ts';

/** Words of the table in each language of the help. */
const words = {
  en: { gone: '(gone)', added: '(new)', grades: { A: 'official', B: 'preview, or follows', C: 'reported' } },
  de: { gone: '(entfällt)', added: '(neu)', grades: { A: 'offiziell', B: 'Vorschau oder Folgerung', C: 'berichtet' } },
} as const;

/** The rows of the help's field mapping, as Markdown without padding. */
export function fieldMappingTable(language: keyof typeof words): string[] {
  const { gone, added, grades } = words[language];
  return fieldMappings.map(
    ({ v2, v3, grade }: FieldMapping) => `| ${cell(v2, added)} | ${cell(v3, gone)} | ${grades[grade]} |`,
  );
}

function cell(place: Place | undefined, none: string): string {
  if (!place) return none;
  const { path, field, unit, scale } = place;
  const code = [path, field].flatMap((part) => (part === undefined ? [] : [`\`${part}\``])).join(' ');
  const more = [unit, scale?.replace('-', '–')].filter((part) => part !== undefined && part !== 'percent');
  return more.length === 0 ? code : `${code} (${more.join(', ')})`;
}
