import * as z from 'zod';

const fraction = z.number().min(0).max(1);

/** A charge to add. Omitted values are filled in consistently. */
export const chargeRequest = z
  .strictObject({
    vehicleId: z.string().min(1).describe('A vehicle of the sandbox'),
    ongoing: z.boolean().default(false).describe('true: it has just begun. Version 2.0 shows it once it has ended'),
    durationMinutes: z.number().min(1).max(2880).default(35),
    startPercentRemaining: fraction.default(0.3).describe('Fraction of full charge'),
    endPercentRemaining: fraction.default(0.8).describe('Fraction of full charge'),
    energy: z.number().min(0).max(1000).optional().describe('kWh; by default what the levels come to'),
    location: z.string().default('Sandbox charger, Teststraße 1, Neuhafen, 26195'),
    isPublic: z.boolean().default(true),
    chargingType: z.string().default('DC'),
  })
  .refine(({ startPercentRemaining, endPercentRemaining }) => endPercentRemaining >= startPercentRemaining, {
    error: 'is below startPercentRemaining',
    path: ['endPercentRemaining'],
  });
export type ChargeRequest = z.output<typeof chargeRequest>;
