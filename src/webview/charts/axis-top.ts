/** A charge of more than so many times what its battery holds is a mistake that would make all others look like none. */
const timesNominal = 2;

/**
 * The largest energy of a charge that sets a chart's height; Infinity where the battery's capacity is not known.
 *
 * @param nominal the capacity, in the unit of the energies
 */
export function mostToScale(nominal: number | undefined): number {
  return nominal === undefined ? Infinity : nominal * timesNominal;
}

/** The highest of what sets a chart's scale, and of all of it; and how many there are of each. */
export interface Heights {
  readonly usual: number;
  readonly all: number;
  /** How many are higher than is likely, out of how many. */
  readonly unlikely: number;
  readonly of: number;
}

/** @param isUnlikely by the value's place */
export function heightsOf(values: readonly number[], isUnlikely: (index: number) => boolean): Heights {
  const heights = { usual: 0, all: 0, unlikely: 0, of: values.length };
  values.forEach((value, index) => {
    heights.all = Math.max(heights.all, value);
    if (isUnlikely(index)) heights.unlikely += 1;
    else heights.usual = Math.max(heights.usual, value);
  });
  return heights;
}

/**
 * How high a chart goes, and how many it cuts off there. Where most are unlikely, energies and capacity have different
 * units, and nothing is cut off.
 */
export function topOf({ usual, all, unlikely, of }: Heights): { readonly top: number; readonly cutOff: number } {
  return unlikely * 2 > of ? { top: all, cutOff: 0 } : { top: usual, cutOff: unlikely };
}
