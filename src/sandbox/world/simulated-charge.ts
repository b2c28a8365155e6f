import type { ChargeRequest } from './charge-request.ts';
import { packSize, plausibleEnergy, wholeSeconds } from './charge-generator.ts';
import type { Charge } from './stored-state.ts';
import type { SandboxVehicle } from './world.ts';

/** The share of the energy from a charger that reaches the battery. */
const efficiency = 0.94;

/**
 * A charge that ends or begins at `now`. If it ends then, it starts as early as its duration requires, but not before
 * `notBefore`, when the previous one ended; milliseconds since 1970.
 */
export function simulatedCharge(
  vehicle: SandboxVehicle,
  request: ChargeRequest,
  now: number,
  notBefore: number,
): Charge {
  const { durationMinutes, startPercentRemaining: from, endPercentRemaining: to, location, isPublic } = request;
  const durationMs = durationMinutes * 60_000;
  const start = now - durationMs;
  const times = request.ongoing
    ? { start: wholeSeconds(now), end: wholeSeconds(now + durationMs) }
    : // While the clock is frozen, all charges end at the same time: there is no room between them.
      { start: wholeSeconds(notBefore < now ? Math.max(start, notBefore) : start), end: wholeSeconds(now) };
  return {
    ...times,
    location,
    isPublic,
    type: request.chargingType,
    energy: request.energy ?? plausibleEnergy(((to - from) * packSize(vehicle.capacity)) / efficiency),
    from,
    to,
  };
}
