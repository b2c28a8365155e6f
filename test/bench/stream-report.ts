import {
  atMost,
  linesOf,
  median,
  type Report,
  reportFrom,
  short,
  table,
  tally,
  type Verdict,
  verdictRows,
} from './figures.ts';
import { type Machine, machineLine } from './machine.ts';
import type { BodyKind } from './record-body.ts';
import type { StreamRun } from './stream-way.ts';

/** Times of text and JSON.parse; of records that are all bad there is no such target. */
const mostTimes = { usual: 1, others: 1.5 } as const;
/** Work by version 3, in times of that by version 2.0. */
const mostVersion3 = 1.2;
const mostFirstBatch = 60;
const mostWork = 16;
const mostMemory = 400;

/** The runs of a kind of body, each in a fresh process, in the order of the rounds. */
export interface Found {
  readonly kind: BodyKind;
  readonly floor: readonly StreamRun[];
  readonly columns: readonly StreamRun[];
  /** The same records by version 3; of the usual body. */
  readonly signal: readonly StreamRun[];
  /** The same with all that only version 3 has, which is half as much again to read; and text and JSON.parse of that. */
  readonly full: readonly StreamRun[];
  readonly fullFloor: readonly StreamRun[];
}

export interface Measured extends Machine {
  readonly count: number;
  readonly found: readonly Found[];
  /** A usual body of so many records as it comes, and the most memory of each process that reads it. */
  readonly large: { readonly count: number; readonly maxRss: readonly number[] };
}

/** A kind's line in the table: medians over its runs. */
interface Row extends Pick<StreamRun, 'firstBatch' | 'allRows' | 'work' | 'longestWork'> {
  readonly kind: BodyKind;
  readonly floor: number;
  readonly floorWork: number;
  /** Times of the floor in the same round. */
  readonly timesFloor: number;
  readonly timesFloorWork: number;
  /** Work by version 3, in times of that by version 2.0 in the same round; NaN where it was not measured. */
  readonly timesVersion2: number;
  /** Work by version 3 with all that only it has, in times of its own floor. */
  readonly fullTimesFloor: number;
}

function rowOf({ kind, floor, columns, signal, full, fullFloor }: Found): Row {
  const of = (runs: readonly StreamRun[], figure: keyof StreamRun) => median(runs.map((run) => run[figure]));
  const times = (figure: keyof StreamRun) =>
    median(columns.map((run, round) => run[figure] / (floor[round]?.[figure] ?? NaN)));
  return {
    kind,
    firstBatch: of(columns, 'firstBatch'),
    allRows: of(columns, 'allRows'),
    work: of(columns, 'work'),
    longestWork: of(columns, 'longestWork'),
    floor: of(floor, 'allRows'),
    floorWork: of(floor, 'work'),
    timesFloor: times('allRows'),
    timesFloorWork: times('work'),
    timesVersion2: median(signal.map(({ work }, round) => work / (columns[round]?.work ?? NaN))),
    fullTimesFloor: median(full.map(({ work }, round) => work / (fullFloor[round]?.work ?? NaN))),
  };
}

function judge({ kind, ...row }: Row): Verdict[] {
  if (kind === 'bad') return [];
  const most = kind === 'usual' ? mostTimes.usual : mostTimes.others;
  const ratios = [
    atMost(`${kind}, time`, row.timesFloor, most, '× text + JSON.parse'),
    atMost(`${kind}, work`, row.timesFloorWork, most, '× text + JSON.parse'),
  ];
  if (kind !== 'usual') return ratios;
  return [
    ...ratios,
    atMost(`${kind}, first batch`, row.firstBatch, mostFirstBatch, 'ms'),
    atMost('version 3, work', row.timesVersion2, mostVersion3, '× version 2.0'),
    atMost('version 3 with all fields, work', row.fullTimesFloor, mostTimes.usual, '× text + JSON.parse'),
    atMost(`${kind}, longest work`, row.longestWork, mostWork, 'ms'),
  ];
}

export function reportOf({ found, large }: Measured): Report<Row> {
  const rows = found.map(rowOf);
  const memory = atMost(`resident memory, ${large.count} records`, median(large.maxRss), mostMemory, 'MB');
  return reportFrom(rows, [...rows.flatMap(judge), ...(large.maxRss.length > 0 ? [memory] : [])]);
}

function tableRows(rows: readonly Row[]): string[][] {
  const head = [
    'body',
    'first batch ms',
    'all rows ms',
    'text + parse ms',
    '×',
    'work ms',
    'its work ms',
    '×',
    'longest',
  ];
  return [
    head,
    ...rows.map((row) => [
      row.kind,
      ...[row.firstBatch, row.allRows, row.floor].map(short),
      row.timesFloor.toFixed(2),
      ...[row.work, row.floorWork].map(short),
      row.timesFloorWork.toFixed(2),
      short(row.longestWork),
    ]),
  ];
}

export function reportLines(measured: Measured): string[] {
  const { rows, verdicts } = reportOf(measured);
  const tables = [tableRows(rows), verdictRows(verdicts)].map(table);
  const runs = measured.found[0]?.columns.length ?? 0;
  return linesOf([...tables, [`${measured.count} records, ${runs} runs: ${tally(verdicts)}`, machineLine(measured)]]);
}
