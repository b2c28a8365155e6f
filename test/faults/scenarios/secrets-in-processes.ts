import type { Scenario, Verdict } from '../plan.ts';
import type { World } from '../world.ts';

/** Long enough to look at every process while the request is on its way, in milliseconds. */
const latencyMs = 200;

/** Looks into the window and its helper while a refresh is under way; then into all that they leave. */
async function lookInside(world: World): Promise<Verdict> {
  const stage = await world.stage();
  try {
    stage.line.latencyMs = latencyMs;
    const window = stage.window({ helper: true, watches: true });
    const arrived = stage.line.next('arrived');
    const answer = window.ask({ do: 'token', force: true });
    await arrived;
    const secrets = stage.secrets();
    await world.hygiene.searchProcess(window.pid, secrets);
    const isDone = await stage.works(await answer);
    await stage.graceOver();
    const { lost, extra } = await stage.verdict();
    return { lost: lost || !isDone, struck: true, extra };
  } finally {
    await stage.close();
  }
}

export const secretsInProcesses: Scenario = {
  test: 'T12',
  title: 'arguments, environment, files, names, outputs while a helper refreshes',
  kind: 'promise',
  runs: 40,
  quick: 1,
  run: lookInside,
};
