import { control, promise, type Scenario, unhurried, type Verdict } from '../plan.ts';
import { responseFaults } from '../service/response-faults.ts';
import type { Stage } from '../stage.ts';
import type { WindowSettings } from '../window/messages.ts';
import type { World } from '../world.ts';

/** Milliseconds from the moment at which a send is given up to the next one. */
const longestPause = 1_000;

const faultsOf = (index: number) => {
  const fault = responseFaults[index % responseFaults.length] ?? 'answer lost';
  const times = 1 + (Math.floor(index / responseFaults.length) % 3);
  return Array.from({ length: times }, () => fault);
};

async function badAnswers(world: World, index: number, mode: WindowSettings['mode'] = 'core'): Promise<Verdict> {
  const faults = faultsOf(index);
  const what = `${faults[0] ?? ''} ×${faults.length}`;
  return world.on({ mode }, async (stage) => {
    stage.line.faults.push(...faults);
    // In turn, the window refreshes itself and has a helper do it.
    const isHelper = Math.floor(index / (3 * responseFaults.length)) % 2 === 1;
    const window = stage.window({ helper: isHelper });
    const startedAt = performance.now();
    const answer = await window.ask({ do: 'token', force: true });
    const recoveryMs = performance.now() - startedAt;
    const complaints = mode === 'core' ? await complaintsAbout(world, stage, answer) : [];
    await window.kill();
    await stage.graceOver();
    const verdict = await stage.verdict();
    const struck = stage.line.sends.some(({ fault }) => fault !== undefined);
    return { ...verdict, what, struck, complaints, recoveryMs };
  });
}

async function complaintsAbout(
  { isQuick }: World,
  stage: Stage,
  answer: Parameters<Stage['works']>[0],
): Promise<string[]> {
  const unanswered = (await stage.works(answer)) ? [] : ['who asked got no working token'];
  // How long things take is looked at where nothing else runs on the machine.
  if (isQuick) return unanswered;
  const times = stage.line.sends.map(({ at }) => at);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const waitedMs = stage.line.sends[0]?.fault === 'no answer ever' ? stage.pace.timing.attemptMs : 0;
  return [
    ...unanswered,
    ...((pauses[0] ?? 0) > waitedMs + longestPause ? ['the first resend came late'] : []),
    ...((times.at(-1) ?? 0) - (times[0] ?? 0) < stage.pace.graceMs ? [] : ['a spent token was sent after the grace']),
  ];
}

export const badAnswerRows: readonly Scenario[] = [
  promise('T5', '14 bad answers to the first, the first two, the first three requests', {
    ...unhurried,
    runs: 14 * 3 * 50,
    quick: 6,
    run: (world, index) => badAnswers(world, index),
  }),
  control('T5', 'the same with a lock only', {
    ...unhurried,
    runs: 14 * 3 * 2,
    quick: 0,
    run: (world, index) => badAnswers(world, index, 'lock only'),
  }),
  control('T5', 'the same with a naive client', {
    ...unhurried,
    runs: 14 * 3 * 2,
    quick: 0,
    run: (world, index) => badAnswers(world, index, 'naive'),
  }),
];
