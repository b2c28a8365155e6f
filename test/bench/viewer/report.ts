import { atMost, linesOf, type Report, reportFrom, short, table, tally, verdictRows } from '../figures.ts';
import { machineLine } from '../machine.ts';
import { type Measured, type Row, rowsOf } from './results.ts';
import type { Figures } from './run.ts';
import { judge } from './verdicts.ts';

/** Kilobytes of all scripts of the viewer's page: the one that it comes with, and the charts' with uPlot in it. */
const largestScripts = 120;

/** What the charts' script is called beside those of the contenders. */
export const chartsName = 'charts of the viewer';

/** Of fewer records, the page itself would be most of what a record takes. */
const fewestForBytes = 10_000;

/** The figures of the table, in milliseconds unless told otherwise. */
const shown: readonly (readonly [keyof Figures, string])[] = [
  ['firstRow', 'first row'],
  ['allRows', 'all rows'],
  ['firstRowFromClick', 'click, first'],
  ['allRowsFromClick', 'click, all'],
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
  ['bytesAtRest', 'B/record'],
  ['bytesAfterSort', 'sorted'],
  ['chartFirst', 'chart'],
  ['chartRedraw', 'redraw'],
];

function cell({ size, figures }: Row, name: keyof Figures): string {
  const value = figures[name];
  if (name !== 'bytesAtRest' && name !== 'bytesAfterSort') return short(value);
  return short(value === undefined || size < fewestForBytes ? undefined : value / size);
}

function sizeRows(rows: readonly Row[]): string[][] {
  const lines = rows.map((row) => [row.subject, String(row.runs), ...shown.map(([name]) => cell(row, name))]);
  return [['ms', 'runs', ...shown.map(([, label]) => label)], ...lines];
}

/** What could not be measured, and why. */
function failureLines(rows: readonly Row[]): string[] {
  return rows
    .filter(({ failures }) => failures.length > 0)
    .map(({ subject, size, failures }) => `${subject} with ${size} records: ${[...new Set(failures)].join('; ')}`);
}

function scriptRows({ scripts }: Measured): string[][] {
  const lines = Object.entries(scripts).map(([name, { bytes, gzipped }]) => {
    return [name, short(bytes / 1024), short(gzipped / 1024)];
  });
  return [['script', 'KB', 'KB gzipped'], ...lines];
}

export function reportOf(measured: Measured): Report<Row> {
  const rows = rowsOf(measured);
  const { viewer, [chartsName]: charts } = measured.scripts;
  const bytes = (viewer?.bytes ?? NaN) + (charts?.bytes ?? NaN);
  const scripts = atMost('scripts of the webview', bytes / 1024, largestScripts, 'KB');
  const verdicts = [scripts, ...measured.sizes.flatMap((size) => judge(rows, size))];
  return reportFrom(rows, verdicts);
}

export function reportLines(measured: Measured): string[] {
  const { rows, verdicts } = reportOf(measured);
  const parts = measured.sizes.map((size) => {
    const here = rows.filter((row) => row.size === size);
    return [`${size} records, medians`, '', ...table(sizeRows(here)), ...failureLines(here)];
  });
  const tables = [scriptRows(measured), verdictRows(verdicts)].map((each) => table(each));
  return linesOf([...parts, ...tables, [tally(verdicts), machineLine(measured)]]);
}
