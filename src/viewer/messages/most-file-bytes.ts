/**
 * Maximum size of a file of charge records: room for more than a million records, and small enough for a single string.
 */
export const mostFileBytes = 400 << 20;
