import { t } from '../../common/translate.ts';
import { ServiceError } from './errors.ts';
import type { NominalCapacity } from './vehicles.ts';

/** A signal of version 3, whatever it is about. */
export interface VehicleSignal {
  readonly code: string;
  /** As the API spells it: `TraveledDistance`, `State of Charge`. The end of the code if it gives none. */
  readonly name: string;
  readonly group: string;
  /** Its fields; absent if the signal failed, and if they are too large. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** Set for those that version 2.0 has too. */
  readonly view?: 'capacity' | 'records' | undefined;
  /** How many characters a body has that is too large. */
  readonly size?: number | undefined;
  readonly error?: ServiceError | undefined;
  /** When the vehicle reported it, in milliseconds since 1970. */
  readonly updatedAt?: number | undefined;
  /** The signal as the service wrote it. */
  readonly raw: () => string;
}

/** All signals of a vehicle, from one response. */
export interface VehicleSignals {
  readonly signals: readonly VehicleSignal[];
  /** How many the API says there are: more than `signals` holds if it sends pages. */
  readonly total: number;
  /** That of the capacity, as a request for it alone would end. */
  readonly capacity: NominalCapacity | ServiceError;
  /** What is wrong with elements that are no signals. */
  readonly unread?: ServiceError | undefined;
}

/** A signal as plain data, for other programs. */
export interface ReadableSignal extends Pick<VehicleSignal, 'code' | 'name' | 'group' | 'body' | 'size'> {
  /** When the vehicle reported it: ISO 8601. */
  readonly updatedAt?: string;
  /** Why it has no value, and what to do. */
  readonly failure?: { readonly message: string; readonly nextStep: string };
}

/** Throws ServiceError if the version has no signals. */
export function readableSignals(read: VehicleSignals | undefined): readonly ReadableSignal[] {
  if (!read) {
    throw new ServiceError(t('Version 2.0 of the API has no signals.'), {
      kind: 'input',
      turn: 'developer',
      nextStep: t('Read the capacity and charge records, or use version 3.'),
      sent: false,
    });
  }
  return read.signals.map(({ raw: _, view: _view, error, updatedAt, ...rest }) => ({
    ...rest,
    ...(updatedAt !== undefined && { updatedAt: new Date(updatedAt).toISOString() }),
    ...(error && { failure: { message: error.message, nextStep: error.nextStep } }),
  }));
}
