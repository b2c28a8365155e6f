import type { ColumnPlace } from './layout.ts';
import type { ColumnId } from './view-columns.ts';

/** Least width of each column in em, and its share of what is left over. */
const tracks: Readonly<Record<ColumnId, readonly [least: number, share: number]>> = {
  vehicle: [11, 0.4],
  chargeStart: [11.4, 0.3],
  chargeEnd: [11, 0.3],
  location: [14, 1],
  energy: [9.6, 0.2],
  isPublic: [6.6, 0.15],
  startPercentRemaining: [8, 0.15],
  endPercentRemaining: [9.6, 0.2],
  chargingType: [6.4, 0.15],
  duration: [8.4, 0.2],
  averagePower: [11, 0.2],
  chargeGained: [8.4, 0.15],
  impliedCapacity: [12.6, 0.2],
};

/** What the style sheet needs of the columns: the tracks of a row, and the least width of all and of the first. */
export function columnTracks(columns: readonly ColumnPlace[]): { template: string; least: string; first: string } {
  const sizes = columns.map(({ id, width }) => (width === undefined ? `${tracks[id][0]}em` : `${width}px`));
  const template = columns.map(({ id, width }, index) => {
    const size = sizes[index] ?? '';
    return width === undefined ? `minmax(${size}, ${tracks[id][1]}fr)` : size;
  });
  return { template: template.join(' '), least: `calc(${sizes.join(' + ')})`, first: sizes[0] ?? '0px' };
}
