import * as z from 'zod';

/** Publicly known: the service's specification gives no unit. */
export const energyUnit = 'kWh';

/** The units of charge records in answers, which are the same for both versions. */
export const unitsOfCharges = {
  energy: energyUnit,
  percentRemaining: 'fraction of full charge, 0 to 1',
  cost: 'in currency; version 3 only',
  times: 'ISO 8601, UTC',
};

/** Optional, because a window of VS Code may have an older version of the extension. */
export const units = z.record(z.string(), z.string()).optional();
