import { type Contender, contenders } from './viewer-pages.ts';

/** A part of the bench that has a browser of its own. VS Code's is one for all sizes. */
export type Step =
  | { readonly run: number; readonly subject: 'viewer in VS Code' }
  | { readonly run: number; readonly subject: Contender; readonly size: number };

export interface Plan {
  readonly runs: number;
  readonly sizes: readonly number[];
  readonly chosen: readonly Contender[];
  readonly webview: boolean;
}

/** All runs one after another, so that a bench that is cut short has as many of each as there was time for. */
export function planned({ runs, sizes, chosen, webview }: Plan): Step[] {
  return Array.from({ length: runs }, (_, index) => index + 1).flatMap((run) => [
    ...(webview ? [{ run, subject: 'viewer in VS Code' } as const] : []),
    ...sizes.flatMap((size) => {
      // Every other run the other way round: none is always measured on a machine that another has warmed.
      const order = contenders.filter((contender) => chosen.includes(contender));
      return (run % 2 ? order : order.toReversed()).map((subject) => ({ run, subject, size }));
    }),
  ]);
}

export function nameOf(step: Step): string {
  return 'size' in step ? `${step.subject} with ${step.size} records` : step.subject;
}

/** Milliseconds that a step takes on some machine: what matters is how they compare. */
function usual(step: Step): number {
  return 'size' in step ? 2500 + step.size * 0.03 : 75_000;
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
