import * as z from 'zod';
import { type ClockChange, earliest, latest } from './clock.ts';

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

/** ISO 8601 or seconds since 1970. */
const moment = z.union(
  [
    z.iso.datetime({ offset: true }),
    z.iso.date(),
    z
      .number()
      .min(earliest / 1000)
      .max(latest / 1000),
  ],
  { error: 'must be an ISO 8601 time or seconds since 1970, from the year 2000 on' },
);

/** The initial state of a clock: in a scenario, and after a reset. */
export const clockSettings = z.strictObject({
  set: moment.optional().describe('ISO 8601 time, or seconds since 1970'),
  freeze: z.boolean().optional().describe('true: freeze the clock; false: resume it'),
  speed: z.number().positive().max(100_000).optional().describe('Sandbox seconds per real second; 1 at first'),
});

/** The body of `POST /sandbox/clock`. */
export const clockChange = clockSettings
  .extend({
    advance: z
      .number()
      .min(0)
      .max(latest / 1000)
      .optional()
      .describe('Seconds to go forward'),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'one of advance, set, freeze, speed is required',
  })
  .refine(({ advance, set }) => advance === undefined || set === undefined, {
    error: 'cannot be combined with advance',
    path: ['set'],
  });

export const clockReading = z.strictObject({
  now: z.iso.datetime(),
  frozen: z.boolean(),
  speed: z.number(),
});

export function toClockChange(
  settings: z.output<typeof clockSettings> & { advance?: number | undefined },
): ClockChange {
  const { set, ...rest } = settings;
  return { ...rest, set: typeof set === 'string' ? Date.parse(set) : set === undefined ? undefined : set * 1000 };
}
