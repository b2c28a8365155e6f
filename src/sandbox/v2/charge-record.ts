import type { ChargeRecordBody } from '../../service/v2/contract.ts';
import type { Charge } from '../world/stored-state.ts';

/** A charge in the form of version 2.0. */
export function toChargeRecord({ start, end, location, energy, isPublic, from, to, type }: Charge): ChargeRecordBody {
  return {
    chargeStart: timestamp(start),
    chargeEnd: timestamp(end),
    location,
    energy,
    isPublic,
    startPercentRemaining: from,
    endPercentRemaining: to,
    chargingType: type,
  };
}

/** Whole seconds, as the service writes them. */
function timestamp(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}
