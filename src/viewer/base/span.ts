/** From the lower to the higher of two values; both are included. */
export type Span = readonly [number, number];
