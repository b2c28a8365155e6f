import type { ChargeRecord } from '../../../../src/service/model/vehicles.ts';
import type { BuiltColumns } from './built-columns.ts';

/** Columns that are sorted by, one of numbers and one of texts. */
export type SortColumn = 'energy' | 'location';

/** A table under test, asked the same things whoever made it. */
export interface Subject {
  /** Matches the rows that are on screen. */
  readonly row: string;
  /** Matches a row's cell. */
  cell(column: SortColumn): string;
  /** What scrolls vertically; null while there is none. */
  scroller(): HTMLElement | null;
  /** What covers the upper end of what scrolls. */
  head?(): HTMLElement | null;
  /** Rows that pass the filter. */
  count(): number;
  /** True once all records are there and nothing is left to be done for them. */
  complete(): boolean;
  sort(column: SortColumn, descending: boolean): void;
  /** Keeps the rows with this text in their location; all if it is empty. */
  filter(text: string): void;
}

/** A subject that the page makes by itself. */
export interface Peer extends Subject {
  /** Called when the page is there, before anything is measured. */
  prepare(container: HTMLElement): void | Promise<void>;
  /** Asks for the records and shows them. */
  load(size: number): Promise<void>;
}

/** Where a peer has its records from. */
export interface RecordSource {
  /** As the service sends them: for tables that are fed with objects. */
  objects(size: number): Promise<ChargeRecord[]>;
  /** After text + JSON.parse of the whole body: for tables over columns. */
  columns(size: number): Promise<BuiltColumns>;
}

declare global {
  /** Of a script in front of the peer's: `source-bare.ts` in a bare page, `source-hosted.ts` in a webview. */
  var recordSource: RecordSource;
}

/** A value as all the tables write it, the viewer aside: it has a language to respect. */
export function cellText(field: keyof ChargeRecord, value: unknown): string {
  switch (field) {
    case 'chargeStart':
    case 'chargeEnd':
      return String(value).slice(0, 16).replace('T', ' ');
    case 'energy':
      return (value as number).toFixed(2);
    case 'isPublic':
      return value === true ? 'Yes' : 'No';
    case 'startPercentRemaining':
    case 'endPercentRemaining':
      return `${Math.round((value as number) * 100)} %`;
    default:
      return String(value);
  }
}
