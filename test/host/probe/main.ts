import * as vscode from 'vscode';
import type { VehicleDataApi, VehicleReader } from '../../../src/extension/api.ts';

/** What the commands say in a dialog, as JSON. */
export interface ProbeReport {
  readonly version: number;
  readonly keys: readonly string[];
  /** What to do after a session that was made up. */
  readonly forged: string;
  /** Undefined where VS Code gives no session out without asking. */
  readonly read?: {
    readonly vehicles: readonly { readonly id: string; readonly capacity: string; readonly records: number }[];
    /** Names of all fields that the capacities have. */
    readonly capacityFields: readonly string[];
    /** Of asking for a vehicle that nobody has. */
    readonly nextStep: string;
  };
}

export interface SessionReport {
  /** Without asking the person. */
  readonly silently: boolean;
  readonly scopes: readonly string[];
  readonly account: string;
  /** Status with which the service answers the session's token. */
  readonly status: number;
}

/** An extension that knows nothing of the Vehicle Data Explorer but its id, its types and its provider. */
export function activate(context: vscode.ExtensionContext): void {
  const { registerCommand } = vscode.commands;
  context.subscriptions.push(
    registerCommand('vehicleDataProbe.read', () => tell(readThroughApi())),
    registerCommand('vehicleDataProbe.request', () => tell(requestSessions())),
    registerCommand('vehicleDataProbe.tool', () => tell(readThroughTool())),
    registerCommand('vehicleDataProbe.copy', () => tell(copyToken())),
    registerCommand('vehicleDataProbe.token', (baseUrl: string) => tell(askForSession(baseUrl))),
  );
}

async function readThroughApi(): Promise<ProbeReport> {
  const extension = vscode.extensions.getExtension<VehicleDataApi>('vehicle-data.vehicle-data-explorer');
  const api = await extension?.activate();
  if (api?.version !== 2) throw new Error('The Vehicle Data Explorer is not there, or not the one this was made for');
  const [account] = await vscode.authentication.getAccounts('vehicle-data');
  const made = { id: 'sandbox.1', scopes, account, accessToken: 'made up' };
  const session = await vscode.authentication.getSession('vehicle-data', scopes, { silent: true });
  return {
    version: api.version,
    keys: Object.keys(api).sort(),
    forged: await nextStepOf(api.forSession(made)),
    ...(session && { read: await readAll(await api.forSession(session)) }),
  };
}

async function readAll(reader: VehicleReader): Promise<ProbeReport['read']> {
  const capacityFields = new Set<string>();
  const vehicles: { id: string; capacity: string; records: number }[] = [];
  for (const { id, make } of await reader.vehicles()) {
    const capacity = await reader.nominalCapacity(id).then(
      (read) => {
        for (const field of Object.keys(read)) capacityFields.add(field);
        return read.case;
      },
      () => 'refused',
    );
    const records = await reader.chargeRecords({ vehicleId: id, make }).then(
      ({ length }) => length,
      () => 0,
    );
    vehicles.push({ id, capacity, records });
  }
  const nextStep = await nextStepOf(reader.nominalCapacity('00000000-0000-4000-8000-000000000000'));
  return { vehicles, capacityFields: [...capacityFields].sort(), nextStep };
}

function nextStepOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => '',
    (error: { nextStep?: string }) => error.nextStep ?? '',
  );
}

/** As an extension reads that has no session, outside a chat. Answers how many characters it got. */
async function readThroughTool(): Promise<{ read: number }> {
  const invocation = { input: {}, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool('vehicle-data_list_vehicles', invocation);
  return { read: JSON.stringify(content).length };
}

/** Runs a command of the Vehicle Data Explorer, while a person does something else. */
async function copyToken(): Promise<{ readonly copied: unknown }> {
  return { copied: await vscode.commands.executeCommand('vehicleData.copyAccessToken') };
}

const scopes = ['read_vehicle_info'];

/** As extensions do that want no dialog: the Accounts menu offers the sign-in then. Resolves to how many there are. */
async function requestSessions(): Promise<{ readonly found: number }> {
  const requests = [scopes, ['read_vehicle_info', 'read_battery']];
  const sessions = await Promise.all(requests.map((each) => vscode.authentication.getSession('vehicle-data', each)));
  return { found: sessions.filter(Boolean).length };
}

async function askForSession(baseUrl = process.env.PROBE_BASE_URL): Promise<SessionReport> {
  const silently = await vscode.authentication.getSession('vehicle-data', scopes, { silent: true });
  const session = await vscode.authentication.getSession('vehicle-data', scopes, { createIfNone: true });
  const { status } = await fetch(`${baseUrl}/v2.0/vehicles`, {
    headers: { authorization: `Bearer ${session.accessToken}` },
  });
  return { silently: silently !== undefined, scopes: session.scopes, account: session.account.label, status };
}

/** In a dialog, which stays until it is read: a notification goes after a while. */
async function tell(report: Promise<unknown>): Promise<void> {
  const text = await report.then(JSON.stringify, (error: unknown) => `failed: ${String(error)}`);
  await vscode.window.showInformationMessage(`probe ${text}`, { modal: true });
}
