/** From the lower to the higher of two values; both belong to it. */
export type Span = readonly [number, number];
