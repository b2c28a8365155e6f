import { accountLabel } from '../../common/account-label.ts';
import { t } from '../../common/translate.ts';
import { vehicleName } from '../../common/vehicle-names.ts';
import type { FieldComparison } from './compare-fields.ts';
import type { AreaName, VersionComparison } from './compare-versions.ts';
import { areaText, changeText, countsText, fieldText, movedText, verdictText } from './comparison-texts.ts';
import { code, escaped, table } from './markdown-text.ts';
import { type RecordDays, recordsSection } from './records-markdown.ts';
import { rawValue, timeText } from './shown-values.ts';
import type { Failure } from './version-reading.ts';

export interface MarkdownOptions extends RecordDays {
  /** For the heading, if neither version gives the vehicle's name. */
  readonly vehicleId: string;
  /** When the data was read, in milliseconds since 1970. */
  readonly readAt: number;
}

/** A comparison as a document to read and to share. Texts from the service are code in it, never Markdown. */
export function comparisonMarkdown(comparison: VersionComparison, options: MarkdownOptions): string {
  const { values, records } = comparison;
  const name = escaped(comparedName(comparison) ?? options.vehicleId);
  const parts = [
    `# ${t('{0}: version 2.0 and version 3', name)}`,
    sidesTable(comparison),
    t('Read on {0} UTC.', timeText(options.readAt - (options.readAt % 60_000))),
    ...missingNotes(comparison),
    ...failureNotes(comparison),
    ...(['vehicle', 'permissions', 'capacity'] as const).map((area) => valuesSection(area, values[area])),
    ...unknownNotes(comparison.unknown),
    recordsSection(records, options),
    ...unknownNotes(records.unknown),
    '---',
    t('Where a field moved is taken from the public documentation of version 3. “Reported” is what third parties say.'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** `BMW i4 (2023)`, as far as either version gives these. */
function comparedName({ values }: VersionComparison): string | undefined {
  const [make, model, year] = ['make', 'model', 'year'].map((name) => {
    const row = values.vehicle.find(({ move }) => move.v2?.field === name);
    return row?.v2 ?? row?.v3;
  });
  if (typeof make !== 'string' || typeof model !== 'string' || typeof year !== 'number') return undefined;
  return vehicleName({ make, model, year });
}

function sidesTable({ sides: { v2, v3 } }: VersionComparison): string {
  const sides = [v2, v3].map((side) =>
    'missing' in side
      ? undefined
      : [side.environment, accountLabel(side.account.label, side.environment, 100), side.account.id, side.vehicleId],
  );
  const labels = [t('Environment'), t('Account'), t('Owner ID'), t('Vehicle ID')];
  const rows = labels.map((label, at) => [label, ...sides.map((side) => (side ? code(side[at] ?? '') : '–'))]);
  return table(['', t('Version {0}', '2.0'), t('Version {0}', '3')], rows);
}

function missingNotes({ sides: { v2, v3 } }: VersionComparison): string[] {
  const note = (version: string, { message, nextStep }: Failure) =>
    `> **${t('Version {0}', version)}:** ${escaped(`${message} ${nextStep}`)}`;
  return [...('missing' in v2 ? [note('2.0', v2.missing)] : []), ...('missing' in v3 ? [note('3', v3.missing)] : [])];
}

function failureNotes({ failures }: VersionComparison): string[] {
  if (failures.length === 0) return [];
  const lines = failures.map(
    ({ version, area, message, nextStep }) =>
      `- **${t('Version {0}', version)}, ${areaText(area)}:** ${escaped(`${message} ${nextStep}`)}`,
  );
  return [`## ${t('Could not be read')}`, lines.join('\n')];
}

function valuesSection(area: AreaName, rows: readonly FieldComparison[]): string {
  const head = [t('Version {0}', '2.0'), t('Value'), t('Version {0}', '3'), t('Value'), t('Change'), t('Result')];
  const lines = rows.map((row) => [
    fieldText(row.move.v2),
    rawValue(row.v2),
    fieldText(row.move.v3),
    rawValue(row.v3),
    changeText(row.move),
    verdictText(row.verdict),
  ]);
  const [first] = rows;
  const verdicts = rows.map(({ verdict }) => verdict);
  return [
    `## ${areaText(area)}`,
    ...(first ? [movedText(first.move)] : []),
    countsText({
      equal: verdicts.filter((verdict) => verdict === 'equal').length,
      different: verdicts.filter((verdict) => verdict === 'different').length,
      onlyV2: verdicts.filter((verdict) => verdict === 'only-v2').length,
      onlyV3: verdicts.filter((verdict) => verdict === 'only-v3').length,
    }),
    table(head, lines),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Only their names, because their content is unknown. */
function unknownNotes({ v2, v3 }: VersionComparison['unknown']): string[] {
  const note = (version: string, names: readonly string[]) =>
    names.length === 0
      ? []
      : [`- ${t('Unknown fields of version {0}: {1}', version, names.slice(0, 20).map(code).join(', '))}`];
  const notes = [...note('2.0', v2), ...note('3', v3)];
  return notes.length === 0 ? [] : [notes.join('\n')];
}
