import { numberText } from '../../../common/text/number-text.ts';
import { t } from '../../../common/translate.ts';
import type { NamedText } from '../../window/memory-documents.ts';
import { type RecordCounts, type TimedRecord, compareRecords } from './compare-records.ts';
import { recordsOfBytes } from './timed-records.ts';

export interface RecordsSide {
  /** As shown in the tab. */
  readonly name: string;
  readonly records: readonly TimedRecord[];
}

/** The input for VS Code's diff editor. */
export interface Comparison {
  readonly older: NamedText;
  readonly newer: NamedText;
  /** `2 added, 1 gone, 3 changed`; empty if the texts are not charge records. */
  readonly summary: string;
}

/** Compares charge records one by one. Returns their number if there is no difference. `language`: BCP 47. */
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

/** Compares two texts: as charge records if both contain a complete list of them, otherwise line by line. */
export async function compareTexts(older: NamedText, newer: NamedText, language: string): Promise<Comparison | number> {
  const sides = await Promise.all([sideOf(older, language), sideOf(newer, language)]).catch(() => undefined);
  // Any list can be read as records; only charge records have a start.
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
