import * as z from 'zod/mini';
import { mostVehicles } from '../../common/max-compared-vehicles.ts';

/** A vehicle, and the session that reads it. */
const source = z.object({
  sessionId: z.string(),
  vehicle: z.object({ id: z.string(), make: z.string(), model: z.string(), year: z.number() }),
  /** By which version of the API, where the vehicle could be read by another one, too. */
  version: z.optional(z.string()),
});
export type RecordsSource = z.infer<typeof source>;

/** Files that were dropped on a viewer: nothing is kept of them when that is closed. */
export const droppedScheme = 'vehicle-data-dropped:';

/** Whose records, and which. Dates are YYYY-MM-DD; absent ones are left to the service. */
const target = z.extend(source, {
  /** Further vehicles, side by side with the first. A vehicle's number is its place here, from 1 on. */
  others: z.optional(z.array(source).check(z.maxLength(mostVehicles - 1))),
  /** Records of a file, whose address this is, in place of the vehicle's. */
  file: z.optional(z.string()),
  startDate: z.optional(z.string()),
  endDate: z.optional(z.string()),
});
export type ChargeRecordsTarget = z.infer<typeof target>;

/** What VS Code keeps for the viewer over reloads and restarts. Another version of the extension may have written it. */
export const savedState = z.object({
  target,
  /** How the table and the page around it are arranged, and where the user is in it; the page reads it by itself. */
  view: z.optional(z.unknown()),
  /** First row on screen. */
  top: z.optional(z.int().check(z.nonnegative())),
});
export type SavedState = z.infer<typeof savedState>;
