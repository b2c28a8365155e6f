import { dayBefore } from '../../common/date-range.ts';
import { signalCodes } from '../../service/v3/contract.ts';
import type { Capacities } from '../world/capacities.ts';
import type { Charge } from '../world/stored-state.ts';
import type { Vehicles } from '../world/vehicles.ts';
import type { SandboxVehicle } from '../world/world.ts';
import { capacitySignal } from './capacity-signal.ts';
import { chargeSignal } from './charge-signal.ts';
import type { StoredSignal } from './signal-envelope.ts';
import type { Variants } from './variants.ts';

/** The sources that signals are read from. */
export interface SignalSources {
  readonly vehicles: Vehicles;
  readonly capacities: Capacities;
  readonly variants: Variants;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface SignalKind {
  readonly permission: string;
  /** Undefined if the vehicle has not reported such a value. */
  readonly read: (vehicle: SandboxVehicle, sources: SignalSources) => StoredSignal | undefined;
}

/** Every signal that a vehicle of the sandbox can have, by code. */
const kinds: Readonly<Record<string, SignalKind>> = {
  'vehicleidentification-vin': kind('read_vin', 'VIN', ({ vin }) => ({ value: vin })),
  [signalCodes.capacity]: {
    permission: 'read_battery',
    read: (vehicle, { capacities, variants }) => capacitySignal(vehicle, capacities.nominal(vehicle), variants),
  },
  'tractionbattery-stateofcharge': kind('read_battery', 'State of Charge', (vehicle, sources) => {
    const level = levelOf(vehicle, sources);
    return level === undefined ? undefined : { value: Math.round(level * 100), unit: 'percent' };
  }),
  'charge-ischarging': kind('read_charge', 'Is Charging', (vehicle, { vehicles }) => ({
    value: vehicles.ongoingCharge(vehicle) !== undefined,
  })),
  'charge-detailedchargingstatus': kind('read_charge', 'Detailed Charging Status', (vehicle, sources) => {
    if (sources.vehicles.ongoingCharge(vehicle)) return { value: 'CHARGING' };
    return { value: levelOf(vehicle, sources) === 1 ? 'FULLY_CHARGED' : 'NOT_CHARGING' };
  }),
  [signalCodes.chargeRecords]: {
    permission: 'read_charge_records',
    read: (vehicle, { vehicles, variants }) =>
      chargeSignal(vehicle.id, vehicles.charges(vehicle, {}), vehicles.ongoingCharge(vehicle), variants),
  },
};

export const knownCodes = Object.keys(kinds);

function kind(
  permission: string,
  name: string,
  read: (vehicle: SandboxVehicle, sources: SignalSources) => object | undefined,
): SignalKind {
  return {
    permission,
    read: (vehicle, sources) => {
      const body = read(vehicle, sources);
      return body && { code: '', name, group: '', rules: ['v3.signals.names'], body };
    },
  };
}

/** The plural is accepted, but never sent. */
const aliases: Readonly<Partial<Record<string, string>>> = {
  'tractionbattery-nominalcapacities': signalCodes.capacity,
};

/** All signals that a vehicle has, in the order of the table; a scenario's own signals replace the others. */
export function storedSignals(vehicle: SandboxVehicle, granted: readonly string[], sources: SignalSources) {
  const codes = new Set([...knownCodes, ...Object.keys(vehicle.literalSignals ?? {})]);
  return [...codes].flatMap((code) => storedSignal(vehicle, code, granted, sources) ?? []);
}

export function storedSignal(
  vehicle: SandboxVehicle,
  asked: string,
  granted: readonly string[],
  sources: SignalSources,
): StoredSignal | undefined {
  const alias = Object.hasOwn(aliases, asked) ? aliases[asked] : undefined;
  const code = alias ?? asked;
  const stored = readSignal(vehicle, code, granted, sources);
  if (!stored) return undefined;
  const rules = alias === undefined ? stored.rules : ([...stored.rules, 'v3.capacity.plural'] as const);
  return { ...stored, code, group: stored.group || groupOf(code), rules };
}

function readSignal(
  vehicle: SandboxVehicle,
  code: string,
  granted: readonly string[],
  sources: SignalSources,
): StoredSignal | undefined {
  const literals = vehicle.literalSignals ?? {};
  if (Object.hasOwn(literals, code)) {
    return { code, name: code, group: '', rules: ['v3.signals.names'], body: literals[code] as object };
  }
  const found = Object.hasOwn(kinds, code) ? kinds[code] : undefined;
  const stored = found?.read(vehicle, sources);
  if (!found || !stored || granted.includes(found.permission)) return stored;
  const description = `Your application has insufficient permissions: ${found.permission}.`;
  const { name, group } = stored;
  const failure = { status: 'ERROR', type: 'PERMISSION', code: null, description } as const;
  return { code, name, group, rules: ['v3.signals.status', 'v3.signals.permission'], failure };
}

const groups: Readonly<Partial<Record<string, string>>> = {
  charge: 'Charge',
  tractionbattery: 'TractionBattery',
  vehicleidentification: 'VehicleIdentification',
};

function groupOf(code: string): string {
  const prefix = code.split('-', 1)[0] ?? '';
  return (Object.hasOwn(groups, prefix) ? groups[prefix] : undefined) ?? prefix;
}

/** State of charge as a fraction: interpolated during an ongoing charge, otherwise as the last charge left it. */
function levelOf(vehicle: SandboxVehicle, { vehicles, now }: SignalSources): number | undefined {
  const ongoing = vehicles.ongoingCharge(vehicle);
  if (ongoing) {
    const { start, end, from, to } = ongoing;
    return from + (to - from) * Math.min(1, Math.max(0, (now - start) / (end - start)));
  }
  let last: Charge | undefined;
  for (const charge of vehicles.charges(vehicle, { startDate: dayBefore(now, 5) })) {
    // Added charges are listed after all others.
    if (charge.end >= (last?.end ?? 0)) last = charge;
  }
  return last?.to;
}
