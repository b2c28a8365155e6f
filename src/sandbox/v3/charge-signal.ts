import { type ChargeValue, signalCodes } from '../../service/v3/contract.ts';
import { placeAt } from '../world/places.ts';
import type { Charge } from '../world/stored-state.ts';
import type { StoredSignal } from './signal-envelope.ts';
import type { Variants } from './variants.ts';

/** The charges of a vehicle, and the one that goes on. */
export function chargeSignal(
  vehicleId: string,
  charges: Iterable<Charge>,
  ongoing: Charge | undefined,
  variants: Variants,
): StoredSignal {
  return {
    code: signalCodes.chargeRecords,
    name: 'Charge Records',
    group: 'Charge',
    rules: [
      'v3.charges',
      'v3.charges.type',
      'v3.charges.window',
      ...(ongoing ? (['v3.charges.ongoing'] as const) : []),
    ],
    values: chargeTexts(vehicleId, charges, ongoing, variants),
  };
}

function* chargeTexts(
  vehicleId: string,
  charges: Iterable<Charge>,
  ongoing: Charge | undefined,
  variants: Variants,
): Generator<string> {
  for (const charge of charges) yield JSON.stringify(chargeValue(vehicleId, charge, variants));
  if (ongoing) yield JSON.stringify(chargeValue(vehicleId, ongoing, variants, true));
}

/** A charge in the form of version 3. While it goes on, nobody knows its end. */
function chargeValue(
  vehicleId: string,
  { start, end, location, energy, isPublic, from, to, type }: Charge,
  { chargeType }: Variants,
  isOngoing = false,
): ChargeValue {
  return {
    id: `${vehicleId.slice(0, 8)}-${start / 1000}`,
    startTime: timestamp(start),
    ...(!isOngoing && { endTime: timestamp(end) }),
    location: placeOf(location),
    ...(!isOngoing && { energyAdded: energy }),
    [chargeType]: chargeType === 'chargingType' ? type : connectorOf(type),
    isPublicCharger: isPublic,
    startStateOfCharge: percent(from),
    ...(!isOngoing && { endStateOfCharge: percent(to) }),
  };
}

/** Connectors of Europe, where the seeded owners live; what the sandbox doesn't know stays as it is. */
function connectorOf(type: string): string {
  if (type === 'DC') return 'CCS';
  return type === 'AC' ? 'TYPE_2' : type;
}

/** Made once for each address: it is a large part of a value. */
const places = new Map<string, ChargeValue['location']>();

function placeOf(address: string): ChargeValue['location'] {
  const known = places.get(address);
  if (known) return known;
  if (places.size >= 1000) places.clear();
  const { ...place } = placeAt(address);
  places.set(address, place);
  return place;
}

/** 0.57 is 57, and not 56.99999999999999. */
function percent(fraction: number): number {
  return Math.round(fraction * 1e8) / 1e6;
}

/** Whole seconds, as the official example writes them. */
function timestamp(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}
