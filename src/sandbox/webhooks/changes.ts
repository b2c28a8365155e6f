import type { PlannedFault } from '../faults/faults.ts';
import { codesOf, type ErrorType, resolutionOf } from '../web/error-kinds.ts';
import type { EventContent, VehicleError } from '../world/stored-state.ts';
import type { EventSignal } from '../../service/webhooks/events.ts';

type ErrorChange = Extract<EventContent, { kind: 'error' }>['errors'][number];

/** Types that VEHICLE_ERROR has (public), and what their errors say (assumed). */
const descriptions: Readonly<Partial<Record<string, string>>> = {
  COMPATIBILITY: 'The vehicle is incapable of performing this request.',
  CONNECTED_SERVICES_ACCOUNT: "The owner's account with the vehicle maker needs attention.",
  PERMISSION: 'Your application has insufficient permissions to access the requested resource.',
  VEHICLE_STATE: 'The vehicle cannot be reached in its present state.',
};

/** Requests for data of a vehicle: if they fail as planned, so does the collection of its signals. */
const dataOperations: readonly string[] = ['any', 'vehicle', 'capacity', 'records', 'signals', 'signal'];

function vehicleError(type: string, code: string | null, signals: readonly string[]): VehicleError {
  const resolution = type in descriptions ? resolutionOf(type as ErrorType, code) : null;
  return { type, code, description: descriptions[type] ?? '', resolution, signals: [...signals] };
}

/** What is left of a vehicle that was disconnected. */
export const permissionError = vehicleError('PERMISSION', null, []);

/** One error for the signals that fail in the same way. */
export function signalErrors(signals: readonly EventSignal[]): readonly VehicleError[] {
  const found = new Map<string, VehicleError>();
  for (const { code: signal, failure } of signals) {
    if (failure?.status !== 'ERROR') continue;
    const key = keyOf(failure);
    const known = found.get(key);
    found.set(key, vehicleError(failure.type, failure.code, [...(known?.signals ?? []), signal]));
  }
  return [...found.values()];
}

/** What planned faults mean for a vehicle, if it is an error that webhooks report. */
export function faultErrors(planned: readonly PlannedFault[], vehicleId: string): readonly VehicleError[] {
  const found = new Map<string, VehicleError>();
  for (const { fault } of planned) {
    if (!dataOperations.includes(fault.operation) || (fault.vehicleId ?? vehicleId) !== vehicleId) continue;
    const { signal } = fault;
    const error = fault.error ?? (signal?.status === 'ERROR' ? signal.error : undefined);
    if (!error || !Object.hasOwn(descriptions, error.type)) continue;
    const code = error.code === undefined ? (codesOf(error.type as ErrorType)[0] ?? null) : error.code;
    found.set(keyOf({ type: error.type, code }), vehicleError(error.type, code, signal ? [signal.code] : []));
  }
  return [...found.values()];
}

/** What to report: errors that are new or concern other signals, and errors that are over. */
export function changedErrors(before: readonly VehicleError[], after: readonly VehicleError[]): readonly ErrorChange[] {
  const [old, now] = [byKey(before), byKey(after)];
  const begun = [...now].filter(([key, error]) => old.get(key)?.signals.join() !== error.signals.join());
  const over = [...old].filter(([key]) => !now.has(key));
  return [
    ...begun.map(([, error]) => ({ ...error, state: 'ERROR' as const })),
    ...over.map(([, error]) => ({ ...error, state: 'RESOLVED' as const })),
  ];
}

/** Errors of the same kind are one, with the signals of all. */
function byKey(errors: readonly VehicleError[]): ReadonlyMap<string, VehicleError> {
  const found = new Map<string, VehicleError>();
  for (const error of errors) {
    const signals = new Set([...(found.get(keyOf(error))?.signals ?? []), ...error.signals]);
    found.set(keyOf(error), { ...error, signals: [...signals] });
  }
  return found;
}

function keyOf({ type, code }: { readonly type: string; readonly code: string | null }): string {
  return `${type}:${code ?? ''}`;
}

/** Codes of the signals that have another value than before. A signal that fails has none. */
export function changedCodes(before: readonly EventSignal[], after: readonly EventSignal[]): readonly string[] {
  const values = new Map(before.map((signal) => [signal.code, valueOf(signal)]));
  return after
    .filter((signal) => signal.body && !signal.failure && valueOf(signal) !== values.get(signal.code))
    .map(({ code }) => code);
}

function valueOf({ body }: EventSignal): string | undefined {
  if (!body) return undefined;
  const values: unknown = 'values' in body ? body.values : undefined;
  return JSON.stringify(Array.isArray(values) ? newestOf(values) : body);
}

/** Of a list of charges, the ongoing one and the last that ended: old ones leave the list unnoticed. */
function newestOf(values: readonly unknown[]): unknown {
  const ends = values.map((value) => {
    const end: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'endTime') : undefined;
    return typeof end === 'string' ? end : undefined;
  });
  const last = ends.reduce((latest = '', end = '') => (end > latest ? end : latest), '');
  return values.filter((_, index) => ends[index] === undefined || ends[index] === last);
}
