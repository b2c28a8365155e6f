import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { cache } from '../../tools/lib/paths.ts';
import { median } from '../figures.ts';
import { type Machine, MachineWatch } from '../machine.ts';
import type { Size } from './pages.ts';
import type { Figures } from './run.ts';
import { type Subject, subjects } from './subjects.ts';

/** All runs of one subject with so many records. */
export interface Found {
  readonly subject: Subject;
  readonly size: number;
  readonly runs: Figures[];
  /** Why runs have no figures: `over 180 s`. */
  readonly failures: string[];
}

/** What has been measured so far, as it is kept in a file. */
export interface Measured extends Machine {
  /** Numbers of records. */
  readonly sizes: readonly number[];
  /** Scripts by whose they are. */
  readonly scripts: Readonly<Record<string, Size>>;
  readonly found: readonly Found[];
}

/** One subject's line in a table. */
export interface Row {
  readonly subject: Subject;
  readonly size: number;
  readonly runs: number;
  /** Medians over the runs. */
  readonly figures: Figures;
  readonly failures: readonly string[];
}

const file = join(cache, 'bench/viewer.json');

/** Keeps what is measured, in a file too: a bench that is cut short has measured what it has. */
export class Results {
  readonly #machine: MachineWatch;
  readonly #about: Pick<Measured, 'sizes' | 'scripts'>;
  readonly #found: Found[];

  /** @param earlier what was measured before, to be gone on with; throws if it is of other scripts */
  constructor(sizes: readonly number[], scripts: Measured['scripts'], earlier?: Measured) {
    if (earlier && !isDeepStrictEqual(earlier.scripts, scripts)) {
      throw new Error('The last bench has measured other scripts than these: begin anew, without --continue.');
    }
    const all = [...new Set([...(earlier?.sizes ?? []), ...sizes])];
    this.#about = { sizes: all.sort((a, b) => a - b), scripts };
    this.#found = [...(earlier?.found ?? [])];
    this.#machine = new MachineWatch(earlier);
  }

  get measured(): Measured {
    return { ...this.#machine.seen, ...this.#about, found: this.#found };
  }

  of(subject: Subject, size: number): Found {
    const there = this.#find(subject, size);
    if (there) return there;
    const found: Found = { subject, size, runs: [], failures: [] };
    this.#found.push(found);
    return found;
  }

  /** How often a subject was tried with so many records. */
  tries(subject: Subject, size: number): number {
    const found = this.#find(subject, size);
    return found ? found.runs.length + found.failures.length : 0;
  }

  #find(subject: Subject, size: number): Found | undefined {
    return this.#found.find((each) => each.subject === subject && each.size === size);
  }

  async save(): Promise<void> {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(this.measured));
  }
}

/** What the last bench has measured, even if it was cut short; throws if there was none. */
export async function savedResults(): Promise<Measured> {
  if (!existsSync(file)) throw new Error('Nothing has been measured here yet: begin without --report and --continue.');
  return JSON.parse(await readFile(file, 'utf8')) as Measured;
}

function medians(runs: readonly Figures[]): Figures {
  const names = new Set(runs.flatMap((run) => Object.keys(run) as (keyof Figures)[]));
  return Object.fromEntries(Array.from(names, (name) => [name, median(runs.flatMap((run) => run[name] ?? []))]));
}

/** The medians, in the order of the sizes and the subjects. */
export function rowsOf({ sizes, found }: Measured): Row[] {
  return sizes.flatMap((size) =>
    subjects.flatMap((subject) =>
      found
        .filter((each) => each.size === size && each.subject === subject)
        .map(({ runs, failures }) => ({ subject, size, runs: runs.length, figures: medians(runs), failures })),
    ),
  );
}
