import type { RuleIds } from '../behavior-basis.ts';
import { bodyWithValues } from './signal-body.ts';
import type { Variants } from './variants.ts';

/** The stored state of one signal: its body, or why there is none. */
export interface StoredSignal {
  readonly code: string;
  readonly name: string;
  readonly group: string;
  readonly rules: RuleIds;
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

/** The address of a vehicle's signals, and the time at which they are read. */
export interface SignalPlace {
  readonly vehicleUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A signal in the form that version 3 sends. */
export function signalResource(stored: StoredSignal, { vehicleUrl, now }: SignalPlace, variants: Variants) {
  const { code, name, group, failure, values, body = values && bodyWithValues } = stored;
  const self = `${vehicleUrl}/signals/${code}`;
  return {
    id: code,
    type: 'signal',
    attributes: {
      code,
      name,
      group,
      status: failure ? failedStatus(failure) : { value: 'SUCCESS' },
      ...(!failure && { body }),
    },
    meta: times(now, variants),
    links: { self, values: self, vehicle: vehicleUrl },
  };
}

function failedStatus({ status, type, code, description }: SignalFailure) {
  return { value: status, error: { type, code, description, resolution: { type: null } } };
}

function times(now: number, { timestamps }: Variants) {
  if (timestamps === 'seconds') return both(Math.floor(now / 1000));
  if (timestamps === 'milliseconds') return both(now);
  const text = new Date(now).toISOString();
  return { ...both(text), ingestedAt: text };
}

const both = <Time>(time: Time) => ({ retrievedAt: time, oemUpdatedAt: time });
