import type { Sliced } from '../base/slices.ts';

/** Keeps what was worked out last: it is worked out anew for other inputs only. */
export class Kept<T> {
  #inputs: readonly unknown[] | undefined;
  #result: T | undefined;

  /** @param inputs all that the result depends on; what is no primitive is told apart by which one it is */
  *of(inputs: readonly unknown[], work: () => Sliced<T>): Sliced<T> {
    const known = this.#inputs;
    if (known && inputs.every((input, index) => Object.is(input, known[index]))) return this.#result as T;
    const result = yield* work();
    this.#inputs = inputs;
    this.#result = result;
    return result;
  }
}
