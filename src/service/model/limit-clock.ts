/** What the clock of a service says by which its rate limits run out. */
export interface LimitTime {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Its milliseconds per millisecond here; 0 while it stands still. */
  readonly speed: number;
  /** Another one than before: what a 429 said then holds no longer. */
  readonly era: string;
}

/**
 * The clock of a service that is not this machine's: the sandbox's can be turned, stopped and sped up, and its limits
 * can be taken away. Rejects where nobody says.
 */
export type LimitClock = () => Promise<LimitTime>;
