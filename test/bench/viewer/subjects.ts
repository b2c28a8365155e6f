/** Who shows records: the viewer, the least that a table can be, and grids that others have written. */
export const contenders = ['viewer', 'floor', 'slick-provider', 'slick-objects', 'tabulator', 'ag-grid'] as const;
export type Contender = (typeof contenders)[number];
/** All but the viewer: the bench has their pages. */
export type PeerName = Exclude<Contender, 'viewer'>;
export const peerNames = contenders.filter((contender) => contender !== 'viewer');

/** Where a contender's page is: in a webview of VS Code, or alone in a browser's window. */
export const places = ['VS Code', 'bare page'] as const;
export type Place = (typeof places)[number];

/** A contender in its place: what has a line in the table. */
export type Subject = Contender | `${Contender} in VS Code`;

export function subjectIn(place: Place, contender: Contender): Subject {
  return place === 'VS Code' ? `${contender} in VS Code` : contender;
}

/** All there can be, in the order of the table. */
export const subjects: readonly Subject[] = [
  ...contenders.map((contender) => subjectIn('VS Code', contender)),
  ...contenders,
];
