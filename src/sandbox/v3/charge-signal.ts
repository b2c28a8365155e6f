import { timestamp } from '../web/json-text.ts';
import type { Charge } from '../world/stored-state.ts';
import type { Variants } from './variants.ts';

/** The charges of a vehicle, including an ongoing one. `texts` remembers those that have ended. */
export function* chargeTexts(
  vehicleId: string,
  charges: Iterable<Charge>,
  ongoing: Charge | undefined,
  variants: Variants,
  texts?: WeakMap<Charge, string>,
): Generator<string> {
  for (const charge of charges) {
    const text = texts?.get(charge) ?? chargeText(vehicleId, charge, variants, true);
    texts?.set(charge, text);
    yield text;
  }
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
export function connectorOf(type: string): string {
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

/** Where a vehicle charges. A charge of version 2.0 contains only the address. */
interface Place {
  readonly name: string;
  readonly address: string;
  /** Only for places that the sandbox knows. */
  readonly latitude?: number;
  readonly longitude?: number;
  /** Of the prices there; euro if omitted. */
  readonly currency?: string;
}

/** Invented places at real coordinates, by address. */
const places: Readonly<Partial<Record<string, Omit<Place, 'address'>>>> = {
  'Amselweg 12, Neuhafen, 26199': { name: 'Home', latitude: 53.1482, longitude: 8.2347 },
  'Görlitzer Allee 7, Lindenau, 04179': { name: 'Home', latitude: 51.3356, longitude: 12.3219 },
  '3 Harrow Close, Barnfield, EN9 4': { name: 'Home', latitude: 51.6871, longitude: 0.0265, currency: 'GBP' },
  'Kastanjelaan 41, Oudekerk, 1191 CV': { name: 'Home', latitude: 52.2963, longitude: 4.9028 },
  'Parkhaus Am Stadttor, Neuhafen, 26195': { name: 'Parkhaus Am Stadttor', latitude: 53.1411, longitude: 8.2156 },
  'Rathausplatz 1, Lindenau, 04177': { name: 'Rathausplatz', latitude: 51.3398, longitude: 12.3362 },
  'Market Street Car Park, Barnfield, EN9 1': {
    ...{ name: 'Market Street Car Park', latitude: 51.6869, longitude: 0.0042, currency: 'GBP' },
  },
  'Rasthof Heidekrug Nord, A 29, 26219': { name: 'Rasthof Heidekrug Nord', latitude: 53.0264, longitude: 8.0893 },
  'Cockerel Services, M25, EN6 2': {
    ...{ name: 'Cockerel Services', latitude: 51.6896, longitude: -0.2248, currency: 'GBP' },
  },
  'Autohof Weißenfurt, A 9, 06686': { name: 'Autohof Weißenfurt', latitude: 51.2108, longitude: 12.1042 },
  'Aire de Saint-Lambert, A 31, 57300': { name: 'Aire de Saint-Lambert', latitude: 49.2417, longitude: 6.1583 },
  'Gewerbepark Süd 18, Lindenau, 04205': { name: 'Gewerbepark Süd', latitude: 51.3127, longitude: 12.3008 },
  'Sandbox charger, Teststraße 1, Neuhafen, 26195': { name: 'Sandbox charger', latitude: 53.1391, longitude: 8.2201 },
};

/** The place at an address. An unknown address is named by the text before its first comma. */
export function placeAt(address: string): Place {
  const known = Object.hasOwn(places, address) ? places[address] : undefined;
  return { ...(known ?? { name: address.split(',', 1)[0] ?? address }), address };
}
