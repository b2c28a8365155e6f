import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { browserFlow } from '../../../../../src/extension/auth/sign-in/browser-flow.ts';
import { remedyFor } from '../../../../../src/extension/auth/provider/remedy.ts';
import type { SessionVault } from '../../../../../src/extension/auth/sessions/session-vault.ts';
import { signIn, type SignInOptions } from '../../../../../src/extension/auth/sign-in/sign-in.ts';
import type { ServiceEnvironment } from '../../../../../src/service/model/environment.ts';
import { isSameSecret, randomSecret } from '../../../../../src/common/random-secret.ts';
import type { StoredSession } from '../../../../../src/extension/auth/sessions/stored-session.ts';
import {
  assertNoSecretSeen,
  canary,
  drain,
  failureOf,
  failures,
  log,
  openRedirects,
  pair,
  serviceError,
  stagingEnvironment,
  type FakeTime,
} from '../support.ts';
import { SessionWorld } from '../session-world.ts';

describe('sign-in', () => {
  let world: SessionWorld;
  let time: FakeTime;
  let vault: SessionVault;
  let options: SignInOptions;
  let exchanged: { code: string; redirectUri: string }[];
  let owner: string;
  let offered: string[];
  let reports: string[];
  let stop: AbortController;
  /** Where the browser was sent, and what it does there. */
  let opened: URL | undefined;
  let browse: (connect: URL) => Promise<unknown>;
  let hasBrowser: boolean;

  beforeEach(() => {
    world = new SessionWorld();
    ({ time } = world);
    const window = world.window();
    ({ vault } = window);
    exchanged = [];
    owner = '1a2b3c4d-5e6f';
    offered = [];
    reports = [];
    stop = new AbortController();
    opened = undefined;
    hasBrowser = true;
    browse = (connect) => comeBack(connect, { code: `code-${canary}` });
    options = {
      environments: {
        resolve: () => Promise.resolve(stagingEnvironment),
        clientSecret: () => Promise.resolve(`secret-${canary}`),
      },
      flow: browserFlow(openRedirects(time).open, time),
      tokenEndpoint: () =>
        Promise.resolve({
          exchangeCode: (_where, _who, grant) => {
            if (exchanged.some(({ code }) => code === grant.code)) return Promise.reject(failures.invalidGrant());
            exchanged.push(grant);
            return Promise.resolve(pair(time.now()));
          },
        }),
      applicationToken: () => Promise.reject(new Error('no application token')),
      vehicleData: () => Promise.resolve({ user: () => Promise.resolve({ id: owner }) }),
      ownerName: () => Promise.resolve(undefined),
      store: (connected) => window.register(connected),
      clock: time,
      log,
    };
  });
  afterEach(() => {
    world.close();
    assertNoSecretSeen();
  });

  /** How many sessions are stored, signed-out ones not counted. */
  const count = async () => (await world.window().vault.list())?.filter(({ kind }) => kind === 'session').length;

  /** The browser follows Connect's redirect. `state` is the right one unless given. */
  async function comeBack(connect: URL, parameters: Record<string, string | undefined>): Promise<Response> {
    const redirect = new URL(connect.searchParams.get('redirect_uri') ?? '');
    const all = { state: connect.searchParams.get('state') ?? undefined, ...parameters };
    for (const [name, value] of Object.entries(all)) if (value !== undefined) redirect.searchParams.set(name, value);
    return fetch(redirect);
  }

  function connect(): Promise<StoredSession> {
    const ui = {
      copyLink: 'command:copy',
      openExternal: async (url: string) => {
        opened = new URL(url);
        if (hasBrowser) await browse(opened);
        return hasBrowser;
      },
      offerLink: (url: string) => void offered.push(url),
    };
    const report = (message: string) => void reports.push(message);
    return signIn(options, { environment: 'staging', permissions: ['read_vin'], ui, report, signal: stop.signal });
  }

  async function isClosed(): Promise<boolean> {
    const port = Number(new URL(opened?.searchParams.get('redirect_uri') ?? '').port);
    // A page may be shown again until then.
    await time.advance(30_000);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    return true;
  }

  it('calls the owner what people do, where that is known', async () => {
    const labelFor = async (ownerName: SignInOptions['ownerName']) => {
      options = { ...options, ownerName };
      exchanged.length = 0;
      return (await connect()).account;
    };
    const robin = (environment: string, id: string) =>
      Promise.resolve(environment === 'staging' && id === owner ? 'Robin\u202e Hale' : undefined);
    assert.deepEqual(await labelFor(robin), { id: owner, label: 'Robin Hale (staging)' });
    const label = 'Owner 1a2b3c4d (staging)';
    assert.equal((await labelFor(() => Promise.resolve(undefined))).label, label);
    assert.equal((await labelFor(() => Promise.reject(new Error('no sandbox')))).label, label);
  });

  it('goes from Connect to a stored session', async () => {
    const session = await connect();
    assert.equal(session.environment, 'staging');
    assert.deepEqual(session.account, { id: owner, label: 'Owner 1a2b3c4d (staging)' });
    assert.deepEqual(session.scopes, ['read_battery', 'read_vin']);
    assert.equal(session.generation, 1);
    assert.equal(opened?.searchParams.get('scope'), 'read_battery read_vin');
    assert.match(opened?.searchParams.get('state') ?? '', /^[\w-]{43}$/);
    const redirectUri = opened?.searchParams.get('redirect_uri');
    assert.deepEqual(exchanged, [{ kind: 'code', code: `code-${canary}`, redirectUri }]);
    const entry = await vault.read(session.id);
    assert.deepEqual(entry.kind === 'session' && entry.session.tokens.accessToken, session.tokens.accessToken);
    assert.equal(reports.length, 2);
    assert.equal(await isClosed(), true);
  });

  describe('in version 3', () => {
    const environment: ServiceEnvironment = {
      ...stagingEnvironment,
      version: '3',
      applicationId: 'app-1',
      clientId: 'client_1',
    };
    let asked: string[];

    beforeEach(() => {
      asked = [];
      options = {
        ...options,
        environments: { ...options.environments, resolve: () => Promise.resolve(environment) },
        applicationToken: (_where, { clientId }) => {
          asked.push(clientId);
          return Promise.resolve(`application-token-${canary}`);
        },
      };
      browse = (url) => comeBack(url, { user_id: owner });
    });

    it('stores who has granted access, and no token of the service', async () => {
      const session = await connect();
      const parameters = Object.fromEntries(opened?.searchParams ?? []);
      assert.equal(parameters.response_type, 'none');
      assert.equal(parameters.application_id, 'app-1');
      assert.equal(parameters.client_id, undefined);
      assert.deepEqual(asked, ['client_1'], 'a wrong secret shows before the browser opens');
      assert.deepEqual(exchanged, []);
      assert.deepEqual(session.account, { id: owner, label: 'Owner 1a2b3c4d (staging)' });
      assert.equal(session.grant, 'application');
      assert.equal(session.tokens.refreshToken, '');
      assert.doesNotMatch(session.tokens.accessToken, new RegExp(canary));
      const entry = await vault.read(session.id);
      assert.deepEqual(entry.kind === 'session' && entry.session, session);
    });

    it('takes what the session of version 2.0 of the same owner was for', async () => {
      const { environments, ...others } = options;
      options = { ...others, environments: { ...environments, resolve: () => Promise.resolve(stagingEnvironment) } };
      browse = (url) => comeBack(url, { code: 'one' });
      const first = await connect();
      options = { ...options, environments };
      browse = (url) => comeBack(url, { user_id: owner });
      const second = await connect();
      assert.equal(second.id, first.id);
      assert.equal(await count(), 1);
    });

    for (const [what, parameters] of Object.entries({
      'a code alone': { code: 'x' },
      nothing: {},
      'an ID that fits in no header': { user_id: 'a\r\nb' },
      'an empty ID': { user_id: '' },
      'two IDs': { user_id: 'a', userId: 'b' },
    })) {
      it(`connects nobody by ${what}`, async () => {
        browse = (url) => comeBack(url, parameters);
        const failure = await failureOf(connect());
        assert.equal(failure.kind, 'contract');
        assert.equal(await count(), 0);
      });
    }

    it('takes either spelling of the ID, both at once, and what the owner refuses', async () => {
      for (const parameters of [{ userId: owner }, { user_id: owner, userId: owner }, { code: 'x', user_id: owner }]) {
        browse = (url) => comeBack(url, parameters);
        assert.equal((await connect()).account.id, owner);
      }
      browse = (url) => comeBack(url, { error: 'access_denied' });
      assert.equal((await failureOf(connect())).type, 'access_denied');
    });

    it('opens no browser where the application gets no token', async () => {
      options = { ...options, applicationToken: () => Promise.reject(failures.invalidClient()) };
      await failureOf(connect());
      assert.equal(opened, undefined);
    });
  });

  it('keeps the session id of an account that connects again, also after it was dead', async () => {
    const first = await connect();
    world.put({ ...first, deadGeneration: first.generation });
    browse = (url) => comeBack(url, { code: 'second' });
    const second = await connect();
    assert.equal(second.id, first.id);
    assert.equal(second.generation, 2);
    assert.equal(second.deadGeneration, undefined);
    assert.equal(await count(), 1);
  });

  it('gives another owner a session of its own', async () => {
    const first = await connect();
    owner = '9999';
    browse = (url) => comeBack(url, { code: 'second' });
    assert.notEqual((await connect()).id, first.id);
    assert.equal(await count(), 2);
  });

  it('gives the same owner in another environment a session of its own', async () => {
    const first = await connect();
    world.put({ ...first, id: 'sandbox.x', environment: 'sandbox' });
    await vault.remove(first.id);
    browse = (url) => comeBack(url, { code: 'second' });
    const { id } = await connect();
    assert.notEqual(id, 'sandbox.x');
    assert.notEqual(id, first.id, 'what is signed out comes back');
    assert.equal(await count(), 2);
  });

  it('keeps the session id of an account whose tokens can not be read, and starts above their generation', async () => {
    const first = await connect();
    world.put({ ...first, generation: 5 });
    world.secrets.values.delete(`key.${world.key.id}`);
    const window = world.window();
    options = { ...options, store: (connected) => window.register(connected) };
    browse = (url) => comeBack(url, { code: 'second' });
    const again = connect();
    while (exchanged.length < 2) await drain();
    const second = await time.runUntil(again);
    assert.deepEqual([second.id, second.generation], [first.id, 6]);
  });

  it('does not wait long for a refresh that holds the lock of this account', async () => {
    const first = await connect();
    const release = Promise.withResolvers<void>();
    const refresh = world.lock.run(first.id, () => release.promise, { maxWaitMs: 0 });
    browse = (url) => comeBack(url, { code: 'second' });
    const again = connect();
    while (exchanged.length < 2) await drain();
    const second = await time.runUntil(again);
    assert.deepEqual([second.id, second.generation], [first.id, 3]);
    release.resolve();
    await refresh;
  });

  it('makes one session of two sign-ins of one owner that end together', async () => {
    const account = { id: owner, label: 'Owner' };
    const connected = () => ({
      environment: 'staging',
      clientId: 'client',
      account,
      scopes: [],
      tokens: pair(time.now()),
    });
    const [first, second] = await Promise.all([
      world.window().register(connected()),
      world.window().register(connected()),
    ]);
    assert.equal(first.id, second.id);
    assert.deepEqual([first.generation, second.generation].sort(), [1, 2]);
    assert.equal(await count(), 1);
  });

  it('keeps the tokens where the owner has no name', async () => {
    options = { ...options, vehicleData: () => Promise.reject(failures.timeout()) };
    const first = await connect();
    browse = (url) => comeBack(url, { code: 'second' });
    const second = await connect();
    assert.match(first.account.label, /^Unnamed owner .{4} \(staging\)$/);
    assert.notEqual(first.id, second.id);
    assert.equal(await count(), 2);
  });

  it('ignores a wrong and a missing state with a page that says so, and goes on', async () => {
    const pages: string[] = [];
    browse = async (url) => {
      for (const state of ['wrong', '', url.searchParams.get('state')?.slice(1), undefined]) {
        const redirect = new URL(url.searchParams.get('redirect_uri') ?? '');
        redirect.searchParams.set('code', `stolen-${canary}`);
        if (state !== undefined) redirect.searchParams.set('state', state);
        const response = await fetch(redirect);
        assert.equal(response.status, 400);
        pages.push(await response.text());
      }
      await comeBack(url, { error: 'access_denied', state: 'wrong' });
      await comeBack(url, { code: 'right' });
    };
    await connect();
    assert.equal(exchanged[0]?.code, 'right');
    assert.equal(pages.length, 4);
    for (const page of pages) assert.match(page, /another sign-in/);
  });

  it('says that the owner refused, in VS Code and in the browser', async () => {
    let page: Promise<string> | undefined;
    browse = (url) => {
      const refused = comeBack(url, { error: 'access_denied', error_description: 'User denied access' });
      return (page = refused.then((response) => response.text()));
    };
    const error = await failureOf(connect());
    assert.equal(error.kind, 'oauth');
    assert.equal(error.turn, 'reconnect');
    assert.equal(error.type, 'access_denied');
    assert.match((await page) ?? '', /Not connected/);
    assert.equal(await count(), 0);
    assert.equal(await isClosed(), true);
  });

  it('blames the application for a configuration error', async () => {
    browse = (url) => comeBack(url, { error: 'configuration_error' });
    assert.equal((await failureOf(connect())).turn, 'developer');
  });

  for (const [name, parameters] of Object.entries({ 'version 3': { user_id: 'x' }, 'nothing readable': {} })) {
    it(`explains a redirect with ${name}`, async () => {
      browse = (url) => comeBack(url, parameters);
      const error = await failureOf(connect());
      assert.equal(error.kind, 'contract');
      assert.equal(remedyFor(error), name === 'version 3' ? 'explain-version' : 'edit-environment');
      assert.equal(exchanged.length, 0);
    });
  }

  it('passes on that a code was used before', async () => {
    exchanged.push({ code: `code-${canary}`, redirectUri: '' });
    const error = await failureOf(connect());
    assert.equal(error.turn, 'reconnect');
    assert.equal(await count(), 0);
  });

  it('opens no browser where the port is in use', async () => {
    const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const taken = { ...stagingEnvironment, redirectUri: `http://localhost:${port}/callback` };
    options = { ...options, environments: { ...options.environments, resolve: () => Promise.resolve(taken) } };
    const error = await failureOf(connect());
    assert.match(error.message, new RegExp(String(port)));
    assert.equal(opened, undefined);
    other.close();
  });

  it('opens no browser without a client secret, and says which one is missing', async () => {
    const missing = serviceError({ kind: 'input', turn: 'developer', nextStep: 'Set it.', sent: false });
    options = { ...options, environments: { ...options.environments, clientSecret: () => Promise.reject(missing) } };
    const error = await failureOf(connect());
    assert.equal(remedyFor(error), 'set-secret');
    assert.equal(error.nextStep, 'Set it.');
    assert.equal(opened, undefined);
  });

  it('gives up after 5 minutes, with the likely reasons, and closes the port', async () => {
    browse = () => Promise.resolve();
    const start = time.now();
    const connecting = connect();
    while (!opened) await drain();
    const error = await failureOf(time.runUntil(connecting));
    assert.equal(time.now() - start, 300_000);
    assert.equal(error.kind, 'timeout');
    assert.match(error.nextStep, /check the client ID “client”/);
    assert.ok(error.nextStep.includes(opened.searchParams.get('redirect_uri') ?? 'missing'));
    assert.doesNotMatch(error.nextStep, /ignored/);
    assert.equal(await isClosed(), true);
  });

  it('mentions ignored answers when it gives up', async () => {
    browse = (url) => comeBack(url, { code: 'x', state: 'wrong' });
    const connecting = connect();
    while (!opened) await drain();
    await browse(opened);
    assert.match((await failureOf(time.runUntil(connecting))).nextStep, /Ignored 2 responses/);
  });

  it('closes the port when it is cancelled', async () => {
    browse = () => Promise.resolve();
    const connecting = connect();
    while (!opened) await drain();
    stop.abort();
    assert.equal((await failureOf(connecting)).kind, 'cancelled');
    assert.equal(await isClosed(), true);
  });

  it('can be cancelled while the browser is being opened', async () => {
    const dialog = Promise.withResolvers<void>();
    browse = () => dialog.promise;
    const connecting = connect();
    while (!opened) await drain();
    stop.abort();
    assert.equal((await failureOf(connecting)).kind, 'cancelled');
    dialog.resolve();
    await drain();
    assert.equal(await isClosed(), true);
  });

  it('offers the link where no browser opens, and still waits', async () => {
    hasBrowser = false;
    const connecting = connect();
    while (offered.length === 0) await drain();
    await comeBack(new URL(offered[0] ?? ''), { code: 'by hand' });
    await connecting;
    assert.equal(exchanged[0]?.code, 'by hand');
  });

  it('offers the link as well where VS Code refuses to open a browser', async () => {
    browse = () => Promise.reject(new Error('refused'));
    const connecting = connect();
    while (offered.length === 0) await drain();
    await comeBack(new URL(offered[0] ?? ''), { code: 'by hand' });
    await connecting;
    assert.equal(exchanged[0]?.code, 'by hand');
  });

  it('names the other ways while it waits', async () => {
    await connect();
    assert.match(reports[0] ?? '', /\]\(command:copy\)/);
    assert.match(reports[0] ?? '', /\]\(command:vehicleData\.pasteRedirect\)/);
  });
});

describe('state', () => {
  it('is new each time and compared as a whole', () => {
    const state = randomSecret();
    assert.notEqual(state, randomSecret());
    assert.equal(Buffer.from(state, 'base64url').length, 32);
    assert.equal(isSameSecret(state, state), true);
    for (const other of [null, '', state.slice(1), `${state}A`, randomSecret()])
      assert.equal(isSameSecret(state, other), false);
  });
});

describe('remedyFor', () => {
  it('finds the button for each kind of failure', () => {
    assert.equal(remedyFor(failures.invalidClient()), 'edit-environment');
    assert.equal(remedyFor(failures.invalidGrant()), 'reconnect');
    assert.equal(remedyFor(failures.offline()), 'retry');
    assert.equal(remedyFor(serviceError({ kind: 'input', turn: 'developer' })), 'edit-environment');
    assert.equal(remedyFor(serviceError({ turn: 'nobody' })), 'none');
    assert.equal(remedyFor(new Error('unforeseen')), 'retry');
  });
});
