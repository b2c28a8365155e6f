/** The state of the clock by which a service's rate limits expire. */
export interface LimitTime {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How many of its milliseconds pass per millisecond here; 0 while it is stopped. */
  readonly speed: number;
  /** If this differs from before, what an earlier 429 said no longer applies. */
  readonly era: string;
}

/**
 * The clock of a service that differs from this machine's: the sandbox's can be set, stopped and sped up, and its
 * limits can be removed. Rejects if the service does not answer.
 */
export type LimitClock = () => Promise<LimitTime>;
