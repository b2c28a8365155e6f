import * as vscode from 'vscode';
import type { VehicleDataApi } from '../../../src/api.ts';

/** What the commands say in a notification, as JSON. */
export interface ProbeReport {
  readonly version: number;
  readonly keys: readonly string[];
  readonly vehicles: readonly { readonly id: string; readonly capacity: string; readonly records: number }[];
  /** Names of all fields that the capacities have. */
  readonly capacityFields: readonly string[];
  /** Of asking for a vehicle that nobody has. */
  readonly nextStep: string;
}

export interface SessionReport {
  /** Without asking the person. */
  readonly silently: boolean;
  readonly scopes: readonly string[];
  readonly account: string;
  /** Status with which the service answers the session's token. */
  readonly status: number;
}

export interface SpeedReport {
  readonly calls: number;
  /** Of one call, in milliseconds, as the extension that calls sees it. */
  readonly ours: Speed;
  /** Of a provider that has nothing to do: what VS Code itself takes, which no provider falls below. */
  readonly floor: Speed;
}

export interface Speed {
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** An extension that knows nothing of the Vehicle Data Explorer but its id, its types and its provider. */
export function activate(context: vscode.ExtensionContext): void {
  const { registerCommand } = vscode.commands;
  context.subscriptions.push(
    registerCommand('vehicleDataProbe.read', () => tell(readThroughApi())),
    registerCommand('vehicleDataProbe.token', (baseUrl: string) => tell(askForSession(baseUrl))),
    registerCommand('vehicleDataProbe.speed', () => tell(measureSession())),
  );
}

async function readThroughApi(): Promise<ProbeReport> {
  const extension = vscode.extensions.getExtension<VehicleDataApi>('vehicle-data.vehicle-data-explorer');
  const api = await extension?.activate();
  if (api?.version !== 1) throw new Error('The Vehicle Data Explorer is not there, or not the one this was made for');
  const capacityFields = new Set<string>();
  const vehicles: { id: string; capacity: string; records: number }[] = [];
  for (const { id, make } of await api.vehicles()) {
    const capacity = await api.nominalCapacity(id).then(
      (read) => {
        for (const field of Object.keys(read)) capacityFields.add(field);
        return read.case;
      },
      () => 'refused',
    );
    const records = await api.chargeRecords({ vehicleId: id, make }).then(
      ({ length }) => length,
      () => 0,
    );
    vehicles.push({ id, capacity, records });
  }
  const nextStep = await api.nominalCapacity('00000000-0000-4000-8000-000000000000').then(
    () => '',
    (error: { nextStep?: string }) => error.nextStep ?? '',
  );
  return {
    version: api.version,
    keys: Object.keys(api).sort(),
    vehicles,
    capacityFields: [...capacityFields].sort(),
    nextStep,
  };
}

const scopes = ['read_vehicle_info'];

async function askForSession(baseUrl = process.env.PROBE_BASE_URL): Promise<SessionReport> {
  const silently = await vscode.authentication.getSession('vehicle-data', scopes, { silent: true });
  const session = await vscode.authentication.getSession('vehicle-data', scopes, { createIfNone: true });
  const { status } = await fetch(`${baseUrl}/v2.0/vehicles`, {
    headers: { authorization: `Bearer ${session.accessToken}` },
  });
  return { silently: silently !== undefined, scopes: session.scopes, account: session.account.label, status };
}

const idleProvider = 'vehicle-data-probe';

/** A provider that knows its one session by heart. */
function registerIdleProvider(): vscode.Disposable {
  const account = { id: 'idle', label: 'Idle' };
  const session = { id: 'idle', accessToken: 'idle', account, scopes };
  return vscode.authentication.registerAuthenticationProvider(idleProvider, 'Probe', {
    onDidChangeSessions: new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>()
      .event,
    getSessions: () => Promise.resolve([session]),
    createSession: () => Promise.resolve(session),
    removeSession: () => Promise.resolve(),
  });
}

/** How long a session takes whose token is fresh, and one that is always there; both in turn, on the same machine. */
async function measureSession(calls = 400): Promise<SpeedReport> {
  const idle = registerIdleProvider();
  try {
    const times: Record<'ours' | 'floor', number[]> = { ours: [], floor: [] };
    for (let call = 0; call < calls; call++) {
      const { took, session } = await timed('vehicle-data');
      if (!session) throw new Error('There is no session');
      times.ours.push(took);
      times.floor.push((await timed(idleProvider)).took);
    }
    return { calls, ours: speedOf(times.ours), floor: speedOf(times.floor) };
  } finally {
    idle.dispose();
  }
}

async function timed(provider: string) {
  const before = performance.now();
  const session = await vscode.authentication.getSession(provider, scopes, { silent: true });
  return { took: performance.now() - before, session };
}

function speedOf(times: readonly number[]): Speed {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? NaN) * 100) / 100;
  return { medianMs: at(0.5), p95Ms: at(0.95) };
}

async function tell(report: Promise<unknown>): Promise<void> {
  const text = await report.then(JSON.stringify, (error: unknown) => `failed: ${String(error)}`);
  void vscode.window.showInformationMessage(`probe ${text}`);
}
