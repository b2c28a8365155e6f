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

export function nameOf(step: Step): string {
  return step.place === 'VS Code' ? subjectOf(step) : `${subjectOf(step)} with ${step.size} records`;
}
