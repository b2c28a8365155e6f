import { documentTiming, type Timing } from '../../src/extension/auth/sessions/session-durations.ts';

/** How fast the plan runs. */
export interface Pace {
  /** How much faster than in life the service's clock goes. */
  readonly speed: number;
  /** The minute of grace, in milliseconds. */
  readonly graceMs: number;
  /** The extension's durations, to go with it. */
  readonly timing: Timing;
}

/** Only what follows from the service's minute goes faster; what a slow machine takes its time for stays as it is. */
export function paceOf(speed: number): Pace {
  return {
    speed,
    graceMs: documentTiming.graceMs / speed,
    timing: {
      ...scaleTiming(documentTiming, 1 / speed),
      preflightMs: documentTiming.preflightMs,
      patienceMs: 20_000,
      signInWaitMs: 300,
      helperLifeMs: documentTiming.helperLifeMs,
    },
  };
}

/** Multiplies every duration by `factor`. */
function scaleTiming(timing: Timing, factor: number): Timing {
  const scaled = Object.entries(timing).map(([name, value]) => [
    name,
    typeof value === 'number' ? value * factor : value.map((each) => each * factor),
  ]);
  return Object.fromEntries(scaled) as Timing;
}
