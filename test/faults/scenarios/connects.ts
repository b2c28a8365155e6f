import { promise, type Scenario, type Verdict } from '../plan.ts';
import type { WindowAnswer } from '../window/messages.ts';
import { seededId } from '../seed.ts';
import type { World } from '../world.ts';

/** A new owner comes back from Connect in two windows at once, one of which may be killed before it has stored anything. */
async function connectTwice(world: World, isKilled: boolean): Promise<Verdict> {
  return world.on({}, async (stage) => {
    const windows = [stage.window(), stage.window()];
    const pairs = await Promise.all(windows.map(() => stage.newTokens()));
    // Both are up before either is asked, so that they meet.
    await Promise.all(windows.map((window) => window.ask({ do: 'list' })));
    const answers = windows.map((window, index) => window.ask({ do: 'connect', tokens: pairs[index] ?? never() }));
    if (isKilled) {
      await Promise.race(answers);
      await windows[1]?.kill();
    }
    const ends = await Promise.all(answers);
    const fresh = stage.window();
    const listed = await fresh.ask({ do: 'list' });
    const all = listed && 'sessions' in listed ? listed.sessions : [];
    const connected = all.filter(({ id }) => id !== seededId);
    const works = await stage.works(await fresh.ask({ do: 'token', force: true, id: connected[0]?.id }));
    await fresh.kill();
    const failures = ends.filter(
      (end): end is WindowAnswer & { failed: string } => end !== undefined && 'failed' in end,
    );
    const complaints = [
      ...(connected.length === 1 ? [] : [`${connected.length} accounts of one owner`]),
      ...(works ? [] : ['its pair does not work']),
      ...failures.map(({ failed }) => `a window could not connect: ${failed}`),
    ];
    return await stage.verdict({ complaints });
  });
}

function never(): never {
  throw new Error('There is a pair for each window.');
}

export const connects: readonly Scenario[] = [
  promise('T14', '2 windows connect one owner at once', {
    runs: 200,
    quick: 2,
    run: (world) => connectTwice(world, false),
  }),
  promise('T14', 'the same, one of them killed once the other is done', {
    runs: 200,
    quick: 1,
    run: (world) => connectTwice(world, true),
  }),
];
