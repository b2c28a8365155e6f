import type { ChargeRecordBody } from '../../service/v2/contract.ts';
import { timestamp } from '../web/timestamp.ts';
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

const texts = new WeakMap<Charge, string>();

/** The same as JSON, kept as long as the charge is: applications request the same month repeatedly. */
export function rememberedRecordText(charge: Charge): string {
  const known = texts.get(charge);
  if (known !== undefined) return known;
  const text = JSON.stringify(toChargeRecord(charge));
  texts.set(charge, text);
  return text;
}
