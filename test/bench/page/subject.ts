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

/** A charge record as the service sends it. */
export interface RecordObject {
  readonly chargeStart: string;
  readonly chargeEnd: string;
  readonly location: string;
  readonly energy: number;
  readonly isPublic: boolean;
  readonly startPercentRemaining: number;
  readonly endPercentRemaining: number;
  readonly chargingType: string;
}

export const fieldNames = [
  'chargeStart',
  'chargeEnd',
  'location',
  'energy',
  'isPublic',
  'startPercentRemaining',
  'endPercentRemaining',
  'chargingType',
] as const satisfies readonly (keyof RecordObject)[];

/** A value as all the tables write it, the viewer aside: it has a language to respect. */
export function cellText(field: keyof RecordObject, value: unknown): string {
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

/**
 * Records as objects, on the way that is usual: the extension reads and checks the whole body and posts the list; VS
 * Code carries it as JSON into the window and clones it into the webview.
 */
export async function postedObjects(size: number): Promise<RecordObject[]> {
  const { records } = JSON.parse(await (await fetch(`/objects/${size}`)).text()) as { records: RecordObject[] };
  const arrived = new Promise<RecordObject[]>((resolve) => {
    addEventListener('message', ({ data }: MessageEvent<RecordObject[]>) => resolve(data), { once: true });
  });
  postMessage(records);
  return arrived;
}
