/** Every duration that the sessions depend on, in milliseconds; the fault plan runs them faster. */
export const documentTiming = {
  /** How long a refresh token still works after its first use (document: 1 minute). */
  graceMs: 60_000 as number,
  /**
   * The last resend starts within this time of the first send. It is shorter than the service's minute, because the
   * response has to arrive as well.
   */
  resendWindowMs: 50_000 as number,
  resendDelaysMs: [500, 1000, 2000, 4000, 8000, 15_000, 25_000] as readonly number[],
  /** How long each of the first sends has no answer before another one goes out beside it; later ones get more time. */
  attemptMs: 10_000 as number,
  /** A refused token is sent once more after this pause: another window may be storing the newer pair. */
  confirmDelayMs: 2_000 as number,
  /**
   * Deadline of the request without any secret that checks whether the service can be reached at all: longer than a
   * request waits for its connection (10 s), so that what passes this late is slow and no failure.
   */
  preflightMs: 12_000 as number,
  /** Pauses between attempts to store a new pair. */
  storeDelaysMs: [100, 400, 1000, 2000] as readonly number[],

  /** An access token that expires sooner is refreshed before it is handed out: a request may take long to arrive. */
  marginMs: 120_000 as number,
  /** If a token was issued further in the future than this, the clock has been set back since. */
  clockToleranceMs: 300_000 as number,
  /** Windows refresh up to this much earlier or later, so that they rarely compete for the lock. */
  maxJitterMs: 120_000 as number,

  /** How often a window looks at the sessions, in addition to file system events. */
  watchEveryMs: 5_000 as number,
  backgroundEveryMs: 30_000 as number,
  /** Pauses after the first, second, … failure of the background refresh. */
  backgroundDelaysMs: [60_000, 120_000, 300_000, 900_000] as readonly number[],
  /** How long a caller that needs a token waits for a refresh: the token's minute. The refresh itself continues. */
  patienceMs: 60_000 as number,

  /** Longer than the lock is ever held: by a refresh with all its resends. */
  lockWaitMs: 140_000 as number,
  signInWaitMs: 3_000 as number,
  /** The helper exits this long after it got the lock, whatever it is doing. */
  helperLifeMs: 150_000 as number,

  secretReadMs: 5_000 as number,
  secretWriteMs: 10_000 as number,
  /** Pauses between attempts to get a missing key; the last one repeats. */
  lockedDelaysMs: [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as readonly number[],

  /** How often the proof of a session without its own tokens changes; the previous proof is still accepted. */
  proofMs: 1_800_000 as number,
};

export type Timing = Readonly<typeof documentTiming>;
