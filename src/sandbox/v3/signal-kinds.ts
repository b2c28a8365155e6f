import { type CapacityBody, signalCodes } from '../../service/v3/contract.ts';
import { type Motion, consumption } from '../world/motion.ts';
import { packSize } from '../world/charges.ts';
import { SeededRandom } from '../world/seeded-random.ts';
import type { Charge } from '../world/stored-state.ts';
import type { Vehicles } from '../world/vehicles.ts';
import type { SandboxVehicle } from '../world/world.ts';
import { chargeTexts, connectorOf, placeAt } from './charge-signal.ts';
import type { Variants } from './variants.ts';

/** The stored state of one signal: its body, or why there is none. */
export interface StoredSignal {
  readonly code: string;
  readonly name: string;
  readonly group: string;
  /** When the vehicle reported it, in milliseconds since 1970. */
  readonly updatedAt: number;
  readonly body?: object;
  readonly failure?: SignalFailure;
  /** Replaces the `values` of the body: each as JSON, generated as the client reads them. */
  readonly values?: Iterable<string>;
}

export interface SignalFailure {
  readonly status: 'ERROR' | 'UNAVAILABLE';
  readonly type: string;
  readonly code: string | null;
  readonly description: string;
}

/** What signals are read from. */
export interface SignalSources {
  readonly vehicles: Vehicles;
  readonly variants: Variants;
  /** Charges that have ended as JSON, if they are remembered. */
  readonly texts?: WeakMap<Charge, string> | undefined;
}

interface Reading extends SignalSources, Motion {
  readonly vehicle: SandboxVehicle;
}

type Read<T> = (reading: Reading) => T;

interface SignalKind {
  readonly permission: string;
  readonly name: string;
  /** Undefined if the vehicle has not reported such a value. */
  readonly read: Read<Pick<StoredSignal, 'body' | 'failure' | 'values'> | undefined>;
}

const of =
  (permission: string) =>
  (name: string, read: Read<object | undefined>): SignalKind => ({
    ...{ permission, name },
    read: (reading) => {
      const body = read(reading);
      return body && { body };
    },
  });
const [battery, charge, security] = [of('read_battery'), of('read_charge'), of('read_security')];
const [climate, location, vehicle] = [of('read_climate'), of('read_location'), of('read_vehicle_info')];

