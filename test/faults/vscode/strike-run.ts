import { patienceMs } from '../../tools/lib/patience.ts';
import type { Verdict } from '../plan.ts';
import { eventually, findFlight } from './flight.ts';
import type { Machine } from './machine.ts';
import type { SessionWindow } from './session-window.ts';
import type { Strike } from './strikes.ts';

/**
 * How long the service keeps the answer back, in milliseconds: time to strike. A helper that is killed waits no longer;
 * one that lives waits until the end of it, and the windows with it.
 */
const answerDelayMs = ({ resends }: Strike) => (resends > 0 ? patienceMs : 1_500);

/** A window must show the session within this time of its being struck, or opened again, in milliseconds (plan, T10). */
export const shownWithinMs = 6_000;

export const lateComplaint = `a window shows the session later than ${shownWithinMs / 1000} s`;

export interface StrikeOutcome {
  readonly verdict: Verdict;
  readonly windows: readonly SessionWindow[];
}

/**
 * One run: the first window refreshes, the service spends the refresh token and keeps its answer back, and the strike
 * falls. Afterwards every window must show the session, and the last one must get new tokens with what was stored.
 * Rejects where the machine is not as it should be before the strike, or no refresh begins.
 */
export async function strikeOnce(
  machine: Machine,
  windows: readonly SessionWindow[],
  strike: Strike,
): Promise<StrikeOutcome> {
  await checkAllIsWell(machine, windows);
  const before = { generation: await machine.generation(), request: await machine.lastRequest() };
  await machine.delayNextTokens(answerDelayMs(strike));
  await windows[0]?.refresh();
  const flight = await eventually(async () => {
    return (await machine.isDelaying()) ? findFlight(machine.home) : undefined;
  }, patienceMs);
  if (!flight) throw new Error('No refresh began');

  const struckAt = performance.now();
  await strike.strike({ machine, windows, flight });
  const isStruck = (await machine.generation()) === before.generation;
  await strike.restore?.(machine);
  const { after, recoveryMs } = await comeBack(machine, windows, strike, strike.restore ? performance.now() : struckAt);
  const complaints: string[] = [];
  if (recoveryMs === undefined) complaints.push('a window does not show the session');
  else if (recoveryMs > shownWithinMs) complaints.push(lateComplaint);

  // Someone finishes what was begun: the helper, or a window that sees the intent.
  const isFinished = await reaches(machine, before.generation + 1);
  if (!isFinished) complaints.push('nobody finished the refresh');
  await machine.stopFaults();
  const stored = await machine.generation();
  await after.at(-1)?.refresh();
  const works = await reaches(machine, stored + 1);

  const gained = (await machine.generation()) - before.generation;
  const extra = (await machine.tokenRequestsAfter(before.request)) - gained;
  if (extra !== (isStruck ? strike.resends : 0))
    complaints.push(`${extra} token requests more than generations, instead of ${strike.resends}`);
  const verdict: Verdict = { lost: !works, struck: isStruck, extra, recoveryMs, complaints };
  return { verdict, windows: after };
}

/** Opens the struck windows, one by one as a person does, and looks at all. The longest that one took, in milliseconds. */
async function comeBack(
  machine: Machine,
  windows: readonly SessionWindow[],
  { reopen, isForAll }: Strike,
  firstFrom: number,
): Promise<{ readonly after: readonly SessionWindow[]; readonly recoveryMs: number | undefined }> {
  const after: SessionWindow[] = [];
  const times: (number | undefined)[] = [];
  for (const [index, window] of windows.entries()) {
    const from = index === 0 ? firstFrom : performance.now();
    const open = index === 0 || isForAll ? await reopen(machine, window) : window;
    after.push(open);
    times.push((await open.showsSession()) ? performance.now() - from : undefined);
  }
  const isShown = (time: number | undefined) => time !== undefined;
  return { after, recoveryMs: times.every(isShown) ? Math.max(...times) : undefined };
}

async function checkAllIsWell(machine: Machine, windows: readonly SessionWindow[]): Promise<void> {
  const shown = await Promise.all(windows.map((window) => window.showsSession()));
  if (shown.includes(false)) throw new Error('A window did not show the session before the strike');
  const isAtRest = async () => (await machine.stored()).intents.size === 0 || undefined;
  if (!(await eventually(isAtRest, patienceMs))) throw new Error('A refresh was under way before the strike');
}

async function reaches(machine: Machine, generation: number): Promise<boolean> {
  const found = await eventually(async () => (await machine.generation()) >= generation || undefined, patienceMs);
  return found === true;
}
