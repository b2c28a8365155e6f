import * as vscode from 'vscode';
import { goDirectlyToLoopback } from '../common/loopback/loopback-listeners.ts';
import { setLogger } from '../common/logger.ts';
import { setTranslator } from '../common/translate.ts';
import { ServiceClient } from '../service/service-client.ts';
import { AgentChannel } from './agents/agent-channel.ts';
import { languageModelTool } from './agents/language-model-tool.ts';
import { mcpServer } from './agents/mcp-server.ts';
import { viewReader } from './agents/view-reader.ts';
import { createAuth } from './auth/create-auth.ts';
import { networkRoute, proxyOf } from './auth/network-route.ts';
import { SessionClients } from './auth/provider/session-clients.ts';
import { environmentCommands } from './environments/commands.ts';
import { ClientSecrets } from './environments/settings/client-secrets.ts';
import { Environments, secretNames } from './environments/settings/environments.ts';
import { isSandboxEnvironment } from './environments/settings/environment-entry.ts';
import { userSettings } from './environments/settings/user-settings.ts';
import { exportedApi } from './exported-api.ts';
import { MigrationCheck } from './migration/migration-check.ts';
import { showingErrors } from './notifications/show-error.ts';
import { showDeprecation } from './notifications/show-deprecation.ts';
import { RecordsService } from './records/load/records-service.ts';
import { RecordsViewer } from './records/viewer.ts';
import { RequestJournal } from './requests/journal.ts';
import type { RequestLine } from './requests/presentation.ts';
import { RequestsView } from './requests/requests-view.ts';
import { limitClockOf, openSandbox, ownerName, SandboxRoom } from './sandbox/sandbox-room.ts';
import { vehicleCommands } from './vehicles/commands/commands.ts';
import { KnownVehicles } from './vehicles/data/known-vehicles.ts';
import { VehicleDirectory } from './vehicles/data/vehicle-directory.ts';
import type { TreeNode } from './vehicles/explorer/tree-nodes.ts';
import { VehiclesView } from './vehicles/explorer/vehicles-view.ts';
import { webhookCommands } from './webhooks/commands.ts';
import { WebhooksView } from './webhooks/webhooks-view.ts';
import { callerArgument } from './window/caller-argument.ts';
import { MemoryDocuments } from './window/memory-documents.ts';
import type { ViewShell } from './window/tree-view.ts';

export type OpenWindow = ReturnType<typeof openWindow>;

/**
 * Everything behind the gate of `extension.ts`, from top to bottom in the order in which one thing needs another. Sends
 * nothing and starts nothing, but finishes what another window was interrupted in.
 */
