import { control, promise, type Scenario, unhurried, type Verdict } from '../plan.ts';
import { wasNobodyInTime } from '../too-late.ts';
import { strikePoints } from '../window/strike-plan.ts';
import type { World } from '../world.ts';

/** The refresh token is spent, and nothing is stored yet. */
const afterSend: readonly string[] = ['sent', 'headers', 'parsed'];

/** In steps of five, so that few runs, too, are of all parts of a refresh. */
const pointOf = (index: number, points = strikePoints) => points[(index * 5) % points.length] ?? 'sent';

/** Whoever refreshes is killed, and so is the window that asked for it. Somebody is back at once. */
async function backInside(world: World, index: number): Promise<Verdict> {
  const what = pointOf(index);
  const isHelper = Math.floor(index / strikePoints.length) % 2 === 1;
  return world.on({}, async (stage) => {
    const window = stage.window({ helper: isHelper });
    stage.strike({ at: what, self: 'SIGKILL', kill: isHelper ? [window.pid] : [] });
    await window.ask({ do: 'token', force: true });
    const verdict = await stage.verdict({ what, struck: stage.struck !== undefined });
    // The fresh process was started at once; it is the machine that has kept it waiting.
    return { ...verdict, isTooLate: verdict.isTooLate === true || wasNobodyInTime(stage.line.sends, stage.pace) };
  });
}

/** The window is killed while its helper refreshes. Nobody is back until the grace is over. */
async function backLate(world: World, index: number): Promise<Verdict> {
  const what = pointOf(index);
  return world.on({}, async (stage) => {
    const window = stage.window({ helper: true });
    stage.strike({ at: what, kill: [window.pid] });
    await window.ask({ do: 'token', force: true });
    await stage.graceOver();
    return await stage.verdict({ what, struck: stage.struck !== undefined });
  });
}

/** A window and its helper are killed while another window is open. It takes over within the grace. */
async function withSurvivor(world: World, index: number): Promise<Verdict> {
  const what = pointOf(index);
  return world.on({}, async (stage) => {
    const [victim, survivor] = [stage.window({ helper: true }), stage.window({ helper: true, watches: true })];
    await survivor.ask({ do: 'token' });
    stage.strike({ at: what, kill: [victim.pid], self: 'SIGKILL' });
    await victim.ask({ do: 'token', force: true });
    await stage.graceOver();
    return await stage.verdict({ what, struck: stage.struck !== undefined });
  });
}

/** The window itself refreshes. It is killed after the send, and nobody is back until the grace is over. */
async function withoutHelper(world: World, index: number): Promise<Verdict> {
  const what = pointOf(index, afterSend);
  return world.on({}, async (stage) => {
    const window = stage.window();
    stage.strike({ at: what, self: 'SIGKILL' });
    await window.ask({ do: 'token', force: true });
    await stage.graceOver();
    return await stage.verdict({ what, struck: stage.struck !== undefined });
  });
}

export const killPoints: readonly Scenario[] = [
  promise('T1', 'killed at each of 12 points, back inside the grace', {
    runs: 1200,
    quick: 12,
    // Nothing is waited for here but processors.
    width: 4,
    run: backInside,
  }),
  promise('T1', 'window killed at each of 12 points, its helper goes on, back after the grace', {
    runs: 1200,
    quick: 4,
    run: backLate,
  }),
  promise('T1', 'window and helper killed at each of 12 points, another window is open', {
    ...unhurried,
    runs: 1200,
    quick: 4,
    run: withSurvivor,
  }),
  control('T1', 'no helper, window killed after the send, back after the grace', {
    runs: 60,
    quick: 6,
    run: withoutHelper,
  }),
];
