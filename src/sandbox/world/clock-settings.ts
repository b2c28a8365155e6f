import * as z from 'zod';
import { type ClockChange, earliest, latest } from './clock.ts';

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
