import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { faultPoints } from '../../../src/extension/auth/refresh/fault-point.ts';

/** What is to happen when a refresh gets to a point, once. Lies beside the sessions of a run, as a file. */
export interface StrikePlan {
  readonly at: string;
  /** Processes to kill then. */
  readonly kill?: readonly number[] | undefined;
  /** Whether the process that does the refresh is killed or suspended as well. */
  readonly self?: 'SIGKILL' | 'SIGSTOP' | undefined;
}

const plannedFile = (folder: string) => path.join(folder, 'strike.json');
const struckFile = (folder: string) => path.join(folder, 'struck.json');

export function planStrike(folder: string, plan: StrikePlan): void {
  writeFileSync(plannedFile(folder), JSON.stringify(plan));
}

/** The process that reached the point, or undefined where nothing has struck. */
export function struckProcess(folder: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(struckFile(folder), 'utf8')) as { pid: number }).pid;
  } catch {
    return undefined;
  }
}

/** Called at every point of a refresh, in the process that does it. */
export async function strikeAt(folder: string, point: string): Promise<void> {
  if (strike(folder, point) === 'SIGKILL') await new Promise(() => undefined);
}

/** The same in the middle of a transaction, where nothing can be awaited. */
export function strikeNow(folder: string, point: string): void {
  if (strike(folder, point)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
}

/** The signal that this process has sent to itself, which may arrive a moment later. */
function strike(folder: string, point: string): StrikePlan['self'] {
  const plan = read(folder);
  if (plan?.at !== point || !claim(folder)) return undefined;
  writeFileSync(struckFile(folder), JSON.stringify({ pid: process.pid, at: point }));
  for (const pid of plan.kill ?? []) killIfThere(pid);
  if (plan.self !== undefined) process.kill(process.pid, plan.self);
  return plan.self;
}

/** All points at which the plan strikes: those of a refresh, and those inside its two transactions. */
export const strikePoints: readonly string[] = [...faultPoints, 'intent-begun', 'pair-begun', 'intent-dropped'];

function read(folder: string): StrikePlan | undefined {
  try {
    return JSON.parse(readFileSync(plannedFile(folder), 'utf8')) as StrikePlan;
  } catch {
    return undefined;
  }
}

/** Only one process strikes, and only once. */
function claim(folder: string): boolean {
  try {
    renameSync(plannedFile(folder), `${plannedFile(folder)}.${process.pid}`);
    return true;
  } catch {
    return false;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
