import { packageExtension } from '../../tools/lib/build.ts';
import { rowOf } from '../rows.ts';
import type { Row } from '../rows.ts';
import { OpenMachine } from './open-machine.ts';
import { strikes } from './strikes.ts';

export interface T10Options {
  /** Of each strike on each machine. */
  readonly runs: number;
  readonly onRow: (row: Row) => void;
}

/** The machines of the plan: how many windows, on which secret storage. */
const machines = [
  { storage: 'desktop', count: 2 },
  { storage: 'desktop', count: 3 },
  { storage: 'isolated', count: 2 },
  { storage: 'isolated', count: 3 },
] as const;

/** T10: the real VS Code, struck in mid-refresh. Needs Linux, for its process table. */
export async function runT10({ runs, onRow }: T10Options): Promise<readonly Row[]> {
  const vsix = await packageExtension();
  const rows: Row[] = [];
  for (const { storage, count } of machines) {
    const open = new OpenMachine({ name: `faults-vscode-${storage}-${count}`, vsix, storage, count });
    try {
      for (const strike of strikes) {
        const verdicts = [];
        for (let run = 0; run < runs; run++) verdicts.push(await open.strike(strike));
        const scenario = `${strike.title}, ${count} windows, ${storage} secrets`;
        const row = rowOf({ test: 'T10', scenario, kind: 'promise' }, verdicts);
        rows.push(row);
        onRow(row);
      }
    } finally {
      await open.close();
    }
  }
  return rows;
}
