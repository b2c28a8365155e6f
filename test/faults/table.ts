import { type Row, upperBound } from './rows.ts';

const head = [
  '',
  'test',
  'scenario',
  'speed',
  'runs',
  'struck',
  'lost',
  '95 % bound',
  'extra requests',
  'p50 ms',
  'p95 ms',
];
const isText = (column: number) => column < 3;

/** The rows for a terminal, with what went wrong and a summary below. */
export function table(rows: readonly Row[]): string {
  const all = [head, ...rows.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const lines = all.map((line) =>
    line
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isText(column) ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return [...lines, '', ...notes(rows), summary(rows)].join('\n');
}

/** The same for a page in Markdown. */
export function markdown(rows: readonly Row[]): string {
  const rule = head.map((_, column) => (isText(column) ? '---' : '--:'));
  const lines = [head, rule, ...rows.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |`);
  return [...lines, '', ...notes(rows).map((note) => `${note}\n`), summary(rows)].join('\n');
}

function cellsOf(row: Row): string[] {
  const isPromise = row.kind === 'promise' || row.kind === 'model';
  return [
    row.ok ? 'ok' : 'NOT OK',
    row.test,
    row.kind === 'control' || row.kind === 'irreducible' ? `${row.kind}: ${row.scenario}` : row.scenario,
    row.speed === undefined ? '' : `${row.speed}×`,
    String(row.runs),
    String(row.struck),
    String(row.lost),
    isPromise && row.lost === 0 && row.struck > 0 ? percent(upperBound(row.struck)) : '',
    String(row.extraRequests),
    milliseconds(row.p50),
    milliseconds(row.p95),
  ];
}

function notes(rows: readonly Row[]): string[] {
  const lines = rows
    .filter(({ kind }) => kind !== 'control')
    .flatMap(({ test, scenario, complaints }) =>
      Object.entries(complaints).map(([complaint, times]) => `${test} ${scenario}: ${complaint} (${times}×)`),
    );
  const repeated = rows.reduce((sum, row) => sum + row.repeated, 0);
  if (repeated > 0) lines.push(`${repeated} runs were begun again, because this machine was too slow for them.`);
  return lines;
}

function summary(rows: readonly Row[]): string {
  const promises = rows.filter(({ kind }) => kind === 'promise');
  const sum = (of: readonly Row[], part: 'runs' | 'struck' | 'lost') => of.reduce((total, row) => total + row[part], 0);
  const [runs, struck, lost] = [sum(promises, 'runs'), sum(promises, 'struck'), sum(promises, 'lost')];
  const controls = rows.filter(({ kind }) => kind === 'control');
  const bound = lost === 0 && struck > 0 ? ` (95 % upper bound ${percent(upperBound(struck))})` : '';
  return `${lost} of ${runs} sessions lost, ${struck} of them really struck${bound}; controls lost ${sum(controls, 'lost')} of ${sum(controls, 'runs')}.`;
}

/** Two digits that count. */
function percent(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`;
}

function milliseconds(value: number | null): string {
  return value === null ? '' : value.toFixed(0);
}
