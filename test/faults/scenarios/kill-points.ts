import { unhurried } from '../plan.ts';
import type { Scenario, Verdict } from '../plan.ts';
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
  const stage = await world.stage();
  try {
    const window = stage.window({ helper: isHelper });
    stage.strike({ at: what, self: 'SIGKILL', kill: isHelper ? [window.pid] : [] });
    await window.ask({ do: 'token', force: true });
    const verdict = await stage.verdict({ what, struck: stage.struck !== undefined });
    // The fresh process was started at once; it is the machine that has kept it waiting.
    return { ...verdict, isTooLate: verdict.isTooLate === true || wasNobodyInTime(stage.line.sends, stage.pace) };
  } finally {
    await stage.close();
  }
}

/** The window is killed while its helper refreshes. Nobody is back until the grace is over. */
async function backLate(world: World, index: number): Promise<Verdict> {
  const what = pointOf(index);
  const stage = await world.stage();
  try {
    const window = stage.window({ helper: true });
    stage.strike({ at: what, kill: [window.pid] });
    await window.ask({ do: 'token', force: true });
    await stage.graceOver();
    return await stage.verdict({ what, struck: stage.struck !== undefined });
  } finally {
    await stage.close();
  }
}

/** A window and its helper are killed while another window is open. It takes over within the grace. */
async function withSurvivor(world: World, index: number): Promise<Verdict> {
  const what = pointOf(index);
  const stage = await world.stage();
  try {
    const [victim, survivor] = [stage.window({ helper: true }), stage.window({ helper: true, watches: true })];
    await survivor.ask({ do: 'token' });
    stage.strike({ at: what, kill: [victim.pid], self: 'SIGKILL' });
    await victim.ask({ do: 'token', force: true });
    await stage.graceOver();
    return await stage.verdict({ what, struck: stage.struck !== undefined });
  } finally {
    await stage.close();
  }
}

/** The window itself refreshes. It is killed after the send, and nobody is back until the grace is over. */
async function withoutHelper(world: World, index: number): Promise<Verdict> {
  const what = pointOf(index, afterSend);
  const stage = await world.stage();
  try {
    const window = stage.window();
    stage.strike({ at: what, self: 'SIGKILL' });
    await window.ask({ do: 'token', force: true });
    await stage.graceOver();
    return await stage.verdict({ what, struck: stage.struck !== undefined });
  } finally {
    await stage.close();
  }
}

export const killPoints: readonly Scenario[] = [
  {
    test: 'T1',
    title: 'killed at each of 12 points, back inside the grace',
    kind: 'promise',
    runs: 1200,
    quick: 12,
    // Nothing is waited for here but processors.
    width: 4,
    run: backInside,
  },
  {
    test: 'T1',
    title: 'window killed at each of 12 points, its helper goes on, back after the grace',
    kind: 'promise',
    runs: 1200,
    quick: 4,
    run: backLate,
  },
  {
    test: 'T1',
    title: 'window and helper killed at each of 12 points, another window is open',
    kind: 'promise',
    ...unhurried,
    runs: 1200,
    quick: 4,
    run: withSurvivor,
  },
  {
    test: 'T1',
    title: 'no helper, window killed after the send, back after the grace',
    kind: 'control',
    runs: 60,
    quick: 6,
    run: withoutHelper,
  },
];
