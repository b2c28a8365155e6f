import type { ColumnPlace } from './layout.ts';
import type { ColumnId } from '../data/view-columns.ts';

/** Minimum width of each column's values in em, and its share of the remaining width. */
const tracks: Readonly<Record<ColumnId, readonly [least: number, share: number]>> = {
  difference: [14, 0.8],
  vehicle: [11, 0.4],
  chargeStart: [11.4, 0.3],
  chargeEnd: [11, 0.3],
  location: [17, 1],
  energy: [8, 0.2],
  isPublic: [6.6, 0.15],
  startPercentRemaining: [6.4, 0.15],
  endPercentRemaining: [6.4, 0.15],
  chargingType: [6.4, 0.15],
  duration: [8, 0.2],
  levels: [11.5, 0.3],
  averagePower: [6.6, 0.2],
  chargeGained: [6.4, 0.15],
  impliedCapacity: [6.6, 0.2],
  id: [13, 0.3],
  cost: [8, 0.2],
  currency: [6.4, 0.15],
  latitude: [7.6, 0.15],
  longitude: [7.6, 0.15],
};

/** Width in em of what is next to a header's text: margins with filter and menu, an arrow and its rank. */
const beside = 4.5;

/**
 * Widths in em of a header's characters, in a wide font; those of other scripts are square at most. Written in ASCII: a
 * single other character in an expression makes V8 store the whole script with two bytes per character.
 */
const characters: readonly (readonly [which: RegExp, width: number])[] = [
  [/[ ijlI.,:;|'\u2019]/, 0.37],
  [/[frt()[\]-]/, 0.5],
  [/[mwMW%\u2014]/, 1.1],
  [/[A-Z\u00c0-\u00de]/, 0.8],
  [/[\u0020-\u024f]/, 0.7],
];

function headerWidth(label: string): number {
  return Array.from(label, (each) => characters.find(([which]) => which.test(each))?.[1] ?? 1).reduce(
    (sum, width) => sum + width,
    beside,
  );
}

/** The room for a table. In a narrow one, the style sheet takes back margins, an arrow's room, and the levels' bar. */
export interface Room {
  /** In pixels. */
  readonly width: number;
  /** Pixels of an em. */
  readonly em: number;
  readonly isNarrow: boolean;
}

/** The least width of a column, in pixels. One to which nobody has given a width shows its whole header, sorted or not. */
export function leastWidth(
  { id, width }: ColumnPlace,
  label: (id: ColumnId) => string,
  { em, isNarrow }: Room,
): number {
  const [spare, spareOfHead] = isNarrow ? [id === 'levels' ? 4.3 : 0.7, 3.4] : [0, 0];
  return width ?? Math.ceil(em * Math.max(tracks[id][0] - spare, headerWidth(label(id)) - spareOfHead));
}

/** The values that the style sheet needs: the tracks of a row, and the least widths of all columns and of the first. */
export function columnTracks(
  columns: readonly ColumnPlace[],
  least: (place: ColumnPlace) => number,
): { template: string; least: string; first: string } {
  const sizes = columns.map(least);
  const template = columns.map(({ id, width }, index) =>
    // Ten times the share: parts of less than 1 in all leave a rest.
    width === undefined ? `minmax(${sizes[index]}px, ${tracks[id][1] * 10}fr)` : `${width}px`,
  );
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return { template: template.join(' '), least: `${all}px`, first: `${sizes[0] ?? 0}px` };
}