export function openWindow(context: vscode.ExtensionContext, shells: ReadonlyMap<string, ViewShell>) {
  setTranslator(vscode.l10n.t);
  // With some settings, VS Code leaves `fetch` to Node.
  goDirectlyToLoopback();
  const log = vscode.window.createOutputChannel('Vehicle Data', { log: true });
  setLogger(log);
  const { extension, extensionUri, globalState, secrets } = context;
  const { name, version } = extension.packageJSON as { name: string; version: string };
  const creator = { name, version };
  const userAgent = `${name}/${version} VSCode/${vscode.version}`;
  const shellOf = (id: string) => shells.get(id) ?? fail(id);

  const journal = new RequestJournal();
  const service = new ServiceClient({
    // VS Code's own fetch, looked up for each request: it honours the user's proxy and certificates.
    fetch: (...request) => globalThis.fetch(...request),
    proxyOf,
    userAgent,
    onRequest: (report) => {
      journal.add(report);
      void showDeprecation(globalState, report);
    },
    onDecision: (decision) => journal.decide(decision),
  });

  const sandbox = openSandbox(context);
  const settings = userSettings();
  const clientSecrets = new ClientSecrets(secrets, process.env, globalState, () => secretNames(settings));
  const environments = new Environments(settings, clientSecrets, sandbox);

  const auth = createAuth(
    context,
    environments,
    service,
    async (environment, id) => (isSandboxEnvironment(environment) ? ownerName(sandbox, id) : undefined),
    { userAgent, route: networkRoute, onRequest: (report) => journal.add(report) },
  );
  const { sessions } = auth;
  const sandboxClock = limitClockOf(sandbox);
  const clients = new SessionClients(service, sessions, environments, (environment) =>
    isSandboxEnvironment(environment) ? sandboxClock : undefined,
  );

  const directory = new VehicleDirectory(sessions, environments, clients);
  const known = new KnownVehicles(directory);

  const vehiclesShell = shellOf('vehicleData.vehicles');
  const sandboxShell = shellOf('vehicleData.sandbox');
  const webhooksShell = shellOf('vehicleData.webhooks');
  const requestsShell = shellOf('vehicleData.requests');
  const sandboxRoom = new SandboxRoom(sandbox, environments, sessions, extension, sandboxShell, [
    vehiclesShell,
    webhooksShell,
  ]);
  const reports = sandboxRoom.onDidReport((vehicleId) => directory.followSignals(vehicleId));
  const requests = new RequestsView(journal, known, clients, creator, requestsShell, log);
  const webhooks = new WebhooksView(sandboxRoom, environments, secrets, webhooksShell);

  const records = new RecordsService(clients, directory, known, sessions, sandboxRoom);
  const viewer = new RecordsViewer(context, records);
  const vehicles = new VehiclesView(directory, environments, vehiclesShell, extensionUri);
  const rawJson = new MemoryDocuments('vehicle-data-json');
  const { openRedirectListener } = auth;
  const ofVehicles = vehicleCommands(directory, environments, clients, openRedirectListener, vehicles, viewer, rawJson);

  const agents = new AgentChannel(sessions, clients, auth.agents, context);
  const reader = viewReader(directory, clients);
  const migration = new MigrationCheck(extensionUri);

  const commands: Readonly<Record<string, (...given: never[]) => unknown>> = {
    ...auth.commands,
    ...environmentCommands(environments, settings, clientSecrets, sessions, extensionUri),
    ...ofVehicles,
    ...viewer.commands,
    ...requests.commands,
    ...sandboxRoom.commands,
    ...webhookCommands(webhooks, requests, extensionUri),
    ...migration.commands,
    ...agents.commands,
    'vehicleData.copy': (line?: TreeNode | RequestLine) =>
      line && 'entry' in line ? requests.commands['vehicleData.copy'](line) : ofVehicles['vehicleData.copy'](line),
    'vehicleData.showLog': () => log.show(),
  };
  const disposables = [
    ...[agents, migration, rawJson, vehicles, viewer, webhooks, requests, journal, reports, sandboxRoom, known],
    ...[directory, auth, environments, sandbox, log],
  ];
  return {
    commands: Object.fromEntries(
      Object.entries(commands).map(([id, run]) => [
        id,
        (...given: unknown[]) => showingErrors(() => run(...(given.map(callerArgument) as never[]))),
      ]),
    ),
    /** The lines of the views, by the ID of the view. */
    lines: {
      'vehicleData.vehicles': vehicles.lines,
      'vehicleData.sandbox': sandboxRoom.lines,
      'vehicleData.webhooks': webhooks.lines,
      'vehicleData.requests': requests.lines,
    } as Readonly<Record<string, vscode.TreeDataProvider<unknown>>>,
    authentication: auth.provider,
    viewer,
    tool: (tool: string) => languageModelTool(reader, tool),
    mcpServers: () => [mcpServer(context)],
    handleUri: (uri: vscode.Uri): void => auth.handleUri(uri),
    api: exportedApi((accessToken) => clients.ofToken(accessToken)),
    /** A person or a program uses the extension in this window: VS Code starts it in many where nobody does. */
    noteUse: () => sandboxRoom.noteUse(),
    dispose(): void {
      for (const each of disposables) each.dispose();
    },
  };
}

function fail(id: string): never {
  throw new Error(`package.json has no view ${id}`);
}
