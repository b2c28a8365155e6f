import { promise, type Verdict } from '../plan.ts';
import type { World } from '../world.ts';

/** Long enough to look at every process while the request is on its way, in milliseconds. */
const latencyMs = 200;

/** Looks into the window and its helper while a refresh is under way; then into all that they leave. */
async function lookInside(world: World): Promise<Verdict> {
  return world.on({}, async (stage) => {
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
  });
}

export const secretsInProcesses = promise(
  'T12',
  'arguments, environment, files, names, outputs while a helper refreshes',
  {
    runs: 40,
    quick: 1,
    run: lookInside,
  },
);
