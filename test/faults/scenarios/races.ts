import { documentTiming } from '../../../src/extension/auth/sessions/session-durations.ts';
import { control, promise, type Scenario, type Verdict } from '../plan.ts';
import type { Stage, WindowOptions } from '../stage.ts';
import type { WindowAnswer } from '../window/messages.ts';
import type { WindowProcess } from '../window/window-process.ts';
import type { World } from '../world.ts';

const roundsOfRun = 10;
const rotations = 20;

/** All windows ask at the moment when the token has expired, again and again. */
async function race(
  world: World,
  stage: Stage,
  count: number,
  rounds: number,
  options: WindowOptions,
): Promise<readonly Verdict[]> {
  // At the document's pace: nothing goes wrong here, so nothing may be repeated for want of patience.
  const windows = Array.from({ length: count }, () => stage.window({ ...options, timing: documentTiming }));
  const askAll = () => Promise.all(windows.map((window) => window.ask({ do: 'token' })));
  await askAll();
  const verdicts: Verdict[] = [];
  for (let round = 0; round < rounds; round++) {
    await stage.pause(world.raceLifetimeSeconds * 1000);
    verdicts.push(await raceOnce(stage, windows, askAll));
  }
  await Promise.all(windows.map((window) => window.kill()));
  return verdicts;
}

async function raceOnce(
  stage: Stage,
  windows: readonly WindowProcess[],
  askAll: () => Promise<readonly (WindowAnswer | undefined)[]>,
): Promise<Verdict> {
  const [sendsBefore, startedAt] = [stage.line.sends.length, performance.now()];
  const answers = await askAll();
  const recoveryMs = performance.now() - startedAt;
  const working = await Promise.all(answers.map((answer) => stage.works(answer)));
  const sends = stage.line.sends.length - sendsBefore;
  const names = new Set(answers.map((answer) => answer && 'token' in answer && answer.token));
  const complaints = [
    ...(sends === 1 ? [] : [`${sends} requests for one generation`]),
    ...(names.size === 1 ? [] : ['windows ended up with different tokens']),
  ];
  const lost = working.some((works) => !works);
  return { lost, struck: windows.length > 1, extra: Math.max(0, sends - 1), complaints, recoveryMs };
}

function raceOf(count: number): Scenario {
  return {
    test: 'T3',
    title: `${count} windows ask at the moment of expiry`,
    kind: 'promise',
    runs: 300 / roundsOfRun,
    quick: count === 4 ? 1 : 0,
    width: Math.max(3, 24 / count),
    async run(world: World) {
      return world.on({ lifetimeSeconds: world.raceLifetimeSeconds }, async (stage) => {
        const verdicts = await race(world, stage, count, world.isQuick ? 2 : roundsOfRun, { helper: true });
        const { lost } = await stage.verdict();
        return lost ? [...verdicts, { lost, struck: true, extra: 0 }] : verdicts;
      });
    },
  };
}

/** A whole chain before the strict server. One request too many costs the chain. */
async function strictChain(world: World): Promise<Verdict> {
  return world.onStrict({ lifetimeSeconds: world.raceLifetimeSeconds }, async (stage) => {
    const rounds = await race(world, stage, 3, world.isQuick ? 2 : rotations, { helper: true });
    const last = await stage.verdict();
    const { sends, generations } = stage.line;
    const complaints = [
      ...rounds.flatMap((round) => round.complaints ?? []),
      ...(sends.length > generations ? ['the server saw a refresh token twice'] : []),
      ...(sends.some(({ error }) => error === 'invalid_grant') ? ['the server said invalid_grant'] : []),
    ];
    const times = rounds.flatMap(({ recoveryMs }) => recoveryMs ?? []);
    const recoveryMs = times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
    return { ...last, lost: last.lost || rounds.some(({ lost }) => lost), complaints, recoveryMs };
  });
}

async function strictNaive(world: World): Promise<Verdict> {
  return world.onStrict({ lifetimeSeconds: world.raceLifetimeSeconds, mode: 'naive' }, async (stage) => {
    await race(world, stage, 4, 2, {});
    return await stage.verdict();
  });
}

export const races: readonly Scenario[] = [
  raceOf(2),
  raceOf(4),
  raceOf(8),
  promise('T4', `oidc-provider, 3 windows over ${rotations} rotations`, {
    runs: 50,
    quick: 0,
    width: 4,
    run: strictChain,
  }),
  control('T4', 'oidc-provider, naive client in 4 windows', {
    runs: 20,
    quick: 0,
    width: 4,
    run: strictNaive,
  }),
];
