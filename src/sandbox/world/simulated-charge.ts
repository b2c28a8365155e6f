import * as z from 'zod';
import type { ChargeRecordBody } from '../../service/v2/contract.ts';
import { packSize, timestamp } from './charge-generator.ts';
import type { SandboxVehicle } from './vehicles-data.ts';

const fraction = z.number().min(0).max(1);

/** A charge to add; what is left out is made up to fit the rest. */
export const chargeRequest = z
  .strictObject({
    vehicleId: z.string().min(1).describe('A vehicle of a make that has charge records'),
    durationMinutes: z.number().min(1).max(2880).default(35),
    startPercentRemaining: fraction.default(0.3).describe('Fraction of full charge'),
    endPercentRemaining: fraction.default(0.8).describe('Fraction of full charge'),
    energy: z.number().min(0).max(1000).optional().describe('kWh; what the levels come to where it is left out'),
    location: z.string().default('Sandbox charger, Teststraße 1, Neuhafen, 26195'),
    isPublic: z.boolean().default(true),
    chargingType: z.string().default('DC'),
  })
  .refine(({ startPercentRemaining, endPercentRemaining }) => endPercentRemaining >= startPercentRemaining, {
    error: 'is below startPercentRemaining',
    path: ['endPercentRemaining'],
  });
export type ChargeRequest = z.output<typeof chargeRequest>;

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
): ChargeRecordBody {
  const { durationMinutes, startPercentRemaining, endPercentRemaining, location, isPublic, chargingType } = request;
  const levels = endPercentRemaining - startPercentRemaining;
  const start = now - durationMinutes * 60_000;
  return {
    // Where the clock stands, charges end at the same moment: there is no room between them.
    chargeStart: timestamp(notBefore < now ? Math.max(start, notBefore) : start),
    chargeEnd: timestamp(now),
    location,
    energy: request.energy ?? Math.round(((levels * packSize(vehicle.capacity)) / efficiency) * 2048) / 2048,
    isPublic,
    startPercentRemaining,
    endPercentRemaining,
    chargingType,
  };
}
