import { type Contender, contenders, type Subject, subjectIn } from './subjects.ts';

/** A part of the bench that has a browser of its own. VS Code's is one for all sizes. */
export type Step = { readonly run: number; readonly contender: Contender } & (
  { readonly place: 'VS Code' } | { readonly place: 'bare page'; readonly size: number }
);

export interface Plan {
  readonly runs: number;
  readonly sizes: readonly number[];
  /** Whether a contender is to be measured in a place. */
  readonly chosen: (subject: Subject) => boolean;
}

/** All runs one after another, so that a bench that is cut short has as many of each as there was time for. */
export function planned({ runs, sizes, chosen }: Plan): Step[] {
  return Array.from({ length: runs }, (_, index) => index + 1).flatMap((run) => {
    // Every other run the other way round: none is always measured on a machine that another has warmed.
    const order = run % 2 ? contenders : contenders.toReversed();
    const steps = [
      ...order.map((contender) => ({ run, place: 'VS Code', contender }) as const),
      ...sizes.flatMap((size) => order.map((contender) => ({ run, place: 'bare page', contender, size }) as const)),
    ];
    return steps.filter((step) => chosen(subjectOf(step)));
  });
}

export function subjectOf({ place, contender }: Step): Subject {
  return subjectIn(place, contender);
}

/**
 * The sizes of a step that its run still lacks: all, or fewer where a bench goes on with what an earlier one has measured.
 * @param tries how often a subject was tried with so many records
 */
export function sizesLeft(
  step: Step,
  sizes: readonly number[],
  tries: (subject: Subject, size: number) => number,
): readonly number[] {
  const own = step.place === 'VS Code' ? sizes : [step.size];
  return own.filter((size) => tries(subjectOf(step), size) < step.run);
}

export function nameOf(step: Step): string {
  return step.place === 'VS Code' ? subjectOf(step) : `${subjectOf(step)} with ${step.size} records`;
}

/** Milliseconds that a step takes on some machine: what matters is how they compare. */
function usual(step: Step): number {
  return step.place === 'VS Code' ? 75_000 : 2500 + step.size * 0.03;
}

/** Tells from the steps that are done how long the others will take. */
export class Pace {
  /** Milliseconds of each step when it was done last. */
  readonly #times = new Map<string, number>();
  #taken = 0;
  #usual = 0;

  add(step: Step, time: number): void {
    this.#times.set(nameOf(step), time);
    this.#taken += time;
    this.#usual += usual(step);
  }

  /** Milliseconds; NaN while nothing is done. */
  remaining(steps: readonly Step[]): number {
    const slowness = this.#taken / this.#usual;
    return steps.reduce((sum, step) => sum + (this.#times.get(nameOf(step)) ?? usual(step) * slowness), 0);
  }
}
