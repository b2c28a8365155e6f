import type { Application } from './application.ts';
import type { CapacityCase, Region } from './owner-options.ts';

export interface SandboxVehicle {
  readonly id: string;
  readonly vin: string;
  /** Upper case, as the service spells it. */
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly region: Region;
  readonly capacity: CapacityCase;
  /** From a scenario, in the form of version 2.0; served unchanged. */
  readonly literalRecords?: readonly unknown[] | undefined;
  /** From a scenario, in the form of version 3, by code; served unchanged. */
  readonly literalSignals?: Readonly<Record<string, unknown>> | undefined;
}

export interface SandboxOwner {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970; null if it is the time when the owner first allows access. */
  readonly firstGrantedAt: number | null;
  readonly vehicles: readonly SandboxVehicle[];
}

/** Everything that does not change while the sandbox runs. */
export interface World {
  readonly seed: number;
  readonly application: Application;
  readonly owners: readonly SandboxOwner[];
  /** Number of charge records of each vehicle in the default range; undefined for everyday charges. */
  readonly recordsPerVehicle: number | undefined;
}
