import { join } from 'node:path';
import { packageExtension } from '../../tools/lib/build.ts';
import { issuedName, notedSecrets } from '../../tools/lib/issued.ts';
import { cache } from '../../tools/lib/paths.ts';
import { Hygiene } from '../hygiene.ts';
import type { Verdict } from '../plan.ts';
import type { Progress } from '../progress.ts';
import { type Row, rowOf, searchRow } from '../rows.ts';
import { OpenMachine } from './open-machine.ts';
import { shownWithinMs } from './strike-run.ts';
import { type Strike, strikes } from './strikes.ts';

export interface T10Options {
  /** Of each strike on each machine. A row of the table has those of all machines. */
  readonly runs: number;
  readonly onRow: (row: Row) => void;
  readonly progress: Progress;
}

/** The machines of the plan: how many windows, on which secret storage. */
const machines = [
  { storage: 'desktop', count: 2 },
  { storage: 'desktop', count: 3 },
  { storage: 'isolated', count: 2 },
  { storage: 'isolated', count: 3 },
] as const;

/** The work of T10, as {@link Progress} counts it. */
export function sizeOfT10(runs: number): number {
  return runs * strikes.length * machines.length;
}

/** T10: the real VS Code, struck in mid-refresh. Needs Linux, for its process table. */
export async function runT10({ runs, onRow, progress }: T10Options): Promise<readonly Row[]> {
  const vsix = await packageExtension();
  const hygiene = new Hygiene();
  const verdicts = new Map<Strike, Verdict[]>(strikes.map((strike) => [strike, []]));
  for (const { storage, count } of machines) {
    const name = `faults-vscode-${storage}-${count}`;
    const open = new OpenMachine({ name, vsix, storage, count });
    try {
      for (const strike of strikes) {
        for (let run = 0; run < runs; run++) {
          const verdict = await open.strike(strike);
          verdicts.get(strike)?.push({ what: `${count} windows, ${storage} secrets`, ...verdict });
          progress.advance(1);
        }
      }
    } finally {
      await open.close();
    }
    const home = join(cache, name);
    await hygiene.searchFolder(home, await notedSecrets(join(home, issuedName)), [issuedName]);
  }
  const search = searchRow(
    'secrets in all that the real VS Code left (runs: places searched)',
    hygiene.looked,
    hygiene.hits,
  );
  const rows = [...verdicts].map(([{ title }, of]) => {
    const scenario = `real VS Code, session shown within ${shownWithinMs / 1000} s: ${title}`;
    const row = rowOf({ test: 'T10', scenario, kind: 'promise' }, of);
    onRow(row);
    return row;
  });
  onRow(search);
  return [...rows, search];
}
