import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FolderLock } from '../../../src/auth/folder-lock.ts';
import { browserFlow } from '../../../src/auth/browser-flow.ts';
import { systemScheduler } from '../../../src/auth/scheduler.ts';
import { SessionVault } from '../../../src/auth/session-vault.ts';
import { signIn } from '../../../src/auth/sign-in.ts';
import { decodeSession } from '../../../src/auth/stored-session.ts';
import type { StoredSession } from '../../../src/auth/stored-session.ts';
import { TokenKeeper } from '../../../src/auth/token-keeper.ts';
import { systemClock } from '../../../src/common/clock.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { TokenEndpoint } from '../../../src/service/token-endpoint.ts';
import { Transport } from '../../../src/service/transport.ts';
import { VehicleData } from '../../../src/service/vehicle-data.ts';
import { assertNoSecretSeen, FakeSecrets, FakeTime, failureOf, l10n, log, openDesk } from './support.ts';

/** The whole room against the service that comes with the extension: real HTTP, real lock, only VS Code is missing. */
describe('sessions of the sandbox', () => {
  let sandbox: Sandbox;
  let folder: string;
  let secrets: FakeSecrets;
  let requests: string[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sessions-'));
    sandbox = await startSandbox({ autoApprove: true });
    secrets = new FakeSecrets(new FakeTime());
    requests = [];
  });
  afterEach(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true });
    const tokens = [...secrets.values.values()].flatMap((text) => {
      const session = decodeSession(text);
      assert.ok(session);
      return [session.tokens.accessToken, session.tokens.refreshToken];
    });
    assertNoSecretSeen([sandbox.addresses.clientSecret, ...tokens]);
  });

  function openWindow() {
    const transport = new Transport({
      fetch: globalThis.fetch,
      clock: systemClock,
      userAgent: 'test/1',
      onRequest: ({ operation }) => requests.push(operation),
    });
    const tokenEndpoint = () => Promise.resolve(new TokenEndpoint(transport, systemClock));
    const { clientSecret, controlUrl: _, ...addresses } = sandbox.addresses;
    const environment = {
      name: 'sandbox',
      ...addresses,
      redirectUri: 'http://localhost:0/callback',
      scopes: ['read_battery', 'read_charge_records', 'read_vehicle_info'],
    };
    const vault = new SessionVault(secrets.window(), systemScheduler, log);
    const lock = new FolderLock(folder, systemScheduler, log);
    const keeper = new TokenKeeper({
      vault,
      lock,
      tokenEndpoint,
      application: () =>
        Promise.resolve({ environment, credentials: { clientId: environment.clientId, clientSecret } }),
      clock: systemClock,
      scheduler: systemScheduler,
      log,
      l10n,
      onOutcome: () => undefined,
    });
    const vehicleData = (accessToken: (rejected?: string) => Promise<string>) =>
      new VehicleData({ transport, environment: () => Promise.resolve(environment), accessToken });
    const connect = (): Promise<StoredSession> =>
      signIn(
        {
          environments: {
            resolve: () => Promise.resolve(environment),
            clientSecret: () => Promise.resolve(clientSecret),
          },
          flow: browserFlow(openDesk().open, systemScheduler, l10n),
          tokenEndpoint,
          vehicleData: (_name, token) => Promise.resolve(vehicleData(() => Promise.resolve(token))),
          vault,
          lock,
          log,
          l10n,
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
    const owner = (id: string) => vehicleData((rejected) => keeper.accessToken(id, rejected)).user();
    return { vault, keeper, connect, owner };
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

  it('asks for the owner once the refresh token is 60 days old', async () => {
    const { connect, keeper, vault } = openWindow();
    const { id } = await connect();
    sandbox.clock.advance(60 * 86_400 + 1);
    const error = await failureOf(keeper.refresh(id));
    assert.equal(error.turn, 'reconnect');
    const entry = await vault.read(id);
    assert.equal(entry.kind === 'session' && entry.session.deadGeneration, 1);
  });
});
