/**
 * How long a test waits for what it knows will come, in milliseconds: the machine may do much else. Nothing is measured by
 * it, and a test that waits for what never comes fails all the same.
 */
export const patienceMs = 120_000;
