import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { browserFlow } from '../../../../../src/extension/auth/sign-in/browser-flow.ts';
import { systemScheduler } from '../../../../../src/common/scheduler.ts';
import { createWindowSessions, type WindowSessions } from '../../../../../src/extension/auth/window-sessions.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { signIn } from '../../../../../src/extension/auth/sign-in/sign-in.ts';
import type { StoredSession } from '../../../../../src/extension/auth/sessions/stored-session.ts';
import { systemClock } from '../../../../../src/common/clock.ts';
import { startSandbox, type Sandbox } from '../../../../../src/sandbox/server.ts';
import { TokenEndpoint } from '../../../../../src/service/oauth/token-endpoint.ts';
import { Transport } from '../../../../../src/service/http/transport.ts';
import { vehicleDataOf } from '../../../service/vehicle-data.ts';
import { root } from '../../../../tools/lib/paths.ts';
import { assertNoSecretSeen, FakeSecrets, FakeTime, failureOf, log, openRedirects } from '../support.ts';

const helper = fileURLToPath(new URL('../../../../../src/extension/auth/refresh/refresh-helper.ts', import.meta.url));

/** The whole room against the service that comes with the extension: real HTTP, real lock, only VS Code is missing. */
describe('sessions of the sandbox', () => {
  let sandbox: Sandbox;
  let folder: string;
  let secrets: FakeSecrets;
  let requests: string[];
  const windows: WindowSessions[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sessions-'));
    sandbox = await startSandbox({ autoApprove: true });
    secrets = new FakeSecrets(new FakeTime());
    requests = [];
  });
  afterEach(async () => {
    const sessions = await Promise.all(windows.map((window) => window.sessions.stored()));
    const tokens = sessions.flat().flatMap((session) => [session.tokens.accessToken, session.tokens.refreshToken]);
    for (const window of windows.splice(0)) window.dispose();
    await sandbox.close();
    await rm(folder, { recursive: true, maxRetries: 5 });
    assertNoSecretSeen([sandbox.addresses.clientSecret, ...tokens]);
  });

  function openWindow(helper?: string, messages?: string) {
    const note = ({ operation }: { operation: string }) => requests.push(operation);
    const transport = new Transport({
      fetch: globalThis.fetch,
      userAgent: 'test/1',
      onRequest: note,
    });
    const tokenEndpoint = () => Promise.resolve(new TokenEndpoint(transport));
    const { clientSecret, controlUrl: _, ...addresses } = sandbox.addresses;
    const environment = {
      name: 'sandbox',
      ...addresses,
      redirectUri: 'http://localhost:0/callback',
      scopes: ['read_battery', 'read_charge_records', 'read_vehicle_info'],
    };
    const core = createWindowSessions({
      folder,
      secrets: secrets.window(),
      tokenEndpoint,
      fetch: globalThis.fetch,
      applicationToken: () => Promise.reject(new Error('no application token')),
      application: () =>
        Promise.resolve({ environment, credentials: { clientId: environment.clientId, clientSecret } }),
      ...(helper && { helper: { entry: helper, userAgent: 'test/1', messages, onRequest: note } }),
      isActive: () => false,
      // Nobody else stores a newer pair here.
      timing: { ...documentTiming, confirmDelayMs: 1 },
      log,
    });
    windows.push(core);
    const vehicleData = (accessToken: (rejected?: string) => Promise<string>) =>
      vehicleDataOf(environment, { accessToken }, transport);
    const connect = (): Promise<StoredSession> =>
      signIn(
        {
          environments: {
            versions: () => Promise.resolve(['2.0']),
            resolve: () => Promise.resolve(environment),
            clientSecret: () => Promise.resolve(clientSecret),
          },
          flow: browserFlow(openRedirects().open, systemScheduler),
          tokenEndpoint,
          applicationToken: () => Promise.reject(new Error('no application token')),
          vehicleData: (_name, token) => Promise.resolve(vehicleData(() => Promise.resolve(token))),
          ownerName: () => Promise.resolve(undefined),
          store: (connected) => core.register(connected),
          lacks: () => undefined,
          clock: systemClock,
          log,
        },
        {
          environment: 'sandbox',
          permissions: [],
          ui: {
            copyLink: 'command:copy',
            openExternal: async (url) => (await fetch(url)).ok,
            offerLink: () => assert.fail('a browser opened'),
          },
          report: () => undefined,
          signal: new AbortController().signal,
        },
      );
    const owner = (id: string) => vehicleData((rejected) => core.tokenManager.accessToken(id, rejected)).user();
    return { ...core, connect, owner };
  }

  it('connects, and connects the same owner again under the same id', async () => {
    const { connect, owner } = openWindow();
    const first = await connect();
    assert.match(first.account.label, /^Owner .{8} \(sandbox\)$/);
    assert.equal((await owner(first.id)).id, first.account.id);
    const second = await connect();
    assert.deepEqual([second.id, second.generation], [first.id, 2]);
  });

  it('goes on by itself after the access token has expired at the service', async () => {
    const { connect, owner } = openWindow();
    const { id } = await connect();
    sandbox.clock.advance(7_201);
    requests.length = 0;
    await owner(id);
    assert.deepEqual(requests, ['user', 'refresh-tokens', 'user']);
    await owner(id);
    assert.deepEqual(requests.slice(3), ['user']);
  });

  it('spends one refresh token for two windows whose tokens are rejected at once', async () => {
    const [one, two] = [openWindow(), openWindow()];
    const { id } = await one.connect();
    sandbox.clock.advance(7_201);
    requests.length = 0;
    await Promise.all([one.owner(id), two.owner(id)]);
    assert.equal(requests.filter((operation) => operation === 'refresh-tokens').length, 1);
  });

  it('renews in a process of its own, which says what it sent', async () => {
    const { connect, tokenManager, sessions } = openWindow(helper);
    const { id } = await connect();
    requests.length = 0;
    await tokenManager.refresh(id);
    assert.deepEqual(requests, ['refresh-tokens']);
    assert.equal((await sessions.stored())[0]?.generation, 2);
  });

  it('says in the language of the window, and with its remedy, what failed in the process of its own', async () => {
    const { connect, tokenManager } = openWindow(helper, path.join(root, 'media/l10n/bundle.l10n.de.json'));
    const { id } = await connect();
    sandbox.faults.add({ operation: 'token', error: { type: 'invalid_client' }, times: 'always', when: 'before' });
    const error = await failureOf(tokenManager.refresh(id));
    assert.match(error.message, /^Die Client-ID oder das Client-Geheimnis wurde abgelehnt/);
    assert.match(error.nextStep, /^Prüfen Sie clientId/);
    assert.equal(error.remedy, 'set-secret');
  });

  it('asks for the owner once the refresh token is 60 days old', async () => {
    const { connect, tokenManager, vault } = openWindow();
    const { id } = await connect();
    sandbox.clock.advance(60 * 86_400 + 1);
    const error = await failureOf(tokenManager.refresh(id));
    assert.equal(error.turn, 'reconnect');
    const entry = await vault.read(id);
    assert.equal(entry.kind === 'session' && entry.session.deadGeneration, 1);
  });
});
