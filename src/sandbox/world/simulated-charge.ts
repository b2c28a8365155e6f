import type { ChargeRequest } from './charge-request.ts';
import { packSize, plausibleEnergy, wholeSeconds } from './charge-generator.ts';
import type { Charge } from './stored-state.ts';
import type { SandboxVehicle } from './world.ts';

/** Share of what a charger delivers that reaches the battery. */
const efficiency = 0.94;

/**
 * A charge that ends at `now`, or begins then. It begins when it should, but not before `notBefore`, where the last one ended;
 * milliseconds since 1970.
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
    : // While the clock is frozen, charges end at the same moment: there is no room between them.
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
