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

/** What has been measured so far. */
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

/** What is measured, as far as the bench has come. */
export class Results {
  readonly #machine = new MachineWatch();
  readonly #about: Pick<Measured, 'sizes' | 'scripts'>;
  readonly #found: Found[] = [];

  constructor(sizes: readonly number[], scripts: Measured['scripts']) {
    this.#about = { sizes, scripts };
  }

  get measured(): Measured {
    return { ...this.#machine.seen, ...this.#about, found: this.#found };
  }

  of(subject: Subject, size: number): Found {
    const there = this.#found.find((each) => each.subject === subject && each.size === size);
    if (there) return there;
    const found: Found = { subject, size, runs: [], failures: [] };
    this.#found.push(found);
    return found;
  }
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
