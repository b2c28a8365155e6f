import { irreducible, type Verdict } from '../plan.ts';
import type { World } from '../world.ts';

/** As when the machine's power fails in mid-refresh: everything is killed, and nobody is back within the minute. */
async function everythingDies(world: World, index: number): Promise<Verdict> {
  // The access token outlives the grace, and then somebody waits for its end.
  const lifetimeSeconds = Math.ceil((world.pace.graceMs * 5) / 1000) + 1;
  return world.on({ lifetimeSeconds }, async (stage) => {
    const startedAt = performance.now();
    const window = stage.window({ helper: true });
    stage.strike({ at: ['sent', 'headers', 'parsed'][index % 3] ?? 'sent', kill: [window.pid], self: 'SIGKILL' });
    await window.ask({ do: 'token', force: true });
    await stage.graceOver();

    const complaints: string[] = [];
    const fresh = stage.window({ helper: true, watches: true });
    const alive = await fresh.ask({ do: 'token' });
    if (!(await stage.works(alive))) complaints.push('the access token was not used although it lives');
    await stage.pause(startedAt + lifetimeSeconds * 1000 - performance.now());

    const ended = await fresh.ask({ do: 'token' });
    const isLost = !(await stage.works(ended));
    if (isLost && !(ended && 'failed' in ended && ended.why === 'reconnect')) {
      complaints.push('it did not end in a request to connect again');
    }
    const sends = stage.line.sends.length;
    await fresh.ask({ do: 'token' });
    await fresh.ask({ do: 'token', force: true });
    if (isLost && stage.line.sends.length > sends) complaints.push('a dead token was sent again and again');
    const list = await fresh.ask({ do: 'list' });
    const states = list && 'sessions' in list ? list.sessions.map(({ state }) => state) : [];
    if (isLost && states.join() !== 'needs-owner') complaints.push(`listed as ${states.join() || 'nothing'}`);
    return { lost: isLost, struck: stage.struck !== undefined, extra: 0, complaints };
  });
}

export const everyProcessDies = irreducible('T1', 'every process killed after the send, nobody back within the grace', {
  runs: 60,
  quick: 1,
  run: everythingDies,
});
