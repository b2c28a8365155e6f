import { isRecord } from '../common/is-record.ts';
import type { SandboxAddresses } from '../sandbox/control/contract.ts';

export interface SandboxFault {
  readonly id: number;
  readonly left: number | 'always';
  readonly operation: string;
  /** Everything else that the sandbox says of it. */
  readonly effect: Readonly<Record<string, unknown>>;
}

export interface SandboxVehicle {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  /** Whether its make has charge records. */
  readonly hasCharges: boolean;
}

export interface SandboxRequest {
  readonly id: number;
  readonly method: string;
  /** Without secrets. */
  readonly path: string;
  /** null where the connection ended without an answer. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Whether a fault struck. */
  readonly isFault: boolean;
}

/** What the control paths say of a running sandbox. */
export interface SandboxSnapshot {
  readonly addresses: SandboxAddresses;
  /** ISO 8601, when it was read. */
  readonly now: string;
  /** Milliseconds that the sandbox's clock is ahead of this machine's. */
  readonly aheadMs: number;
  readonly isFrozen: boolean;
  /** Sandbox seconds per real second. */
  readonly speed: number;
  readonly faults: readonly SandboxFault[];
  /** The first ones. */
  readonly vehicles: readonly SandboxVehicle[];
  /** Of all vehicles. */
  readonly vehicleCount: number;
  /** Newest first. */
  readonly requests: readonly SandboxRequest[];
}

/** `GET /sandbox/` without the addresses; what is missing is left at its plain value. */
export function readOverview(
  answer: unknown,
): Pick<SandboxSnapshot, 'now' | 'aheadMs' | 'isFrozen' | 'speed' | 'vehicles' | 'vehicleCount'> {
  const { now, frozen, speed, vehicles, vehicleCount } = isRecord(answer) ? answer : {};
  const time = Date.parse(String(now));
  return {
    now: typeof now === 'string' ? now : '',
    aheadMs: Number.isNaN(time) ? 0 : time - Date.now(),
    isFrozen: frozen === true,
    speed: typeof speed === 'number' ? speed : 1,
    vehicleCount: typeof vehicleCount === 'number' ? vehicleCount : 0,
    vehicles: listOf(vehicles).map(({ id, make, model, year, owner, records }) => ({
      id: String(id),
      name: `${String(make)} ${String(model)} (${String(year)})`,
      owner: String(owner),
      hasCharges: typeof records === 'number',
    })),
  };
}

/** `GET /sandbox/faults`. */
export function readFaults(answer: unknown): readonly SandboxFault[] {
  return listOf(isRecord(answer) ? answer.faults : []).map(({ id, left, operation, times: _, ...effect }) => ({
    id: Number(id),
    left: left === 'always' ? 'always' : Number(left),
    operation: String(operation),
    effect,
  }));
}

/** An entry of `GET /sandbox/requests`, or of the event `request`. */
export function readRequest(entry: unknown): SandboxRequest | undefined {
  if (!isRecord(entry)) return undefined;
  const { id, method, path, status, durationMs, fault } = entry;
  return {
    id: Number(id),
    method: String(method),
    path: String(path),
    status: typeof status === 'number' ? status : null,
    durationMs: Number(durationMs),
    isFault: typeof fault === 'number',
  };
}

function listOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
