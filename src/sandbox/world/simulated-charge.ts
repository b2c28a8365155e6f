import type { ChargeRequest } from './charge-request.ts';
import { packSize, plausibleEnergy, wholeSeconds } from './charge-generator.ts';
import type { Charge } from './stored-state.ts';
import type { SandboxVehicle } from './world.ts';

/** Share of what a charger delivers that reaches the battery. */
const efficiency = 0.94;

/**
 * A charge that ends at `now`. It begins when it should, but not before `notBefore`, where the last one ended;
 * milliseconds since 1970.
 */
export function simulatedCharge(
  vehicle: SandboxVehicle,
  request: ChargeRequest,
  now: number,
  notBefore: number,
): Charge {
  const { durationMinutes, startPercentRemaining: from, endPercentRemaining: to, location, isPublic } = request;
  const start = now - durationMinutes * 60_000;
  return {
    // While the clock is frozen, charges end at the same moment: there is no room between them.
    start: wholeSeconds(notBefore < now ? Math.max(start, notBefore) : start),
    end: wholeSeconds(now),
    location,
    isPublic,
    type: request.chargingType,
    energy: request.energy ?? plausibleEnergy(((to - from) * packSize(vehicle.capacity)) / efficiency),
    from,
    to,
  };
}
