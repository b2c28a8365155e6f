import type { Sliced } from './time-slices.ts';

/** Whether two lists hold the same things; what is no primitive is told apart by which one it is. */
export function sameInputs(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, index) => Object.is(each, others[index]));
}

/** Keeps what was worked out last: it is worked out anew for other inputs only. */
export class LastResult<T> {
  #inputs: readonly unknown[] | undefined;
  #result: T | undefined;

  /** @param inputs all that the result depends on; see {@link sameInputs} */
  *of(inputs: readonly unknown[], work: () => Sliced<T>): Sliced<T> {
    if (this.#inputs && sameInputs(inputs, this.#inputs)) return this.#result as T;
    const result = yield* work();
    this.#inputs = inputs;
    this.#result = result;
    return result;
  }
}
