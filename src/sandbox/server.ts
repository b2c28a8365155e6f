import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Clock, systemClock } from '../common/clock.ts';
import { hostOf, isReserved, listenOnLoopback, portOf, reservedPorts } from '../common/loopback/loopback-listeners.ts';
import { withResolvers } from '../common/missing-in-node-20.ts';
import { complain } from '../common/text/terminal.ts';
import { buildApp } from './app.ts';
import type { SandboxAddresses } from './control/contract.ts';
import type { SandboxClock } from './world/clock.ts';
import { openRealm } from './world/realm.ts';
import { Faults } from './faults/faults.ts';
import { IdleWatch } from './control/idle-watch.ts';
import { Journal } from './control/journal.ts';
import { SandboxState } from './control/sandbox-state.ts';
import { checkScenario, type Scenario } from './scenario.ts';
import { type Application, buildWorld } from './world/world.ts';
import { holdStateFile } from './world/state-holder.ts';
import { Store } from './world/store.ts';
import { readVersion2 } from './v2/api-version-2.ts';
import { eventFormsOf, readVariants } from './v3/variants.ts';
import { knownCodes } from './v3/signal-kinds.ts';
import { pastSignals } from './v3/vehicle-signals.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';
import { webhookOptions } from './webhooks/webhook-options.ts';
import { Webhooks } from './webhooks/webhooks.ts';

export interface SandboxOptions {
  /** 0, the default, selects a free port. */
  readonly port?: number;
  /** Other names of this machine, in lower case, as a container has one for it. */
  readonly hosts?: readonly string[];
  /** Selects the world: IDs and data are always the same for the same seed. Default 1. */
  readonly seed?: number;
  /** Where the state is saved, so that it survives a restart; without a file, it doesn't. */
  readonly stateFile?: string | undefined;
  /** Whether to move an unusable state file aside instead of failing. Default false. */
  readonly replaceState?: boolean;
  readonly scenario?: Scenario | undefined;
  /** Whether Connect answers immediately with all vehicles of the first owner. */
  readonly autoApprove?: boolean;
  /** Which forms of version 3 to use if copies of its documentation differ: `newer`, `timestamps=iso`. */
  readonly v3Variant?: string | undefined;
  /** When version 2.0 ends: `ends=2026-12-01`; overrides the scenario. */
  readonly v2?: string | undefined;
  /** Addresses of this machine to which events are sent, as a webhook of the scenario does by default. */
  readonly webhooks?: readonly string[];
  /** Whether version 3 has nothing stored of a vehicle until it is subscribed; overrides the scenario. */
  readonly emptyStore?: boolean | undefined;
  /** How long a receiver of events may take; default 15 seconds. */
  readonly receiverTimeoutMs?: number | undefined;
  /** Requests the end after no lease was held and no request came in for this long, in real time. Default: never. */
  readonly exitWhenIdleSeconds?: number | undefined;
  /**
   * Whether Hono may replace the global Request and Response with its own, which are several times faster. Default
   * false: a process that also runs other code keeps its globals.
   */
  readonly ownProcess?: boolean;
  /** The time that the sandbox's own offset is added to. */
  readonly clock?: Clock;
  /** Called about a state file that was moved aside, and about failures inside the sandbox. Default: standard error. */
  readonly warn?: (message: string) => void;
}

export interface Sandbox {
  readonly addresses: SandboxAddresses;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  /** Resolves with the reason when the sandbox is asked to end or nobody needs it; its starter must then close it. */
  readonly stopRequested: Promise<string>;
  /** Ends open connections, saves the state, and releases the port. */
  close(): Promise<void>;
}

/** What is wrong with a disk is wrong at each request, for weeks. */
const mostWarnings = 500;

