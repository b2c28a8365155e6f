/** Where a vehicle charges. A charge of version 2.0 contains only the address. */
export interface Place {
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
