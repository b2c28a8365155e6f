import { atLeast, atMost, type Verdict } from '../figures.ts';
import type { Row } from './results.ts';
import type { Figures } from './run.ts';
import { type Contender, type Place, places, type Subject, subjectIn } from './subjects.ts';

/** A target, by the least number of records from which it holds. */
type Limits = Readonly<Record<number, number>>;

/** Targets in milliseconds, and of blank frames. */
const absolute: readonly (readonly [keyof Figures, string, Limits])[] = [
  ['firstRow', 'first row', { 100: 60, 1_000_000: 80 }],
  ['allRows', 'all rows', { 100: 300, 1_000_000: 2500 }],
  ['loadBlock', 'longest block while loading', { 100: 25 }],
  ['workBlock', 'longest block at work', { 100: 25 }],
  ['sortNumber', 'sort by number', { 100: 35, 1_000_000: 120 }],
  ['sortNumberWarm', 'sort by number again', { 100: 16, 1_000_000: 60 }],
  ['sortText', 'sort by text', { 100: 35, 1_000_000: 120 }],
  ['filter', 'filter', { 100: 12, 1_000_000: 16 }],
  ['scrollP95', 'scroll p95', { 100: 16.7 }],
  ['blankFrames', 'blank frames', { 100: 0 }],
  ['chartBlock', 'longest block at charts', { 100: 25 }],
  ['chartFirst', 'chart first', { 100: 80 }],
  ['chartRedraw', 'chart again', { 100: 30 }],
];

/** Figures in which the viewer has to be ahead of those that are fed with objects, and how they are named. */
const ahead = [
  ['firstRow', 'first row'],
  ['allRows', 'all rows'],
  ['sortNumber', 'sort by number'],
  ['sortText', 'sort by text'],
  ['filter', 'filter'],
  ['bytesAtRest', 'heap'],
] as const satisfies readonly (readonly [keyof Figures, string])[];
const fedWithObjects: readonly Contender[] = ['slick-objects', 'tabulator', 'ag-grid'];
const wantedLead = 3;

/** With fewer records, all fits into a frame or two whoever does it, and the page itself is most of the memory. */
const fewest = 100_000;

function limitFor(limits: Limits, size: number): number | undefined {
  return Object.entries(limits).findLast(([from]) => size >= Number(from))?.[1];
}

/** The targets for one number of records. */
export function judge(rows: readonly Row[], size: number): Verdict[] {
  const of = (subject: Subject) => rows.find((row) => row.subject === subject && row.size === size)?.figures;
  return [...judgeAlone(of, size), ...places.flatMap((place) => judgeBeside(of, place, size))];
}

function judgeAlone(of: (subject: Subject) => Figures | undefined, size: number): Verdict[] {
  return places.flatMap((place) => {
    const subject = subjectIn(place, 'viewer');
    const figures = of(subject);
    if (!figures) return [];
    return absolute.flatMap(([figure, label, limits]) => {
      const most = limitFor(limits, size);
      const unit = figure === 'blankFrames' ? '' : 'ms';
      return most === undefined ? [] : atMost(`${subject}, ${size}: ${label}`, figures[figure] ?? NaN, most, unit);
    });
  });
}

/** The viewer beside the floor and the peers in the same place. */
function judgeBeside(of: (subject: Subject) => Figures | undefined, place: Place, size: number): Verdict[] {
  const subject = subjectIn(place, 'viewer');
  const viewer = of(subject);
  if (!viewer) return [];
  const verdicts: Verdict[] = [];
  const name = (label: string) => `${subject}, ${size}: ${label}`;
  /** How many times as much the peer takes. */
  const lead = (contender: Contender, figure: keyof Figures, label: string, least: number) => {
    const peer = subjectIn(place, contender);
    const [own, other] = [viewer[figure], of(peer)?.[figure]];
    if (own === undefined || other === undefined) return;
    verdicts.push(atLeast(name(label), other / own, least, `× ahead of ${peer}`));
  };
  const floor = of(subjectIn(place, 'floor'));
  const beside = (figure: keyof Figures, label: string, most: number) => {
    const [own, other] = [viewer[figure], floor?.[figure]];
    if (own === undefined || other === undefined) return;
    verdicts.push(atMost(name(label), own / other, most, '× floor'));
  };
  beside('scrollP95', 'scroll p95', 1.25);
  if (size < fewest) return verdicts;
  beside('allRows', 'all rows', size > fewest ? 1.3 : 1.5);
  if (place === 'bare page') {
    verdicts.push(atMost(name('bytes a record at rest'), (viewer.bytesAtRest ?? NaN) / size, 60, 'B'));
    verdicts.push(atMost(name('bytes a record after sort'), (viewer.bytesAfterSort ?? NaN) / size, 70, 'B'));
  }
  for (const peer of fedWithObjects) {
    for (const [figure, label] of ahead) lead(peer, figure, label, wantedLead);
    lead(peer, 'scrollP95', 'scroll p95', 1);
  }
  for (const [figure, label] of ahead) lead('slick-provider', figure, label, 1);
  lead('slick-provider', 'scrollP95', 'scroll p95', 1);
  return verdicts;
}
