import {
  atMost,
  type Form,
  linesOf,
  onReference,
  type Report,
  reportFrom,
  short,
  tableIn,
  tally,
  type Verdict,
  verdictRows,
} from './figures.ts';
import { machineLine } from './machine.ts';
import { speedLines } from './reference.ts';
import { type Measured, type Row, rowsOf } from './stream-results.ts';

/** Megabytes. One that reads nothing has the program itself: more would be another process's. */
const mostIdle = 150;
const mostMemory = 400;
/** From so many records on, a read is so long that its beginning doesn't count. */
const fewestForRatio = 100_000;
const large = 1_000_000;

/** The targets for one way to read one body. */
function judge(row: Row): Verdict[] {
  const { size, kind } = row;
  const name = (figure: string) => `${figure}, ${size} ${kind}`;
  const isLarge = size >= large;
  const always = [
    // In processor time: what other programs of the machine take meanwhile is no block of the host's making.
    atMost(name('longest block'), row.longestWork, isLarge ? 25 : 16, 'ms of processor'),
    atMost(name('resident memory'), row.maxRss, mostMemory, 'MB'),
  ];
  // How fast others are told is no target: that they hold up nothing is.
  if (kind !== 'good') return always;
  const first = atMost(name('first batch'), row.firstBatch, isLarge ? 80 : 60, 'ms');
  // So few take their time from the code's first run, and their bytes from the texts that come once.
  if (size < fewestForRatio) return [first, ...always];
  return [
    first,
    atMost(name('all rows'), row.timesFloor, isLarge ? 1.3 : 1.5, '× text + JSON.parse'),
    ...always,
    atMost(name('posted bytes a record'), row.postedBytes / size, 40, 'B'),
  ];
}

export function reportOf(measured: Measured): Report<Row> {
  const rows = rowsOf(measured);
  const idle = atMost('resident memory, nothing read', measured.idleRss, mostIdle, 'MB');
  const verdicts = [idle, ...rows.filter(({ way }) => way === 'columns').flatMap(judge)];
  return reportFrom(rows, onReference(verdicts, measured.slowness));
}

const head = [
  ...['records', 'are', 'way', 'runs', 'first batch ms', 'all rows ms', '× floor'],
  ...['block ms', 'work ms', 'max RSS MB', 'B/record'],
];

function cells(row: Row): string[] {
  const isFloor = row.way === 'floor';
  const times = [row.firstBatch, row.allRows, isFloor ? undefined : row.timesFloor, row.longestBlock, row.longestWork];
  const bytes = isFloor ? undefined : row.postedBytes / row.size;
  return [
    String(row.size),
    row.kind,
    isFloor ? 'text + JSON.parse' : 'columns',
    String(row.runs),
    ...[...times, row.maxRss, bytes].map(short),
  ];
}

export function reportLines(measured: Measured, form: Form): string[] {
  const { rows, verdicts } = reportOf(measured);
  const tables = [[head, ...rows.map(cells)], verdictRows(verdicts)].map((each) => tableIn(form, each));
  return linesOf([...tables, [tally(verdicts), machineLine(measured), ...speedLines(measured.slowness)]]);
}
