import type { Kind, Verdict } from './plan.ts';

/** The result of a scenario. Times are milliseconds. */
export interface Row {
  readonly test: string;
  readonly scenario: string;
  readonly kind: Kind;
  readonly runs: number;
  readonly lost: number;
  /** Runs in which the fault really happened. */
  readonly struck: number;
  readonly extraRequests: number;
  /** Runs that were begun again because this machine was too slow for them. */
  readonly repeated: number;
  readonly p50: number | null;
  readonly p95: number | null;
  /** What went against the promise beside losses, with how often. */
  readonly complaints: Readonly<Record<string, number>>;
  readonly ok: boolean;
}

export function rowOf(named: Pick<Row, 'test' | 'scenario' | 'kind'>, verdicts: readonly Verdict[]): Row {
  const lost = verdicts.filter((verdict) => verdict.lost).length;
  const times = verdicts.flatMap(({ recoveryMs }) => (recoveryMs === undefined ? [] : [recoveryMs]));
  const complaints: Record<string, number> = {};
  const { test, scenario, kind } = named;
  for (const complaint of verdicts.flatMap(complaintsOf)) complaints[complaint] = (complaints[complaint] ?? 0) + 1;
  const isClean = verdicts.every((verdict) => (verdict.complaints ?? []).length === 0);
  return {
    test,
    scenario,
    kind,
    runs: verdicts.length,
    lost,
    struck: verdicts.filter(({ struck }) => struck).length,
    extraRequests: verdicts.reduce((sum, { extra }) => sum + extra, 0),
    repeated: verdicts.reduce((sum, { repeated = 0 }) => sum + repeated, 0),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    complaints,
    ok: kind === 'control' ? lost > 0 : isClean && (kind === 'irreducible' || lost === 0),
  };
}

function complaintsOf({ what = 'a run', lost, complaints = [] }: Verdict): string[] {
  return [...(lost ? ['lost'] : []), ...complaints].map((complaint) => `${what}: ${complaint}`);
}

/** Nearest rank; null of nothing. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/** The most that may be lost where none of `runs` was, with 95 % confidence (rule of three). */
export function upperBound(runs: number): number {
  return Math.min(1, 3 / runs);
}

export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.ok ? 'ok' : 'NOT OK',
    row.test,
    row.kind === 'control' || row.kind === 'irreducible' ? `${row.kind}: ${row.scenario}` : row.scenario,
    String(row.runs),
    String(row.struck),
    String(row.lost),
    String(row.extraRequests),
    milliseconds(row.p50),
    milliseconds(row.p95),
  ]);
  const head = ['', 'test', 'scenario', 'runs', 'struck', 'lost', 'extra requests', 'p50 ms', 'p95 ms'];
  const all = [head, ...cells];
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const isText = (column: number) => column < 3;
  const lines = all.map((line) =>
    line
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isText(column) ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
  const notes = rows
    .filter(({ kind }) => kind !== 'control')
    .flatMap(({ test, scenario, complaints }) =>
      Object.entries(complaints).map(([complaint, times]) => `${test} ${scenario}: ${complaint} (${times}×)`),
    );
  const repeated = rows.reduce((sum, row) => sum + row.repeated, 0);
  if (repeated > 0) notes.push(`${repeated} runs were begun again, because this machine was too slow for them.`);
  return [...lines, ...(notes.length > 0 ? ['', ...notes] : []), '', summary(rows)].join('\n');
}

function summary(rows: readonly Row[]): string {
  const promises = rows.filter(({ kind }) => kind === 'promise');
  const sum = (of: readonly Row[], part: 'runs' | 'struck' | 'lost') => of.reduce((total, row) => total + row[part], 0);
  const [runs, struck, lost] = [sum(promises, 'runs'), sum(promises, 'struck'), sum(promises, 'lost')];
  const controls = rows.filter(({ kind }) => kind === 'control');
  const bound = lost === 0 && struck > 0 ? ` (95 % upper bound ${(upperBound(struck) * 100).toFixed(3)} %)` : '';
  return `${lost} of ${runs} sessions lost, ${struck} of them really struck${bound}; controls lost ${sum(controls, 'lost')} of ${sum(controls, 'runs')}.`;
}

function milliseconds(value: number | null): string {
  return value === null ? '' : value.toFixed(0);
}
