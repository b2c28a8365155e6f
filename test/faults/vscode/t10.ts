import { packageExtension } from '../../tools/lib/build.ts';
import type { Verdict } from '../plan.ts';
import { rowOf } from '../rows.ts';
import type { Row } from '../rows.ts';
import { Machine } from './machine.ts';
import type { SecretStorageKind } from './machine.ts';
import type { SessionWindow } from './session-window.ts';
import { strikeOnce } from './strike-run.ts';
import { strikes } from './strikes.ts';
import type { Strike } from './strikes.ts';

export interface T10Options {
  /** Of each strike, on each machine. */
  readonly runs: number;
  readonly onRow: (row: Row) => void;
}

/** The machines of the plan: who has how many windows on which secret storage. */
const machines: readonly (readonly [SecretStorageKind, windows: number])[] = [
  ['desktop', 2],
  ['desktop', 3],
  ['isolated', 2],
  ['isolated', 3],
];

/** T10: real VS Code, struck in mid-refresh. Needs Linux, for its process table. */
export async function runT10({ runs, onRow }: T10Options): Promise<readonly Row[]> {
  const vsix = await packageExtension();
  const rows: Row[] = [];
  for (const [storage, count] of machines) {
    for (const strike of strikes) {
      const verdicts = await strikeMachine(vsix, storage, count, strike, runs);
      const scenario = `${strike.title}, ${count} windows, ${storage} secret storage`;
      const row = rowOf({ test: 'T10', scenario, kind: 'promise' }, verdicts);
      rows.push(row);
      onRow(row);
    }
  }
  return rows;
}

/** A session that was lost, or a strike that failed, ends its machine: the next run begins on a new one. */
export async function strikeMachine(
  vsix: string,
  storage: SecretStorageKind,
  count: number,
  strike: Strike,
  runs: number,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  while (verdicts.length < runs) {
    const machine = await Machine.start(`faults-vscode-${storage}`, vsix, storage);
    try {
      let windows: readonly SessionWindow[] = await openWindows(machine, count);
      while (verdicts.length < runs) {
        const outcome = await strikeOnce(machine, windows, strike);
        verdicts.push(outcome.verdict);
        if (outcome.verdict.lost) break;
        windows = outcome.windows;
      }
    } finally {
      await machine.stop();
    }
  }
  return verdicts;
}

/** All are open before the first one connects: the others have to learn of the session, and get its key. */
export async function openWindows(machine: Machine, count: number): Promise<SessionWindow[]> {
  const windows: SessionWindow[] = [];
  for (let index = 0; index < count; index++) windows.push(await machine.openWindow());
  await windows[0]?.connect();
  for (const window of windows) {
    if (!(await window.showsSession(30_000))) throw new Error('A window never showed the session');
  }
  return windows;
}
