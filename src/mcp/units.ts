import * as z from 'zod';

/** Public knowledge: the service's document names none. */
export const energyUnit = 'kWh';

/** Of charge records, as every version's are answered here. */
export const unitsOfCharges = {
  energy: energyUnit,
  percentRemaining: 'fraction of full charge, 0 to 1',
  cost: 'in currency; version 3 only',
  times: 'ISO 8601, UTC',
};

/** Optional: a window of VS Code may be older than this. */
export const units = z.record(z.string(), z.string()).optional();
