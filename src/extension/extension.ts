import * as vscode from 'vscode';
import type { VehicleDataApi } from './api.ts';
import { registerAgents } from './agents/register.ts';
import { registerAuth } from './auth/register.ts';
import { environmentOfSession } from './auth/sessions/session-id.ts';
import { systemClock as clock } from '../common/clock.ts';
import { lazy } from '../common/lazy.ts';
import { setLogger } from '../common/logger.ts';
import { setTranslator } from '../common/translate.ts';
import { energyUnit } from './environments/settings/user-settings.ts';
import { isSandboxEnvironment } from './environments/settings/environments.ts';
import { registerEnvironments } from './environments/register.ts';
import { viewReader } from './agents/view-reader.ts';
import { exportedApi } from './exported-api.ts';
import { registerChargeRecords } from './records/register.ts';
import { registerRequests } from './requests/register.ts';
import { registerSandbox } from './sandbox/register.ts';
import { registerMigrationCheck } from './migration/register.ts';
import { LazyService } from '../service/lazy-service.ts';
import { registerVehicles } from './vehicles/register.ts';
import { registerWebhooks } from './webhooks/register.ts';

/**
 * Creates the parts of the extension and connects them. Sends nothing and starts nothing until the user does something.
 */
export function activate(context: vscode.ExtensionContext): VehicleDataApi {
  setTranslator(vscode.l10n.t);
  const log = vscode.window.createOutputChannel('Vehicle Data', { log: true });
  setLogger(log);
  const accounts = () => auth.sessions;
  const sandbox = registerSandbox(context, log, () => environments, accounts);
  const { environments, ...environmentRoom } = registerEnvironments(context, sandbox, accounts);
  const { name, version } = context.extension.packageJSON as { name: string; version: string };
  const requests = registerRequests({
    log,
    creator: { name, version },
    vehicleName: (...vehicle) => vehicles.nameOf(...vehicle),
    onDidLearnName: (listener) => vehicles.onDidLearnName(listener),
    repeat: async ({ sessionId, version, ...request }) =>
      (await clients()).of(sessionId, undefined, version).repeat(request),
  });
  const userAgent = `${name}/${version} VSCode/${vscode.version}`;
  const service = new LazyService({
    // VS Code's own fetch, looked up for each request: it honours the user's proxy and certificates.
    fetch: (...request) => globalThis.fetch(...request),
    proxyOf: async (url) => (await import('./auth/network-route.ts')).proxyOf(url),
    clock,
    userAgent,
    onRequest: (report) => {
      requests.onRequest(report);
      void import('./notifications/show-deprecation.ts').then(({ showDeprecation }) =>
        showDeprecation(context.globalState, report, clock),
      );
    },
    onDecision: requests.onDecision,
  });

  const auth = registerAuth({
    context,
    environments,
    tokenEndpoint: () => service.tokenEndpoint(),
    applicationToken: (...request) => service.applicationToken(...request),
    vehicleData: (name, accessToken) =>
      Promise.resolve(
        service.vehicleData({
          environment: () => environments.resolve(name, '2.0'),
          accessToken: () => Promise.resolve(accessToken),
        }),
      ),
    ownerName: async (name, id) => (isSandboxEnvironment(name) ? sandbox.ownerName(id) : undefined),
    userAgent,
    route: async (url) => (await import('./auth/network-route.ts')).networkRoute(url),
    onRequest: requests.onRequest,
    log,
  });
  const limitClockOf = (name: string) => (isSandboxEnvironment(name) ? sandbox.limitClock : undefined);
  const environmentInId = environmentOfSession;
  const clients = lazy(async () => {
    const { SessionClients } = await import('./auth/provider/session-clients.ts');
    const { Version2End } = await import('./auth/provider/version-2-end.ts');
    return new SessionClients(service, auth.sessions, environments, limitClockOf, new Version2End(clock));
  });

  const viewer = registerChargeRecords(context, {
    sessions: auth.sessions,
    load: async ({ sessionId, vehicle: { id: vehicleId, make }, version, startDate, endDate }, signal) => {
      const client = (await clients()).of(await vehicles.sessionFor(vehicleId, sessionId), undefined, version);
      return client.chargeRecords({ vehicleId, make, startDate, endDate }, signal);
    },
    readFields: async ({ sessionId, vehicle: { id: vehicleId, make }, version = '2.0' }, signal) => {
      const { readVersion } = await import('../service/comparison/read-version.ts');
      const sessions = await auth.sessions.list();
      const session = sessions.find(({ id, otherIds = [] }) => id === sessionId || otherIds.includes(sessionId));
      const { account = { id: '', label: '' } } = session ?? {};
      const source = { version, environment: await (await clients()).environmentOf(sessionId), account, vehicleId };
      const client = (await clients()).of(await vehicles.sessionFor(vehicleId, sessionId), undefined, version);
      return readVersion(client, source, { make, signal });
    },
    leadingVersion: async (sessionId) => (await clients()).leadingVersion(sessionId),
    environmentOf: async (sessionId) => (await clients()).environmentOf(sessionId),
    environmentInId,
    nominal: ({ sessionId, vehicle }, again) => vehicles.nominal(vehicle.id, sessionId, again),
    onDidLearnNominal: (listener) => vehicles.onDidLearnNominal(listener),
    onDidAddRecords: (sources, listener) => {
      const ofSandbox = sources.filter(({ sessionId }) => isSandboxEnvironment(environmentInId(sessionId)));
      const ids = new Set(ofSandbox.map(({ vehicle }) => vehicle.id));
      return ids.size > 0 ? sandbox.onDidAddCharge((id) => ids.has(id) && listener()) : undefined;
    },
    simulateCharge: ({ sessionId, vehicle: { id: vehicleId } }) =>
      isSandboxEnvironment(environmentInId(sessionId))
        ? () => vscode.commands.executeCommand('vehicleData.simulateCharge', { vehicleId })
        : undefined,
    energyUnit: ({ sessionId }) => energyUnit(environmentInId(sessionId)),
    clock,
    log,
  });
  const vehicles = registerVehicles({
    sessions: auth.sessions,
    environment: () => environments.current(),
    onDidChangeEnvironment: environments.onDidChange,
    environmentInId,
    resolveEnvironment: (name) => environments.resolve(name),
    clients,
    environmentVersions: (name) => environments.versions(name),
    openViewer: (target) => viewer.open(target),
    energyUnit,
    openRedirectListener: auth.openRedirectListener,
    context,
    clock,
  });

  // Only where the Vehicles view is, there is a place for the Webhooks view.
  context.subscriptions.push(sandbox.watchWhileVisible(vehicles.view));
  const webhooks = registerWebhooks({
    sandbox,
    secrets: context.secrets,
    environments: () => environments.names().filter((each) => !isSandboxEnvironment(each)),
    extensionUri: context.extensionUri,
  });
  const agents = registerAgents(
    context,
    viewReader(vehicles, async (sessionId) => (await clients()).of(sessionId)),
    {
      accounts: auth.background,
      clientOf: async (...reader) => (await clients()).of(...reader),
    },
  );
  const rooms = [
    ...[sandbox, environmentRoom, requests, auth, viewer, vehicles, webhooks, agents],
    registerMigrationCheck(context),
  ];
  // VS Code accepts only one URI handler for an extension.
  const handleUri = (uri: vscode.Uri) => (vehicles.openLink(uri) ? undefined : auth.handleUri(uri));
  const uriHandler = vscode.window.registerUriHandler({ handleUri });
  context.subscriptions.push(log, uriHandler, ...rooms.flatMap(({ disposables }) => disposables));
  return exportedApi(async (accessToken) => (await clients()).ofToken(accessToken));
}