/** Starts a sandbox on this machine's loopback addresses. Rejects with an Error that names the next step. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    seed = 1,
    stateFile,
    replaceState = false,
    exitWhenIdleSeconds,
    autoApprove = false,
    ownProcess = false,
    warn: say = (message) => complain('vehicle-data-sandbox', message),
  } = options;
  let warnings = 0;
  const warn = (message: string) => void (++warnings <= mostWarnings && say(message));
  const scenario = checkScenario(options.scenario ?? {});
  const world = buildWorld(seed, scenario);
  const configured = [
    ...(options.webhooks ?? []).map((uri) => webhookOptions.parse({ callbackUri: uri })),
    ...(scenario.webhooks ?? []),
  ];
  const autoSubscribe = !(options.emptyStore ?? scenario.emptyStore ?? false);
  const variants = readVariants(options.v3Variant ?? scenario.v3Variant ?? 'older');
  const version2 = options.v2 === undefined ? (scenario.v2 ?? {}) : readVersion2(options.v2);
  // Takes the port first: by it, another sandbox learns who holds the state file.
  const servers = await listen(options.port ?? 0);
  let release: (() => void) | undefined;
  try {
    const port = portOf(servers);
    if (stateFile !== undefined) release = await holdStateFile(stateFile, port);
    const store = Store.open(seed, stateFile, replaceState, warn);
    const realm = openRealm(world, store, options.clock ?? systemClock);
    const { clock } = realm;
    const faults = new Faults();
    const state = new SandboxState(store, clock, faults, scenario);
    const webhooks = new Webhooks({ store, clock, knownCodes, configured, autoSubscribe, port });
    const addresses = addressesAt(port, world.application, webhooks.token);
    const sender = new WebhookSender(
      {
        ...realm,
        webhooks,
        faults,
        readSignals: pastSignals(realm, variants),
        forms: eventFormsOf(variants),
        timeoutMs: options.receiverTimeoutMs,
      },
      systemClock.now(),
      ownProcess ? (uri, problem) => warn(`the webhook ${uri} is not verified. ${problem}`) : undefined,
    );
    const vehicleIds = new Set(realm.vehicles.list.map(({ vehicle }) => vehicle.id));
    const journal = new Journal(clock, { vehicleIds, plainTokens: store.plainTokens }, systemClock.now());
    const onError = (error: unknown) => {
      warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
    };
    const idle = new IdleWatch();
    const { promise: stopRequested, resolve: requestStop } = withResolvers<string>();
    const app = buildApp({
      ...realm,
      faults,
      autoApprove,
      hosts: options.hosts ?? [],
      variants,
      version2,
      addresses,
      state,
      journal,
      idle,
      webhooks,
      sender,
      stop: () => requestStop('as requested'),
      onError,
    });
    const listener = getRequestListener(app.fetch, { overrideGlobalObjects: ownProcess });
    for (const server of servers) server.on('request', (request, response) => void listener(request, response));
    const endWatch =
      exitWhenIdleSeconds === undefined
        ? undefined
        : idle.start(exitWhenIdleSeconds, () => {
            requestStop(`idle for ${exitWhenIdleSeconds} s`);
          });
    const close = async () => {
      endWatch?.();
      sender.dispose();
      await closeServers(servers);
      store.save();
      release?.();
    };
    return { addresses, clock, faults, stopRequested, close };
  } catch (error) {
    release?.();
    await closeServers(servers);
    throw error;
  }
}

function addressesAt(port: number, application: Application, applicationManagementToken: string): SandboxAddresses {
  const { clientId, clientSecret, apiClientId, apiClientSecret } = application;
  const base = `http://localhost:${port}`;
  return {
    authUrl: base,
    baseUrl: base,
    connectUrl: `${base}/oauth/authorize`,
    clientId,
    clientSecret,
    controlUrl: `${base}/sandbox`,
    v3: {
      ...{ authUrl: base, baseUrl: base, managementUrl: base },
      ...{ applicationId: clientId, apiClientId, apiClientSecret, applicationManagementToken },
    },
  };
}

async function listen(port: number): Promise<readonly Server[]> {
  return listenOnLoopback(() => createServer(), port).catch((error: NodeJS.ErrnoException) => {
    throw new Error(explainListenError(error, port), { cause: error });
  });
}

async function closeServers(servers: readonly Server[]): Promise<void> {
  const closed = servers.map((server) => once(server, 'close'));
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await Promise.all(closed);
}

function explainListenError(error: NodeJS.ErrnoException & { address?: string }, port: number): string {
  const { code, message, address = 'localhost' } = error;
  const advice = 'Choose another with --port, or omit --port for a free one.';
  if (code === 'EADDRINUSE') return `Port ${port} is in use at ${address}. ${advice}`;
  if (isReserved(error, port)) {
    return `Port ${port} is reserved by the system. On Windows, ${reservedPorts} lists such ports. ${advice}`;
  }
  if (code === 'EACCES') return `Port ${port} is not permitted. Choose one above 1023 with --port.`;
  return `The sandbox can't listen on ${hostOf(address, port)}: ${message}`;
}
