/** Where the time comes from. Tests and the sandbox control it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

let clock = systemClock;

/** The time of this process in milliseconds since 1970-01-01T00:00:00Z, by the system's clock unless a test set another. */
export const now = (): number => clock.now();

/** Sets the clock of this process. For tests. */
export function setClock(other: Clock): void {
  clock = other;
}
