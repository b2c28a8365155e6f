import { signalCodes } from '../../service/v3/contract.ts';
import { timestamp } from '../web/timestamp.ts';
import { placeAt } from '../world/places.ts';
import type { Charge } from '../world/stored-state.ts';
import type { StoredSignal } from './signal-envelope.ts';
import type { Variants } from './variants.ts';

/** The charges of a vehicle, including an ongoing one. */
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
  for (const charge of charges) yield chargeText(vehicleId, charge, variants, true);
  if (ongoing) yield chargeText(vehicleId, ongoing, variants, false);
}

/**
 * A charge in the form of version 3; an ongoing one has no end yet. The JSON is written by hand: it has half as much
 * data again as a record of version 2.0, but must not take longer.
 */
function chargeText(vehicleId: string, charge: Charge, { chargeType }: Variants, hasEnded: boolean): string {
  const { start, end, location, energy, isPublic, from, to, type } = charge;
  const kind = chargeType === 'chargingType' ? type : connectorOf(type);
  const times = `"startTime":"${timestamp(start)}"${hasEnded ? `,"endTime":"${timestamp(end)}"` : ''}`;
  const { text, currency } = placeText(location);
  const place = `"location":${text}${hasEnded ? `,"energyAdded":${energy}` : ''}`;
  const charger = `"${chargeType}":${JSON.stringify(kind)},"isPublicCharger":${isPublic}`;
  const levels = `"startStateOfCharge":${percent(from)}${hasEnded ? `,"endStateOfCharge":${percent(to)}` : ''}`;
  const cost = isPublic && hasEnded ? `,"cost":${costText(energy, type, currency)}` : '';
  return `{"id":"${vehicleId.slice(0, 8)}-${start / 1000}"${cost},${times},${place},${charger},${levels}}`;
}

/** Connector types in Europe, where the seeded owners live; unknown types stay unchanged. */
function connectorOf(type: string): string {
  if (type === 'DC') return 'CCS';
  return type === 'AC' ? 'TYPE_2' : type;
}

/** Invented prices: per kWh at public chargers, and an additional fee at fast ones. */
const [price, fee] = [0.59, 1.5];

function costText(energy: number, type: string, currency: string): string {
  const other = type === 'DC' ? `,"otherAmount":${fee}` : '';
  return `{"currency":"${currency}","energyAmount":${Math.round(energy * price * 100) / 100}${other}}`;
}

interface PlaceText {
  readonly text: string;
  readonly currency: string;
}

/** Cached per address, because it is a large part of a charge. */
const placeTexts = new Map<string, PlaceText>();

function placeText(address: string): PlaceText {
  const known = placeTexts.get(address);
  if (known !== undefined) return known;
  if (placeTexts.size >= 1000) placeTexts.clear();
  const { currency = 'EUR', ...place } = placeAt(address);
  const made = { text: JSON.stringify(place), currency };
  placeTexts.set(address, made);
  return made;
}

/** Rounded, so that 0.57 becomes 57 and not 56.99999999999999. */
function percent(fraction: number): number {
  return Math.round(fraction * 1e8) / 1e6;
}
