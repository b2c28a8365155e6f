export type Wholes = Uint32Array | Uint16Array;
export type Floats = Float64Array | Float32Array;

/** Numbers as whole multiples of a grain, in the numbers' order. */
export interface Scaled {
  readonly wholes: Wholes;
  /** How many grains make 1: a whole number divided by it is the number. */
  readonly per: number;
  /** Stands for an unknown number; the largest that a whole number could be. */
  readonly unknown: number;
}

export function isScaled(numbers: Scaled | Floats): numbers is Scaled {
  return 'per' in numbers;
}

/**
 * Numbers as whole multiples of a grain; undefined if one would not come back as it is.
 *
 * @param unknown what NaN becomes, above all others
 */
export function wholesOf(source: Floats, { per, unknown }: Omit<Scaled, 'wholes'>): Uint32Array | undefined {
  const single = source instanceof Float32Array;
  // All as one kind of array: the loop over them is several times as fast as one that sees every kind.
  const numbers = single ? new Float64Array(source) : source;
  const wholes = new Uint32Array(numbers.length);
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? NaN;
    // This wraps what is negative or too large, which does not come back as it is.
    const whole = (number * per + 0.5) >>> 0;
    const back = single ? Math.fround(whole / per) : whole / per;
    if (whole < unknown && Object.is(back, number)) wholes[at] = whole;
    else if (Number.isNaN(number)) wholes[at] = unknown;
    else return undefined;
  }
  return wholes;
}

/** The first and the last whole number whose numbers lie from `least` to `most`, both included. */
export function wholesBetween({ per, unknown }: Scaled, least: number, most: number): [number, number] {
  // Multiplying may round to the next whole number on the wrong side; dividing is what the numbers are told by.
  let first = Math.max(0, Math.floor(least * per));
  while (first < unknown && first / per < least) first += 1;
  let last = Math.min(unknown - 1, Math.ceil(most * per));
  while (last >= 0 && last / per > most) last -= 1;
  return [first, last];
}
