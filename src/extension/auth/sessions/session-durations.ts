/** Every duration that the sessions depend on, in milliseconds, so that the fault plan can run them faster. */
export interface Timing {
  /** How long a refresh token still works after its first use (document: 1 minute). */
  readonly graceMs: number;
  /**
   * The last resend starts within this time of the first send. It is shorter than the service's minute, because the
   * response has to arrive as well.
   */
  readonly resendWindowMs: number;
  readonly resendDelaysMs: readonly number[];
  /** Deadline of each of the first sends; later ones get more time. */
  readonly attemptMs: number;
  /** A refused token is sent once more after this pause: another window may be storing the newer pair. */
  readonly confirmDelayMs: number;
  /** Deadline of the request without any secret that checks whether the service can be reached at all. */
  readonly preflightMs: number;
  /** Pauses between attempts to store a new pair. */
  readonly storeDelaysMs: readonly number[];

  /** An access token that expires sooner is refreshed before it is handed out: a request may take long to arrive. */
  readonly marginMs: number;
  /** If a token was issued further in the future than this, the clock has been set back since. */
  readonly clockToleranceMs: number;
  /** Windows refresh up to this much earlier or later, so that they rarely compete for the lock. */
  readonly maxJitterMs: number;

  /** How often a window looks at the sessions, in addition to file system events. */
  readonly watchEveryMs: number;
  readonly backgroundEveryMs: number;
  /** Pauses after the first, second, … failure of the background refresh. */
  readonly backgroundDelaysMs: readonly number[];
  /** How long a caller that needs a token waits for a refresh. The refresh itself continues. */
  readonly patienceMs: number;

  /** Longer than the lock is ever held: by a refresh with all its resends. */
  readonly lockWaitMs: number;
  readonly signInWaitMs: number;
  /** The helper exits this long after it got the lock, whatever it is doing. */
  readonly helperLifeMs: number;

  readonly secretReadMs: number;
  readonly secretWriteMs: number;
  /** Pauses between attempts to get a missing key; the last one repeats. */
  readonly lockedDelaysMs: readonly number[];

  /** How often the proof of a session without its own tokens changes; the previous proof is still accepted. */
  readonly proofMs: number;
}

/** The minute of the specification, and durations derived from it. */
export const documentTiming: Timing = {
  graceMs: 60_000,
  resendWindowMs: 50_000,
  resendDelaysMs: [500, 1000, 2000, 4000, 8000, 15_000, 25_000],
  attemptMs: 10_000,
  confirmDelayMs: 2_000,
  preflightMs: 3_000,
  storeDelaysMs: [100, 400, 1000, 2000],

  marginMs: 120_000,
  clockToleranceMs: 300_000,
  maxJitterMs: 120_000,

  watchEveryMs: 5_000,
  backgroundEveryMs: 30_000,
  backgroundDelaysMs: [60_000, 120_000, 300_000, 900_000],
  patienceMs: 20_000,

  lockWaitMs: 70_000,
  signInWaitMs: 3_000,
  helperLifeMs: 75_000,

  secretReadMs: 5_000,
  secretWriteMs: 10_000,
  lockedDelaysMs: [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000],

  proofMs: 1_800_000,
};

/** Multiplies every duration by `factor`, such as 0.025 for a grace of 1.5 s. */
export function scaleTiming(timing: Timing, factor: number): Timing {
  const entries = Object.entries(timing as unknown as Record<string, number | readonly number[]>);
  const scaled = entries.map(([name, value]) => [
    name,
    typeof value === 'number' ? value * factor : value.map((each) => each * factor),
  ]);
  return Object.fromEntries(scaled) as Timing;
}
