import type { World } from './world.ts';

/** What became of one run. */
export interface Verdict {
  /** Which of the scenario's cases it was. */
  readonly what?: string | undefined;
  /** A fresh process can't get a working session from what is stored. */
  readonly lost: boolean;
  /** Whether the fault really happened: a kill may come too late. */
  readonly struck: boolean;
  /** Token requests beyond one for each refresh token. */
  readonly extra: number;
  /** Milliseconds until there was a working token again. */
  readonly recoveryMs?: number | undefined;
  /** What was needed did not come in time: a busy machine has decided, not the extension. */
  readonly isTooLate?: boolean | undefined;
  /** How often the run was begun again because this machine was too slow for it. */
  readonly repeated?: number | undefined;
  /** What else went against the promise, in words. */
  readonly complaints?: readonly string[] | undefined;
}

export type Kind =
  /** Nothing may be lost. */
  | 'promise'
  /** Something is left out on purpose: unless it loses, the harness proves nothing. */
  | 'control'
  /** Can't be saved by anybody; must end in one clear request to the owner. */
  | 'irreducible'
  /** A promise, kept by a model in memory rather than by processes. */
  | 'model'
  /** A promise about what is left behind; its runs are places. */
  | 'search';

/**
 * For scenarios in which processes that live on have to act within the grace. With a minute of two seconds, a stall of a
 * machine with other work to do is a lost session; with one of six it is not.
 */
export const unhurried = { mostSpeed: 10, width: 20 } as const;

/** One line of the table. */
export interface Scenario {
  /** `T1` and so on. */
  readonly test: string;
  readonly title: string;
  readonly kind: Kind;
  /** How many runs make the figure, and how many of them are the sample in `npm test`; 0 leaves it out there. */
  readonly runs: number;
  readonly quick: number;
  /** How many run side by side, where not as many as usual. */
  readonly width?: number;
  /** How much faster than in life its minute may go by at most. */
  readonly mostSpeed?: number;
  /** A verdict, or one for each round where a run has several. */
  run(world: World, index: number): Promise<Verdict | readonly Verdict[]>;
}

type Parts = Omit<Scenario, 'test' | 'title' | 'kind'>;
const kind =
  (of: Kind) =>
  (test: string, title: string, parts: Parts): Scenario => ({ test, title, kind: of, ...parts });

export const promise = kind('promise');
export const control = kind('control');
export const irreducible = kind('irreducible');
