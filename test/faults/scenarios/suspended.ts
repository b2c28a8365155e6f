import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { control, promise, type Scenario, type Verdict } from '../plan.ts';
import { seededId, sessionsFolder } from '../seed.ts';
import type { Stage } from '../stage.ts';
import type { DiskFault } from '../window/failing-rows.ts';
import type { WindowAnswer } from '../window/messages.ts';
import type { WindowProcess } from '../window/window-process.ts';
import type { World } from '../world.ts';

/** As when the machine sleeps: within the minute, and beyond it. */
const naps = [7_000, 70_000];
const points = ['lock-taken', 'adopted', 'intent-written', 'sent', 'parsed', 'pair-begun'] as const;

const napOf = ({ pace }: World, index: number) => (naps[index % naps.length] ?? 0) / pace.speed;
const pointOf = (index: number) => points[Math.floor(index / naps.length) % points.length] ?? 'sent';

/** The holder of the lock is suspended. Another window asks meanwhile, and waits or takes over. */
async function holderSleeps(world: World, index: number): Promise<Verdict> {
  return world.on({}, async (stage) => {
    const [holder, other] = await twoWindows(stage);
    const answer = await suspend(stage, holder, pointOf(index));
    const others = other.ask({ do: 'token', force: true });
    await stage.pause(napOf(world, index));
    return await wake(stage, holder, answer, pointOf(index), others);
  });
}

/** The lock does not hold, as on some network homes: another window refreshes while the first one is suspended. */
async function overtaken(world: World, index: number, diskFault?: DiskFault): Promise<Verdict> {
  return world.on({}, async (stage) => {
    mkdirSync(join(sessionsFolder(stage.folder), `${seededId}.lock`));
    const [holder, other] = await twoWindows(stage, diskFault);
    const at = diskFault ? 'adopted' : pointOf(index);
    const answer = await suspend(stage, holder, at);
    // The first one may only take the other's place in the refresh that was begun; the second is a generation of its own.
    await other.ask({ do: 'token', force: true });
    await other.ask({ do: 'token', force: true });
    await stage.pause(napOf(world, diskFault ? 1 : index));
    return await wake(stage, holder, answer, at);
  });
}

async function twoWindows(stage: Stage, diskFault?: DiskFault): Promise<[WindowProcess, WindowProcess]> {
  const holder = stage.window(diskFault && { diskFault });
  const other = stage.window();
  await Promise.all([holder, other].map((window) => window.ask({ do: 'token' })));
  return [holder, other];
}

/** Resolves once the window stands still in the middle of a refresh, to what it will answer. */
async function suspend(
  stage: Stage,
  window: WindowProcess,
  at: string,
): Promise<{ readonly later: Promise<WindowAnswer | undefined> }> {
  stage.strike({ at, self: 'SIGSTOP' });
  const later = window.ask({ do: 'token', force: true });
  while (stage.struck === undefined) await delay(2);
  return { later };
}

async function wake(
  stage: Stage,
  holder: WindowProcess,
  { later }: { readonly later: Promise<WindowAnswer | undefined> },
  what: string,
  others?: Promise<WindowAnswer | undefined>,
): Promise<Verdict> {
  const before = stage.generation;
  const startedAt = performance.now();
  holder.signal('SIGCONT');
  const answers = await Promise.all([later, others]);
  const recoveryMs = performance.now() - startedAt;
  const complaints = [
    ...(stage.generation < before ? ['a newer generation was overwritten'] : []),
    ...(answers[0] === undefined ? ['the window that slept crashed'] : []),
  ];
  await stage.graceOver();
  return stage.verdict({ what, struck: stage.struck !== undefined, complaints, recoveryMs });
}

/** One window signs out while another refreshes. Lost is here: the session came back. */
async function signedOutMeanwhile(world: World): Promise<Verdict> {
  return world.on({}, async (stage) => {
    stage.line.latencyMs = 20;
    const refreshing = stage.window({ helper: true, watches: true });
    const other = stage.window({ helper: true, watches: true });
    await Promise.all([refreshing, other].map((window) => window.ask({ do: 'token' })));
    const answer = refreshing.ask({ do: 'token', force: true });
    await delay(Math.random() * 60);
    await other.ask({ do: 'sign-out' });
    await answer;
    await stage.graceOver();
    const fresh = stage.window();
    const list = await fresh.ask({ do: 'list' });
    const resurrected = !(list && 'sessions' in list && list.sessions.length === 0);
    const works = await stage.works(await fresh.ask({ do: 'token' }));
    return { lost: resurrected || works, struck: true, extra: 0 };
  });
}

export const suspended: readonly Scenario[] = [
  promise('T7', 'holder of the lock suspended for 7 s and 70 s', {
    runs: 100,
    quick: 2,
    run: holderSleeps,
  }),
  promise('T7', 'the same where the lock does not hold, overtaken by two generations', {
    runs: 100,
    quick: 2,
    run: (world, index) => overtaken(world, index),
  }),
  control('T7', 'the same without the fence', {
    runs: 20,
    quick: 2,
    run: (world, index) => overtaken(world, index, { place: 'fence' }),
  }),
  promise('T7', 'signed out in one window while another refreshes (lost: it comes back)', {
    runs: 200,
    quick: 1,
    run: signedOutMeanwhile,
  }),
];
