import { setTimeout as delay } from 'node:timers/promises';
import { documentTiming } from '../../../src/extension/auth/sessions/session-durations.ts';
import { control, promise, type Scenario, unhurried, type Verdict } from '../plan.ts';
import type { Stage } from '../stage.ts';
import type { WindowSettings } from '../window/messages.ts';
import type { World } from '../world.ts';

/** Seconds that each answer takes, at the document's pace. */
const slowness = [18, 25, 40, 55];
/** With the pauses between them, what fits into the minute. */
const mostSends = 4;

function slowDown({ line, pace }: Stage, index: number): { readonly what: string; readonly answerMs: number } {
  const seconds = slowness[index % slowness.length] ?? 0;
  line.answerMs = (seconds * 1000) / pace.speed;
  return { what: `answers after ${seconds} s`, answerMs: line.answerMs };
}

async function judged(stage: Stage, what: string, complaints: readonly string[] = []): Promise<Verdict> {
  const tooMany = stage.line.sends.length > mostSends ? ['too many sends'] : [];
  await stage.graceOver();
  stage.line.answerMs = 0;
  return stage.verdict({ what, complaints: [...complaints, ...tooMany] });
}

/** In turn, the window refreshes itself and has a helper do it. */
async function slowAnswers(world: World, index: number, mode: WindowSettings['mode'] = 'core'): Promise<Verdict> {
  return world.on({ mode }, async (stage) => {
    const { what } = slowDown(stage, index);
    const window = stage.window({ helper: mode === 'core' && Math.floor(index / slowness.length) % 2 === 1 });
    const answer = await window.ask({ do: 'token', force: true });
    const complaints = mode !== 'core' || (await stage.works(answer)) ? [] : ['who asked got no working token'];
    await window.kill();
    return judged(stage, what, complaints);
  });
}

async function killedMeanwhile(world: World, index: number): Promise<Verdict> {
  return world.on({}, async (stage) => {
    const { what, answerMs } = slowDown(stage, index);
    const window = stage.window({ helper: true });
    const sent = stage.line.next('committed');
    const asked = window.ask({ do: 'token', force: true });
    await sent;
    await delay(answerMs / 2);
    await window.kill();
    await asked;
    return judged(stage, what);
  });
}

/** The helper's check breaks off once. The window does that refresh, and is killed in the next one. */
async function hiccup(world: World, _index: number, isRemembered = false): Promise<Verdict> {
  return world.on({}, async (stage) => {
    stage.line.brokenChecks = 1;
    const window = stage.window({ helper: true });
    const first = await window.ask({ do: 'token', force: true });
    const complaints = (await stage.works(first)) ? [] : ['the hiccup ended the refresh'];
    const next = isRemembered ? stage.window() : window;
    stage.strike({ at: 'headers', ...(isRemembered ? { self: 'SIGKILL' } : { kill: [next.pid] }) });
    await next.ask({ do: 'token', force: true });
    await stage.graceOver();
    return stage.verdict({ struck: stage.struck !== undefined, complaints });
  });
}

const seconds = slowness.join(', ');
const full = { ...unhurried, runs: 40, quick: 0 } as const;

export const slowAnswerRows: readonly Scenario[] = [
  promise('T15', `each answer after ${seconds} s`, {
    ...full,
    quick: 2,
    run: (world, index) => slowAnswers(world, index),
  }),
  promise('T15', 'the same, window killed in the middle, its helper goes on', {
    ...full,
    quick: 2,
    run: killedMeanwhile,
  }),
  control('T15', `the same, each send ended after ${documentTiming.attemptMs / 1000} to 20 s`, {
    ...full,
    runs: 8,
    run: (world, index) => slowAnswers(world, index, 'impatient'),
  }),
  promise('T15', 'a helper’s check breaks off, window killed in the next refresh', { ...full, quick: 2, run: hiccup }),
  control('T15', 'the same, no helper asked after the first failure', {
    ...full,
    runs: 8,
    run: (world, index) => hiccup(world, index, true),
  }),
];