const rounded = (value: number, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits;
const percent = (value: number) => ({ value: rounded(value * 100), unit: 'percent' });
const kilometers = (value: number) => ({ value: rounded(value), unit: 'kilometers' });
const value =
  <T>(read: Read<T>): Read<object> =>
  (reading) => ({ value: read(reading) });

/** As many as there are windows, doors and wheels: rows from the front, columns from the left. */
const fourTimes = (each: (row: number, column: number) => object) => ({
  values: [0, 1].flatMap((row) => [0, 1].map((column) => ({ row, column, ...each(row, column) }))),
  ...{ rowCount: 2, columnCount: 2 },
});

const isDc = ({ charge }: Reading) => charge?.type === 'DC';
/** Average power of the present charge, in watts. */
const watts = ({ charge }: Reading) => (charge ? (charge.energy * 3.6e9) / (charge.end - charge.start) : 0);
const volts = (reading: Reading) => (reading.charge ? (isDc(reading) ? 400 : 230) : 0);
/** Plugged in until the vehicle drives off. */
const isPlugged = ({ charge, done, isDriving }: Reading) => charge !== undefined || (done === 0 && !isDriving);
const isLocked = ({ isDriving }: Reading) => !isDriving;
const limitOf = ({ charge, before }: Reading) => rounded(((charge ?? before)?.to ?? 0.8) * 100);
/** Warmest in July and in the afternoon; degrees Celsius. */
const outside = ({ reportedAt }: Reading) => {
  const [day, hour] = [(reportedAt / 86_400_000) % 365.25, (reportedAt / 3_600_000) % 24];
  const wave = (turn: number) => Math.cos(2 * Math.PI * turn);
  return rounded(2 * (10 - 9 * wave((day - 15) / 365.25) - 4 * wave((hour - 3) / 24))) / 2;
};

/** Every signal that a vehicle of the sandbox can have, by code, in the order in which they are listed. */
export const kinds: Readonly<Record<string, SignalKind>> = {
  'vehicleidentification-vin': of('read_vin')(
    'VIN',
    value(({ vehicle: { vin } }) => vin),
  ),
  'odometer-traveleddistance': of('read_odometer')('Traveled Distance', ({ odometer }) => kilometers(odometer)),
  'location-preciselocation': location('Precise Location', preciseLocation),
  'location-isathome': location(
    'Is At Home',
    value((reading) => !reading.isDriving && placeAt(parkedAt(reading)?.location ?? '').name === 'Home'),
  ),
  [signalCodes.capacity]: { permission: 'read_battery', name: 'Nominal Capacities', read: readCapacity },
  'tractionbattery-stateofcharge': battery('State of Charge', ({ level }) => percent(level)),
  'tractionbattery-range': battery('Range', ({ level, vehicle: { capacity } }) => {
    const range = (level * packSize(capacity)) / consumption;
    const other = (type: string, factor: number) => ({ type, value: rounded(range * factor) });
    return {
      ...kilometers(range),
      additionalValues: [other('ESTIMATED', 1), other('IDEAL_CONDITIONS', 1.1), other('RATED', 1.15)],
    };
  }),
  'charge-ischarging': charge(
    'Is Charging',
    value((reading) => reading.charge !== undefined),
  ),
  'charge-detailedchargingstatus': charge(
    'Detailed Charging Status',
    value((reading) => (reading.charge ? 'CHARGING' : reading.level === 1 ? 'FULLY_CHARGED' : 'NOT_CHARGING')),
  ),
  'charge-ischargingcableconnected': charge('Is Charging Cable Connected', value(isPlugged)),
  'charge-ischargingcablelatched': charge('Is Charging Cable Latched', value(isPlugged)),
  'charge-ischargingportflapopen': charge('Is Charging Port Flap Open', value(isPlugged)),
  'charge-isfastchargerpresent': charge('Is Fast Charger Present', value(isDc)),
  'charge-chargingconnectortype': charge('Charging Connector Type', ({ charge, before }) => {
    const type = (charge ?? before)?.type;
    return type === undefined ? undefined : { value: connectorOf(type) };
  }),
  'charge-chargelimits': charge('Charge Limits', (reading) => ({
    values: [{ type: 'GLOBAL', limit: limitOf(reading) }],
    activeLimit: isPlugged(reading) ? limitOf(reading) : null,
    unit: 'percent',
  })),
  'charge-timetocomplete': charge('Time to Complete', ({ charge, reportedAt }) => ({
    value: charge ? Math.ceil((charge.end - reportedAt) / 60_000) : 0,
    unit: 'minutes',
  })),
  'charge-energyadded': charge('Energy Added', ({ charge, before, reportedAt }) => {
    const last = charge ?? before;
    const share = charge ? (reportedAt - charge.start) / (charge.end - charge.start) : 1;
    return last && { value: rounded(last.energy * share, 1), unit: 'kWh' };
  }),
  'charge-wattage': charge('Wattage', (reading) => ({ value: rounded(watts(reading) / 100) * 100, unit: 'watts' })),
  'charge-voltage': charge('Voltage', (reading) => ({ value: volts(reading), unit: 'volts' })),
  'charge-amperage': charge('Amperage', (reading) => {
    // Charging at more than a socket gives takes three phases.
    const phases = isDc(reading) || watts(reading) < 7400 ? 1 : 3;
    return { value: rounded(watts(reading) / (volts(reading) || 1) / phases), unit: 'ampere' };
  }),
  'charge-chargerate': charge('Charge Rate', (reading) => ({
    value: rounded((watts(reading) / 1000) * (0.9 / consumption)),
    unit: 'km/h',
  })),
  'closure-islocked': security('Is Locked', value(isLocked)),
  'closure-doors': security('Doors', (reading) => fourTimes(() => ({ isOpen: false, isLocked: isLocked(reading) }))),
  'closure-windows': security('Windows', ({ isDriving }) =>
    fourTimes((row, column) => ({ isOpen: isDriving && row + column === 0 })),
  ),
  'closure-fronttrunk': security('Front Trunk', (reading) => ({ isOpen: false, isLocked: isLocked(reading) })),
  'closure-reartrunk': security('Rear Trunk', (reading) => ({ isOpen: false, isLocked: isLocked(reading) })),
  'wheel-tires': of('read_tires')('Tires', ({ vehicle: { id }, isDriving }) => {
    const random = new SeededRandom('tires', id);
    // Driving warms them.
    const pressure = () => rounded(random.between(238, 256)) + (isDriving ? 12 : 0);
    return { ...fourTimes(() => ({ tirePressure: pressure() })), unit: 'kPa' };
  }),
  'lowvoltagebattery-stateofcharge': battery('State of Charge', ({ isDriving, charge }) =>
    percent(isDriving || charge ? 0.98 : 0.91),
  ),
  'lowvoltagebattery-status': battery(
    'Status',
    value(() => 'GOOD'),
  ),
  'climate-externaltemperature': climate('External Temperature', (reading) => ({
    value: outside(reading),
    unit: 'celsius',
  })),
  'climate-internaltemperature': climate('Internal Temperature', (reading) => ({
    value: reading.isDriving ? 21 : outside(reading) + 2,
    unit: 'celsius',
  })),
  'connectivitystatus-isonline': vehicle(
    'Is Online',
    value(() => true),
  ),
  'connectivitystatus-isasleep': vehicle(
    'Is Asleep',
    value(({ isDriving, charge }) => !isDriving && !charge),
  ),
  [signalCodes.chargeRecords]: {
    permission: 'read_charge_records',
    name: 'Charge Records',
    read: ({ vehicle, charge, vehicles, variants, texts }) => ({
      values: chargeTexts(vehicle.id, vehicles.charges(vehicle, {}), charge, variants, texts),
    }),
  },
};

export const knownCodes = Object.keys(kinds);

/** The charge at whose place the vehicle stands; undefined on the way. */
function parkedAt({ charge, before, done }: Reading) {
  return charge ?? (done === 0 ? before : undefined);
}

/** On the way from one charger to the next, on a curve, because they may be the same. */
function preciseLocation(reading: Reading): object | undefined {
  const { before, after, done, isDriving } = reading;
  const parked = parkedAt(reading);
  const [start, end] = [parked ?? before, parked ?? after].map((each) => placeAt(each?.location ?? ''));
  const { latitude, longitude } = start ?? {};
  if (latitude === undefined || longitude === undefined) return undefined;
  const { latitude: north = latitude, longitude: east = longitude } = end ?? {};
  const around = parked ? 0 : 0.08 * Math.sin(Math.PI * done);
  const heading = rounded((Math.atan2(east - longitude + 1e-9, north - latitude) * 180) / Math.PI + 360) % 360;
  return {
    latitude: rounded(latitude + (north - latitude) * done + around, 4),
    longitude: rounded(longitude + (east - longitude) * done + around, 4),
    heading,
    direction: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'][rounded(heading / 45) % 8],
    locationType: isDriving ? 'CURRENT' : 'LAST_PARKED',
  };
}

/** The nominal capacity of a vehicle, in the three cases of version 2.0; null if it is not determined. */
function readCapacity({ vehicle, vehicles, variants: { energyUnit } }: Reading) {
  const { capacity, region } = vehicle;
  if (region !== 'US' && region !== 'Europe') {
    const failure = {
      status: 'ERROR',
      type: 'COMPATIBILITY',
      code: 'VEHICLE_NOT_CAPABLE',
      description: 'Nominal capacity is available for vehicles based in the United States and Europe only.',
    } as const;
    return { failure };
  }
  const nominal = vehicles.nominalCapacity(vehicle);
  const body: CapacityBody = {
    ...(nominal !== null && { source: capacity.case === 'determined' ? 'SMARTCAR' : 'USER_SELECTED' }),
    capacity: nominal,
    availableCapacities:
      capacity.case === 'determined'
        ? [{ capacity: capacity.nominal, description: null }]
        : capacity.candidates.map((candidate) => ({ ...candidate })),
    unit: energyUnit,
  };
  return { body };
}

const groups: Readonly<Partial<Record<string, string>>> = {
  connectivitystatus: 'ConnectivityStatus',
  lowvoltagebattery: 'LowVoltageBattery',
  tractionbattery: 'TractionBattery',
  vehicleidentification: 'VehicleIdentification',
};

/** `Charge` for `charge-voltage`. */
export function groupOf(code: string): string {
  const prefix = code.split('-', 1)[0] ?? '';
  if (Object.hasOwn(groups, prefix)) return groups[prefix] ?? prefix;
  return prefix.charAt(0).toUpperCase() + prefix.slice(1);
}
