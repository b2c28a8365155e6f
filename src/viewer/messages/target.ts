import * as z from 'zod/mini';

/** A vehicle, and the session that reads it. */
const source = z.object({
  sessionId: z.string(),
  vehicle: z.object({ id: z.string(), make: z.string(), model: z.string(), year: z.number() }),
  /**
   * API version through which the vehicle is read; set only if the vehicle could be read through another version, too.
   */
  version: z.optional(z.enum(['2.0', '3'])),
  /** Address of a file whose records are shown in place of the vehicle's. */
  file: z.optional(z.string()),
});
export type RecordsSource = z.infer<typeof source>;

/** A viewer shows up to this many vehicles side by side: a theme has that many distinguishable colours. */
export const mostVehicles = 6;

/** URI scheme of files that were dropped on a viewer. Their content is discarded when the viewer is closed. */
export const droppedScheme = 'vehicle-data-dropped:';

/** Which records to show, and of which vehicles. Dates are YYYY-MM-DD; the service chooses absent ones. */
const target = z.extend(source, {
  /** Further vehicles, shown side by side with the first. A vehicle's number is its index here, counting from 1. */
  others: z.optional(z.array(source).check(z.maxLength(mostVehicles))),
  /** Whether the records of the first are compared with those of the others, charge by charge. */
  compares: z.optional(z.boolean()),
  startDate: z.optional(z.string()),
  endDate: z.optional(z.string()),
});
export type ChargeRecordsTarget = z.infer<typeof target>;

/**
 * What VS Code saves for the viewer across reloads and restarts. Another version of the extension may have written it.
 */
export const savedState = z.object({
  target,
  /** How the table and the page are arranged, and where the user is in the table; the page reads it itself. */
  view: z.optional(z.unknown()),
  /** First row on screen. */
  top: z.optional(z.int().check(z.nonnegative())),
});
export type SavedState = z.infer<typeof savedState>;
