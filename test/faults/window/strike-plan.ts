import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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
  const plan = read(folder);
  if (plan?.at !== point || !claim(folder)) return;
  writeFileSync(struckFile(folder), JSON.stringify({ pid: process.pid, at: point }));
  for (const pid of plan.kill ?? []) killIfThere(pid);
  if (plan.self === undefined) return;
  process.kill(process.pid, plan.self);
  // A signal to oneself may arrive a moment later.
  if (plan.self === 'SIGKILL') await new Promise(() => undefined);
}

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
