import { cpus, loadavg } from 'node:os';
import { short } from './figures.ts';

/** What a bench ran on. */
export interface Machine {
  readonly node: string;
  readonly processors: number;
  /** Load averages of the machine: of the last minute at the beginning, and now. */
  readonly load: { readonly before: number; readonly now: number };
  /** Seconds for which it was watched. */
  readonly seconds: number;
}

const load = () => loadavg()[0] ?? NaN;

/** Sees what the machine is busy with, from its making on. */
export class MachineWatch {
  readonly #start = performance.now();
  readonly #before = load();

  get seen(): Machine {
    return {
      node: process.version,
      processors: cpus().length,
      load: { before: this.#before, now: load() },
      seconds: Math.round((performance.now() - this.#start) / 1000),
    };
  }
}

export function machineLine({ node, processors, load, seconds }: Machine): string {
  return `${seconds} s on ${processors} processors, load ${short(load.before)} before and ${short(load.now)} after, Node ${node}`;
}

/** Milliseconds between two looks at the processors, the part of that time that they may work, and the most looks. */
const restStep = 200;
const mostBusy = 0.1;
const mostRestSteps = 25;

/** Milliseconds that all processors together have worked, and have been there. */
function processorTime(): { readonly worked: number; readonly all: number } {
  const times = cpus().map((processor) => processor.times);
  const idle = times.reduce((sum, each) => sum + each.idle, 0);
  const all = times.reduce((sum, { user, nice, sys, idle: rest, irq }) => sum + user + nice + sys + rest + irq, 0);
  return { worked: all - idle, all };
}

/**
 * Waits until the processors have nothing to do, but not for ever: what is measured while a browser that was just started
 * still settles says little about a page in it.
 */
export async function processorsAtRest(): Promise<void> {
  let before = processorTime();
  for (let step = 0; step < mostRestSteps; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, restStep));
    const now = processorTime();
    if (now.worked - before.worked < (now.all - before.all) * mostBusy) return;
    before = now;
  }
}
