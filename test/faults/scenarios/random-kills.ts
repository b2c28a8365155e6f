import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promise, type Scenario, unhurried, type Verdict } from '../plan.ts';
import type { World } from '../world.ts';

/** Milliseconds: about as long as a refresh takes here. */
const [longestWait, longestLatency] = [60, 10];

async function windowDies(world: World): Promise<Verdict> {
  return world.on({}, async (stage) => {
    stage.line.latencyMs = Math.random() * longestLatency;
    const window = stage.window({ helper: true });
    await window.ask({ do: 'token' });
    const answer = window.ask({ do: 'token', force: true });
    await delay(Math.random() * longestWait);
    await window.kill();
    const struck = (await answer) === undefined;
    await stage.graceOver();
    return await stage.verdict({ struck });
  });
}

async function helperDies(world: World, index: number): Promise<Verdict> {
  return world.on({}, async (stage) => {
    stage.line.latencyMs = Math.random() * longestLatency;
    const [window, survivor] = [stage.window({ helper: true }), stage.window({ helper: true, watches: true })];
    await Promise.all([window, survivor].map((each) => each.ask({ do: 'token' })));
    const answer = window.ask({ do: 'token', force: true });
    const helper = await childOf(window.pid, answer);
    await delay(Math.random() * longestWait);
    const struck = helper !== undefined && killed(helper);
    if (index % 2 === 0) await window.kill();
    await answer;
    await stage.graceOver();
    return await stage.verdict({ struck });
  });
}

/** The helper, once the window has started it; undefined where the answer is there before. */
async function childOf(pid: number, answer: Promise<unknown>): Promise<number | undefined> {
  let isAnswered = false;
  void answer.then(() => (isAnswered = true));
  while (!isAnswered) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    const [child] = children.split(' ').filter(Boolean);
    if (child !== undefined) return Number(child);
    await delay(1);
  }
  return undefined;
}

function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

export const randomKills: readonly Scenario[] = [
  promise('T2', 'window killed at any time, its helper goes on, back after the grace', {
    runs: 1000,
    quick: 2,
    run: windowDies,
  }),
  promise('T2', 'helper killed at any time, every second time with its window; another window is open', {
    ...unhurried,
    runs: 1000,
    quick: 2,
    run: helperDies,
  }),
];
