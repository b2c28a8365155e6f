import { join } from 'node:path';
import { run } from '../tools/lib/processes.ts';
import { root } from '../tools/lib/paths.ts';
import { outcomeOf, type Suite } from '../tools/lib/suites.ts';

/** The sample of the fault plan as a suite of `npm test`, in a process of its own. A row of its table is a test. */
export const runFaultSuite: Suite = () =>
  outcomeOf('faults', (env) =>
    run(process.execPath, [join(root, 'test/tools/faults.ts'), '--quick'], { env: { ...process.env, ...env } }),
  );
