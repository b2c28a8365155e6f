import { atMost, median, short, table, type Verdict } from './figures.ts';
import { type Contender, contenders, type Size } from './viewer-pages.ts';
import type { Figures } from './viewer-run.ts';

/** The viewer in its webview stands beside the bare pages. */
export type Subject = Contender | 'viewer in VS Code';
export const subjects: readonly Subject[] = ['viewer in VS Code', ...contenders];

/** Medians over the runs. */
export interface Row {
  readonly subject: Subject;
  readonly size: number;
  readonly runs: number;
  readonly figures: Figures;
}

/** The figures of the table, each with its unit. Bytes are shown a record. */
const shown: readonly (readonly [keyof Figures, string])[] = [
  ['firstRow', 'first row'],
  ['allRows', 'all rows'],
  ['loadBlock', 'block load'],
  ['sortNumber', 'sort number'],
  ['sortNumberWarm', 'warm'],
  ['sortText', 'sort text'],
  ['sortTextWarm', 'warm'],
  ['filter', 'filter'],
  ['workBlock', 'block work'],
  ['scrollP95', 'scroll p95'],
  ['jumpP95', 'jump p95'],
  ['blankFrames', 'blank'],
];

export function medians(runs: readonly Figures[]): Figures {
  const names = new Set(runs.flatMap((run) => Object.keys(run) as (keyof Figures)[]));
  return Object.fromEntries(Array.from(names, (name) => [name, median(runs.flatMap((run) => run[name] ?? []))]));
}

/** The times of each subject with so many records, in milliseconds, and what a record takes of memory. */
export function sizeTable(rows: readonly Row[], size: number): string[] {
  const here = rows.filter((row) => row.size === size);
  const cells = here.map(({ subject, runs, figures }) => [
    subject,
    String(runs),
    ...shown.map(([name]) => short(figures[name])),
    // Of few records, the page itself would be most of it.
    ...(size < 10_000
      ? ['-', '-']
      : [figures.bytesAtRest, figures.bytesAfterSort].map((each) => short(each === undefined ? each : each / size))),
    short(figures.chartFirst),
    short(figures.chartRedraw),
  ]);
  const head = ['ms', 'runs', ...shown.map(([, label]) => label), 'B/record', 'sorted', 'chart', 'redraw'];
  return table([head, ...cells]);
}

/** Targets in absolute numbers, by the least number of records from which they hold. */
const absolute: readonly (readonly [keyof Figures, string, Readonly<Record<number, number>>])[] = [
  ['firstRow', 'first row', { 100: 60, 1_000_000: 80 }],
  ['loadBlock', 'longest block while loading', { 100: 25 }],
  ['workBlock', 'longest block at work', { 100: 25 }],
  ['sortNumber', 'sort by number', { 100: 35, 1_000_000: 120 }],
  ['sortNumberWarm', 'sort by number again', { 100: 16, 1_000_000: 60 }],
  ['sortText', 'sort by text', { 100: 35, 1_000_000: 120 }],
  ['filter', 'filter', { 100: 12, 1_000_000: 16 }],
  ['scrollP95', 'scroll p95', { 100: 16.7 }],
  ['blankFrames', 'blank frames', { 100: 0 }],
  ['chartFirst', 'chart first', { 100: 80 }],
  ['chartRedraw', 'chart again', { 100: 30 }],
];

/** Figures in which the viewer has to be three times ahead of those that are fed with objects, and how they are named. */
const ahead = [
  ['firstRow', 'first row'],
  ['allRows', 'all rows'],
  ['sortNumber', 'sort by number'],
  ['sortText', 'sort by text'],
  ['filter', 'filter'],
  ['bytesAtRest', 'heap'],
] as const satisfies readonly (readonly [keyof Figures, string])[];
export const fedWithObjects: readonly Contender[] = ['slick-objects', 'tabulator', 'ag-grid'];
const wantedLead = 3;

/** The targets of the issue for one number of records. */
export function judge(rows: readonly Row[], size: number): Verdict[] {
  const of = (subject: Subject) => rows.find((row) => row.subject === subject && row.size === size)?.figures;
  const verdicts: Verdict[] = [];
  for (const subject of ['viewer in VS Code', 'viewer'] as const) {
    const figures = of(subject);
    if (!figures) continue;
    const name = (figure: string) => `${subject}, ${size}: ${figure}`;
    for (const [figure, label, limits] of absolute) {
      const most = Object.entries(limits).findLast(([from]) => size >= Number(from))?.[1];
      const value = figures[figure];
      if (most !== undefined && value !== undefined) verdicts.push(atMost(name(label), value, most, ''));
    }
  }
  const viewer = of('viewer');
  if (!viewer) return verdicts;
  const against = (peer: Subject, figure: keyof Figures, label: string, most: number) => {
    const [own, other] = [viewer[figure], of(peer)?.[figure]];
    if (own !== undefined && other !== undefined) {
      verdicts.push(atMost(`viewer, ${size}: ${label}`, own / other, most, `× ${peer}`));
    }
  };
  against('floor', 'scrollP95', 'scroll p95', 1.25);
  // With fewer records, all of it fits into a frame or two whoever does it, and the page itself is most of the memory.
  if (size < 100_000) return verdicts;
  verdicts.push(atMost(`viewer, ${size}: bytes a record at rest`, (viewer.bytesAtRest ?? NaN) / size, 45, 'B'));
  verdicts.push(atMost(`viewer, ${size}: after sort`, (viewer.bytesAfterSort ?? NaN) / size, 55, 'B'));
  for (const peer of fedWithObjects) {
    for (const [figure, label] of ahead) against(peer, figure, label, 1 / wantedLead);
    against(peer, 'scrollP95', 'scroll p95', 1);
  }
  for (const [figure, label] of ahead) against('slick-provider', figure, label, 1);
  against('slick-provider', 'scrollP95', 'scroll p95', 1);
  return verdicts;
}

/** @param most kilobytes of the script that the viewer's page comes with */
export function sizeVerdict({ bytes }: Size, most: number): Verdict {
  return atMost('script of the webview', bytes / 1024, most, 'KB');
}
