import type { Scenario, Verdict } from './plan.ts';
import type { Progress } from './progress.ts';
import { type Row, rowOf, searchRow } from './rows.ts';
import { badAnswerRows } from './scenarios/bad-answers.ts';
import { connects } from './scenarios/connects.ts';
import { everyProcessDies } from './scenarios/irreducible.ts';
import { killPoints } from './scenarios/kill-points.ts';
import { races } from './scenarios/races.ts';
import { randomKills } from './scenarios/random-kills.ts';
import { secretsInProcesses } from './scenarios/secrets-in-processes.ts';
import { sequences } from './scenarios/sequences.ts';
import { slowAnswerRows } from './scenarios/slow-answers.ts';
import { storageFaults } from './scenarios/storage-faults.ts';
import { suspended } from './scenarios/suspended.ts';
import { webhookKills } from './scenarios/webhook-kills.ts';
import { sideBySide } from './side-by-side.ts';
import { World } from './world.ts';

/** In the order of their numbers. The search for secrets closes it, because it looks at all the others. */
const plan: readonly Scenario[] = [
  ...killPoints,
  everyProcessDies,
  ...randomKills,
  ...races,
  ...badAnswerRows,
  ...storageFaults,
  ...suspended,
  ...sequences,
  webhookKills,
  ...connects,
  ...slowAnswerRows,
  secretsInProcesses,
];

/** Most runs wait for the grace to be over, so that many fit side by side on few cores. */
const usualWidth = 10;
const quickWidth = 6;

const mostRepeats = 5;

export interface RunOptions {
  readonly quick: boolean;
  readonly only: readonly string[] | undefined;
  /** How much faster than in life the minute of grace goes by: 30, and 10 for the sample, which runs on any machine. */
  readonly speed?: number | undefined;
  /** Told of each row as it is done. */
  readonly onRow: (row: Row) => void;
  readonly progress: Progress;
}

type Choice = Pick<RunOptions, 'quick' | 'only'>;

/** The work of the plan, as {@link Progress} counts it. */
export function sizeOfPlan(choice: Choice): number {
  return chosen(choice).reduce((sum, scenario) => sum + runsOf(scenario, choice.quick) / widthOf(scenario), 0);
}

/** Runs the plan. Rejects where the harness itself fails; a lost session is a row that is not `ok`. */
export async function runPlan(options: RunOptions): Promise<readonly Row[]> {
  const { quick, speed = quick ? 10 : 30, onRow } = options;
  const rows: Row[] = [];
  const found: Found[] = [];
  for (const [at, scenarios] of Map.groupBy(chosen(options), ({ mostSpeed = speed }) => Math.min(speed, mostSpeed))) {
    const part = await runAt(at, scenarios, options);
    rows.push(...part.rows);
    found.push(part);
  }
  const looked = found.reduce((sum, part) => sum + part.looked, 0);
  if (looked === 0) return rows;
  const row = searchRow(
    'secrets in all that was left by all runs (runs: places searched)',
    looked,
    found.flatMap(({ hits }) => hits),
  );
  onRow(row);
  return [...rows, row];
}

/** Of the search for secrets. */
interface Found {
  /** Places. */
  readonly looked: number;
  readonly hits: readonly string[];
}

/** Runs scenarios in a world whose minute of grace goes by that much faster. */
async function runAt(
  speed: number,
  scenarios: readonly Scenario[],
  { quick, onRow, progress }: RunOptions,
): Promise<Found & { readonly rows: readonly Row[] }> {
  const world = await World.open(quick, speed);
  try {
    // A sample waits more than it works, so that all of it fits side by side.
    const rows = await sideBySide(scenarios, quick ? scenarios.length : 1, async (scenario) => {
      const width = widthOf(scenario);
      const indices = Array.from({ length: runsOf(scenario, quick) }, (_, index) => index);
      const verdicts = await sideBySide(indices, quick ? Math.min(width, quickWidth) : width, async (index) => {
        const judged = await judge(scenario, world, index);
        progress.advance(1 / width);
        return judged;
      });
      const named = { ...scenario, scenario: scenario.title, ...(scenario.kind !== 'model' && { speed }) };
      const row = rowOf(named, verdicts.flat());
      onRow(row);
      return row;
    });
    const leaked = world.leaked.map(() => 'a request to another origin');
    return { rows, looked: world.hygiene.looked, hits: [...world.hygiene.hits, ...leaked] };
  } finally {
    await world.close();
  }
}

/** A run is begun again where it lost, and nobody came to act in time: nothing is learnt but that this machine is busy. */
async function judge(scenario: Scenario, world: World, index: number): Promise<readonly Verdict[]> {
  for (let repeated = 0; ; repeated++) {
    const verdicts = [await scenario.run(world, index)].flat();
    const isUnfit = scenario.kind === 'promise' && verdicts.some(({ lost, isTooLate }) => lost && isTooLate);
    if (!isUnfit || repeated === mostRepeats)
      return verdicts.map((verdict, at) => (at === 0 ? { ...verdict, repeated } : verdict));
  }
}

const chosen = ({ quick, only }: Choice) =>
  plan.filter((each) => (only === undefined || only.includes(each.test)) && runsOf(each, quick) > 0);

const widthOf = ({ width = usualWidth }: Scenario) => width;

const runsOf = (scenario: Scenario, quick: boolean) => (quick ? scenario.quick : scenario.runs);
