import { median } from './figures.ts';
import type { Machine } from './machine.ts';
import type { BodyKind } from './record-body.ts';
import type { StreamRun, Way } from './stream-way.ts';

/** Who read what. */
interface Entry {
  readonly size: number;
  readonly kind: BodyKind;
  readonly way: Way;
}

/** An entry's runs, each in a fresh process, in the order of the rounds. */
export interface Found extends Entry {
  readonly runs: readonly StreamRun[];
}

export interface Measured extends Machine {
  readonly found: readonly Found[];
  /** Most resident memory of a process that reads nothing, in megabytes. */
  readonly idleRss: number;
  /** How many times as long as the machine that the targets in milliseconds are of this one takes. */
  readonly slowness?: number | undefined;
}

/** One entry's line in a table: medians over its runs. */
export interface Row extends Entry, Omit<StreamRun, 'records'> {
  readonly runs: number;
  /** Time of all rows, over that of the floor in the same round. NaN where there is no floor. */
  readonly timesFloor: number;
}

export function rowsOf({ found }: Measured): Row[] {
  return found.map(({ size, kind, way, runs }) => {
    const floor = found.find((each) => each.size === size && each.kind === kind && each.way === 'floor');
    const of = (figure: keyof StreamRun) => median(runs.map((run) => run[figure]));
    return {
      size,
      kind,
      way,
      runs: runs.length,
      firstBatch: of('firstBatch'),
      allRows: of('allRows'),
      timesFloor: median(runs.map(({ allRows }, round) => allRows / (floor?.runs[round]?.allRows ?? NaN))),
      longestBlock: of('longestBlock'),
      longestWork: of('longestWork'),
      maxRss: of('maxRss'),
      postedBytes: of('postedBytes'),
    };
  });
}
