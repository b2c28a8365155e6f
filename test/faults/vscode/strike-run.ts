import type { Verdict } from '../plan.ts';
import { eventually, findFlight } from './flight.ts';
import type { Machine } from './machine.ts';
import type { SessionWindow } from './session-window.ts';
import type { Strike } from './strikes.ts';

/** How long the service keeps the answer back, in milliseconds: time to strike. */
const answerDelayMs = 1_500;

/** A window must show the session within this time of the extension's start in it, in milliseconds (plan, T10). */
const shownWithinMs = 6_000;

export interface StrikeOutcome {
  readonly verdict: Verdict;
  readonly windows: readonly SessionWindow[];
}

/**
 * One run: the first window refreshes, the service spends the refresh token and keeps its answer back, and the strike
 * falls. Afterwards every window must show the session, and the last one must get new tokens with what was stored.
 */
export async function strikeOnce(
  machine: Machine,
  windows: readonly SessionWindow[],
  strike: Strike,
): Promise<StrikeOutcome> {
  const before = { generation: await machine.generation(), requests: await machine.tokenRequests() };
  await machine.delayNextTokens(answerDelayMs);
  await windows[0]?.refresh();
  const flight = await eventually(
    async () => ((await machine.isDelaying()) ? findFlight(machine.home) : undefined),
    15_000,
  );
  if (!flight) throw new Error('No refresh began within 15 s');
  const isStruck = (await machine.generation()) === before.generation;

  const after = await strike.run(machine, windows, flight);
  const complaints: string[] = [];
  const onScreenAt = performance.now();
  const shown = await Promise.all(after.map((window) => window.showsSession(30_000)));
  const isShown = shown.every((ms) => ms !== undefined);
  const recoveryMs = isShown ? performance.now() - onScreenAt : undefined;
  if (!isShown) complaints.push('a window does not show the session');
  else if (Math.max(...shown) > shownWithinMs) complaints.push('a window shows the session late');

  // Someone finishes what was begun: the helper, or a window that sees the intent.
  const isFinished = await eventually(
    async () => (await generationAbove(machine, before.generation)) || undefined,
    20_000,
  );
  if (!isFinished) complaints.push('nobody finished the refresh');
  await machine.stopFaults();
  const stored = await machine.generation();
  await after.at(-1)?.refresh();
  const works = await eventually(async () => (await generationAbove(machine, stored)) || undefined, 20_000);

  const gained = (await machine.generation()) - before.generation;
  const extra = (await machine.tokenRequests()) - before.requests - gained;
  const verdict: Verdict = { lost: !works, struck: isStruck, extra, recoveryMs, complaints };
  return { verdict, windows: after };
}

async function generationAbove(machine: Machine, generation: number): Promise<boolean> {
  return (await machine.generation()) > generation;
}
