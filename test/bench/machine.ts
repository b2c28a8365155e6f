import { cpus, loadavg } from 'node:os';
import { short } from './figures.ts';

/** What a bench ran on. */
export interface Machine {
  readonly node: string;
  readonly processors: number;
  /** Load averages of the machine: of the last minute at the beginning, and now. */
  readonly load: { readonly before: number; readonly now: number };
  /** Seconds since the beginning. */
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
