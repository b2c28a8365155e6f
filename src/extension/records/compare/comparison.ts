import { numberText } from '../../../common/text/number-text.ts';
import { t } from '../../../common/translate.ts';
import type { NamedText } from '../../window/memory-documents.ts';
import { type RecordCounts, type TimedRecord, compareRecords } from './compare-records.ts';
import { recordsOfBytes } from './timed-records.ts';

export interface RecordsSide {
  /** As the tab says it. */
  readonly name: string;
  readonly records: readonly TimedRecord[];
}

/** What VS Code's comparison is given. */
export interface Comparison {
  readonly older: NamedText;
  readonly newer: NamedText;
  /** `2 added, 1 gone, 3 changed`; empty for what is no charge records. */
  readonly summary: string;
}

/** Charge records, record by record. Where nothing differs, how many they are. `language`: BCP 47. */
export function compareSides(older: RecordsSide, newer: RecordsSide, language: string): Comparison | number {
  const compared = compareRecords(older.records, newer.records);
  const summary = summaryOf(compared, language);
  if (summary === '') return compared.same;
  return {
    older: { name: older.name, text: compared.left },
    newer: { name: newer.name, text: compared.right },
    summary,
  };
}

/** Two texts: as charge records where both hold a complete list of them, else line by line. */
export async function compareTexts(older: NamedText, newer: NamedText, language: string): Promise<Comparison | number> {
  const sides = await Promise.all([sideOf(older, language), sideOf(newer, language)]).catch(() => undefined);
  // Any list reads as records; those of charges have a start.
  const areRecords = sides?.some(({ records }) => records.some(({ start }) => start !== null));
  return sides && areRecords ? compareSides(...sides, language) : { older, newer, summary: '' };
}

async function sideOf({ name, text }: NamedText, language: string): Promise<RecordsSide> {
  return { name, records: await recordsOfBytes(Buffer.from(text), language) };
}

function summaryOf({ added, gone, changed }: RecordCounts, language: string): string {
  const text = (count: number) => numberText(count, language);
  return [
    ...(added === 0 ? [] : [t('{0} added', text(added))]),
    ...(gone === 0 ? [] : [t('{0} gone', text(gone))]),
    ...(changed === 0 ? [] : [t('{0} changed', text(changed))]),
  ].join(', ');
}
