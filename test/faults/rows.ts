import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Kind, Verdict } from './plan.ts';

/** The result of a scenario. Times are milliseconds. */
export interface Row {
  readonly test: string;
  readonly scenario: string;
  readonly kind: Kind;
  /** How much faster than in life the minute of grace went by. Absent where no such clock ran. */
  readonly speed?: number;
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

export function rowOf(named: Pick<Row, 'test' | 'scenario' | 'kind' | 'speed'>, verdicts: readonly Verdict[]): Row {
  const lost = verdicts.filter((verdict) => verdict.lost).length;
  const times = verdicts.flatMap(({ recoveryMs }) => (recoveryMs === undefined ? [] : [recoveryMs]));
  const complaints: Record<string, number> = {};
  const { test, scenario, kind, speed } = named;
  for (const complaint of verdicts.flatMap(complaintsOf)) complaints[complaint] = (complaints[complaint] ?? 0) + 1;
  const isClean = verdicts.every((verdict) => (verdict.complaints ?? []).length === 0);
  return {
    test,
    scenario,
    kind,
    ...(speed !== undefined && { speed }),
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

/** The row of a search for secrets: in how many places, and where one was found. */
export function searchRow(scenario: string, looked: number, hits: readonly string[]): Row {
  const clean: Verdict = { lost: false, struck: true, extra: 0 };
  const places = Array.from({ length: looked }, () => clean);
  const row = rowOf({ test: 'T12', scenario, kind: 'search' }, places);
  const complaints: Record<string, number> = {};
  for (const hit of hits) complaints[hit] = (complaints[hit] ?? 0) + 1;
  return { ...row, complaints, ok: hits.length === 0 };
}

function complaintsOf({ what = 'a run', lost, complaints = [] }: Verdict): string[] {
  return [...(lost ? ['lost'] : []), ...complaints].map((complaint) => `${what}: ${complaint}`);
}

/** Nearest rank; null of nothing. */
function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/** The most that may be lost where none of `runs` was, with 95 % confidence (rule of three). */
export function upperBound(runs: number): number {
  return Math.min(1, 3 / runs);
}

/** A row with when it was measured, as an ISO time. */
export interface KeptRow extends Row {
  readonly measuredAt: string;
}

/**
 * Rows of the plan in a file, the latest of each scenario: a plan of an hour may be run in parts, and one that is cut
 * short loses nothing.
 */
export class KeptRows {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** In the order of their tests. None where nothing was kept. */
  async read(): Promise<readonly KeptRow[]> {
    try {
      return JSON.parse(await readFile(this.#file, 'utf8')) as readonly KeptRow[];
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  }

  async keep(row: Row, measuredAt: Date): Promise<void> {
    const others = (await this.read()).filter(({ test, scenario }) => test !== row.test || scenario !== row.scenario);
    const rows = [...others, { ...row, measuredAt: measuredAt.toISOString() }];
    await mkdir(dirname(this.#file), { recursive: true });
    await writeFile(this.#file, JSON.stringify(rows.sort(byTest), null, 2));
  }
}

/** T2 comes before T10; rows of one test stay in the order in which they came. */
function byTest(a: Row, b: Row): number {
  return Number(a.test.slice(1)) - Number(b.test.slice(1));
}
