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
const mostTimes: Partial<Record<BodyKind, number>> = { usual: 1, 'full in data': 1 };
const mostTimesOfOthers = 1.4;
/** Work by version 3, in times of that by version 2.0. */
const mostVersion3 = 1.2;
const mostFirstBatch = 60;
/** Of the median run of a usual body, and of each run of each body. */
const mostWork = { usual: 16, others: 50 } as const;
const mostMemory = 400;

/** The runs of a kind of body, each in a fresh process, in the order of the rounds. */
export interface Found {
  readonly kind: BodyKind;
  readonly floor: readonly StreamRun[];
  readonly columns: readonly StreamRun[];
  /** Of the body in one piece. */
  readonly once: readonly StreamRun[];
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
  /** The most of all runs, in pieces and in one. */
  readonly longestOfAll: number;
}

function rowOf({ kind, floor, columns, once }: Found): Row {
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
    longestOfAll: Math.max(...[...columns, ...once].map(({ longestWork }) => longestWork)),
  };
}

function judge({ kind, ...row }: Row): Verdict[] {
  const longest = atMost(`${kind}, longest of all runs`, row.longestOfAll, mostWork.others, 'ms');
  if (kind === 'bad') return [longest];
  const most = mostTimes[kind] ?? mostTimesOfOthers;
  const ratios = [
    atMost(`${kind}, time`, row.timesFloor, most, '× text + JSON.parse'),
    atMost(`${kind}, work`, row.timesFloorWork, most, '× text + JSON.parse'),
    longest,
  ];
  if (kind !== 'usual') return ratios;
  return [
    ...ratios,
    atMost(`${kind}, first batch`, row.firstBatch, mostFirstBatch, 'ms'),
    atMost(`${kind}, longest work`, row.longestWork, mostWork.usual, 'ms'),
  ];
}

export function reportOf({ found, large }: Measured): Report<Row> {
  const rows = found.map(rowOf);
  const workOf = (kind: BodyKind) => rows.find((row) => row.kind === kind)?.work ?? NaN;
  const timesVersion2 = workOf('lean in data') / workOf('usual');
  const version3 = atMost('version 3, work', timesVersion2, mostVersion3, '× version 2.0');
  const memory = atMost(`resident memory, ${large.count} records`, median(large.maxRss), mostMemory, 'MB');
  const others = [...(timesVersion2 > 0 ? [version3] : []), ...(large.maxRss.length > 0 ? [memory] : [])];
  return reportFrom(rows, [...rows.flatMap(judge), ...others]);
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
    'of all',
  ];
  return [
    head,
    ...rows.map((row) => [
      row.kind,
      ...[row.firstBatch, row.allRows, row.floor].map(short),
      row.timesFloor.toFixed(2),
      ...[row.work, row.floorWork].map(short),
      row.timesFloorWork.toFixed(2),
      ...[row.longestWork, row.longestOfAll].map(short),
    ]),
  ];
}

export function reportLines(measured: Measured): string[] {
  const { rows, verdicts } = reportOf(measured);
  const tables = [tableRows(rows), verdictRows(verdicts)].map(table);
  const runs = measured.found[0]?.columns.length ?? 0;
  return linesOf([...tables, [`${measured.count} records, ${runs} runs: ${tally(verdicts)}`, machineLine(measured)]]);
}
