/** How much faster than in life the minute of grace goes by. */
export const speed = 30;

/** The minute of grace, in milliseconds. */
export const graceMs = 60_000 / speed;
