import { accountLabel, vehicleName } from '../../common/vehicle-names.ts';
import { dayText, tableTime } from '../../common/text/dates.ts';
import { t } from '../../common/translate.ts';
import { type Field, fieldKinds } from '../records/columns.ts';
import type { RecordRow } from '../records/record-rows.ts';
import type { RecordPair } from './compare-records.ts';
import type { VersionComparison } from './compare-versions.ts';
import type { FieldLine } from './field-line.ts';
import { areaText, fieldLines, movesText, verdictSentence } from './field-lines.ts';
import type { Failure } from './read-version.ts';
import { plainText } from '../../common/text/plain-text.ts';

export interface MarkdownOptions {
  /** For the heading, if neither version gives the vehicle's name. */
  readonly vehicleId: string;
  /** YYYY-MM-DD, the days requested from both versions. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** When the data was read, in milliseconds since 1970. */
  readonly readAt: number;
  /** BCP 47. */
  readonly language: string;
}

/** Further charges are only counted. */
const mostListed = 200;

/**
 * A comparison as a document to save and to share: the verdict, then what differs. Texts from the service are code in
 * it, never Markdown.
 */
export function comparisonMarkdown(comparison: VersionComparison, options: MarkdownOptions): string {
  const { records, unknown } = comparison;
  const name = escaped(comparedName(comparison) ?? options.vehicleId);
  const lines = fieldLines(comparison);
  const equal = lines.filter(({ isEqual }) => isEqual).map(movedText);
  const parts = [
    `# ${t('{0}: version 2.0 and version 3', name)}`,
    `**${escaped(verdictSentence(comparison))}**`,
    sidesTable(comparison),
    t('Read on {0} UTC.', tableTime(options.readAt)),
    ...failureNotes(comparison),
    `## ${t('Fields')}`,
    `${movesText(comparison)}.`,
    differencesTable(lines.filter(({ isEqual }) => !isEqual)),
    ...(equal.length === 0 ? [] : [`${t('The same in both:')} ${equal.join(', ')}`]),
    ...unknownNotes('2.0', [...unknown.v2, ...records.unknown.v2]),
    ...unknownNotes('3', [...unknown.v3, ...records.unknown.v3]),
    `## ${areaText('records')}${daysText(options)}`,
    ...chargesSection(records),
    '---',
    t('Where a field moved is taken from the public documentation of version 3. “Reported” is what third parties say.'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** `BMW i4 (2023)`, as far as either version gives these. */
function comparedName({ values }: VersionComparison): string | undefined {
  const [make, model, year] = ['make', 'model', 'year'].map((name) => {
    const row = values.vehicle.find(({ mapping }) => mapping.v2?.field === name);
    return row?.v2 ?? row?.v3;
  });
  if (typeof make !== 'string' || typeof model !== 'string' || typeof year !== 'number') return undefined;
  return vehicleName({ make, model, year });
}

function daysText({ startDate, endDate, language }: MarkdownOptions): string {
  if (startDate === undefined) return '';
  const [first, last] = [startDate, endDate].map((day) => day && dayText(day, language));
  return `, ${last === undefined ? t('since {0}', first ?? '') : t('{0} to {1}', first ?? '', last)}`;
}

/** With seconds unless they are zero: two versions may differ in them. */
function secondText(time: number): string {
  const seconds = Math.floor(time / 1000) % 60;
  return seconds === 0 ? tableTime(time) : `${tableTime(time)}:${String(seconds).padStart(2, '0')}`;
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

function failureNotes({ sides: { v2, v3 }, failures }: VersionComparison): string[] {
  const note = (of: string, { message, nextStep }: Failure) => `- **${of}:** ${escaped(`${message} ${nextStep}`)}`;
  const lines = [
    ...('missing' in v2 ? [note(t('Version {0}', '2.0'), v2.missing)] : []),
    ...('missing' in v3 ? [note(t('Version {0}', '3'), v3.missing)] : []),
    ...failures.map(({ version, area, ...failure }) =>
      note(`${t('Version {0}', version)}, ${areaText(area)}`, failure),
    ),
  ];
  return lines.length === 0 ? [] : [`## ${t('Could not be read')}`, lines.join('\n')];
}

function differencesTable(lines: readonly FieldLine[]): string {
  const sides = ['2.0', '3'].flatMap((version) => [t('Version {0}', version), t('Value in {0}', version)]);
  const cell = (text: string) => (text === '' ? '–' : code(text));
  return table(
    [t('Result'), ...sides, t('Change')],
    lines.map(({ v2, v2Value, v3, v3Value, change, result }) => [
      result,
      ...[v2, v2Value, v3, v3Value].map(cell),
      change,
    ]),
  );
}

/** `capacity.nominal → capacity` */
function movedText({ v2, v3 }: FieldLine): string {
  return [...new Set([v2, v3].filter(Boolean))].map(code).join(' → ');
}

/** Only their names, because their content is unknown. */
function unknownNotes(version: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [`- ${t('Unknown fields of version {0}: {1}', version, names.slice(0, 20).map(code).join(', '))}`];
}

function chargesSection({ pairs, isComplete, v2, v3 }: VersionComparison['records']): string[] {
  if (pairs.length === 0) return [t('There are no charges to compare.')];
  const isAlone = ({ older, newer }: RecordPair) => older === undefined || newer === undefined;
  const differing = pairs.filter((pair) => isAlone(pair) || pair.different.length > 0);
  const listed = differing.slice(0, mostListed);
  const rows = listed.map((pair) => [
    isAlone(pair) ? aloneText(pair, isComplete, v3) : pair.different.map((name) => change(name, pair)).join(', '),
    pair.start === null ? '–' : secondText(pair.start),
  ]);
  function change(name: string, { older = 0, newer = 0 }: RecordPair): string {
    const field = name as Field;
    return `${code(field)}: ${valueText(v2[older], field)} → ${valueText(v3[newer], field)}`;
  }
  return [
    ...(isComplete ? [t('Equal charges: {0}', pairs.length - differing.length)] : []),
    ...(rows.length === 0 ? [] : [table([t('Result'), t('Start (UTC)')], rows)]),
    ...(differing.length === listed.length
      ? []
      : [t('{0} more charges are not listed. Compare a shorter range to see them.', differing.length - listed.length)]),
  ];
}

function aloneText({ older, newer }: RecordPair, isComplete: boolean, v3: readonly RecordRow[]): string {
  if (!isComplete) return t('not compared');
  if (older !== undefined) return t('only in {0}', '2.0');
  // In version 3, a charge that is ongoing has no end.
  const isOngoing = v3[newer ?? 0]?.values.chargeEnd === null;
  return isOngoing ? `${t('only in {0}', '3')}: ${t('no end yet')}` : t('only in {0}', '3');
}

function valueText(row: RecordRow | undefined, field: Field): string {
  const value = row?.values[field] ?? null;
  if (value === null) return '–';
  if (fieldKinds[field] === 'time') return secondText(Number(value));
  if (fieldKinds[field] === 'fraction') return `${Math.round(Number(value) * 1e8) / 1e6} %`;
  return code(String(value));
}

/** The most characters of a text in a table cell. */
const longest = 300;
/** Text that a preview turns into a link, wherever it occurs. */
const address = /(\S*(?::\/\/|@)\S*)/;

/** Escapes untrusted running text, so that it contains no formatting, link or image. */
function escaped(text: string): string {
  const parts = plainText(text, 600).split(address);
  return parts.map((part, at) => (at % 2 === 1 ? code(part) : part.replace(/[\\`*_{}[\]<>#!|~&$]/g, '\\$&'))).join('');
}

/** A text verbatim, as code: nothing in it acts as Markdown or ends the cell. */
function code(text: string): string {
  const plain = plainText(text, longest).replaceAll('`', "'").replaceAll('|', '\\|');
  return plain === '' ? '' : `\`${plain}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
