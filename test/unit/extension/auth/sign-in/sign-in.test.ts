import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { browserFlow } from '../../../../../src/extension/auth/sign-in/browser-flow.ts';
import type { SessionVault } from '../../../../../src/extension/auth/sessions/session-vault.ts';
import {
  type Lack,
  PendingExchanges,
  signIn,
  type SignInOptions,
} from '../../../../../src/extension/auth/sign-in/sign-in.ts';
import type { ServiceEnvironment } from '../../../../../src/service/model/environment.ts';
import { Emitter } from '../../../../../src/common/event.ts';
import type { VehicleData } from '../../../../../src/service/model/vehicle-data.ts';
import type { TokenPair } from '../../../../../src/service/oauth/token-endpoint.ts';
import type { StoredSession } from '../../../../../src/extension/auth/sessions/stored-session.ts';
import {
  assertNoSecretSeen,
  canary,
  drain,
  failureOf,
  failures,
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
  let lacks: (Lack | undefined)[];
  let exchange: () => Promise<TokenPair>;
  let applicationToken: (clientId: string) => Promise<string>;
  let readOwner: () => Promise<{ id: string }>;
  let register: SignInOptions['register'];
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
    lacks = [];
    reports = [];
    stop = new AbortController();
    opened = undefined;
    hasBrowser = true;
    exchange = () => Promise.resolve(pair(time.now()));
    applicationToken = () => Promise.reject(new Error('no application token'));
    readOwner = () => Promise.resolve({ id: owner });
    ({ register } = window);
    browse = (connect) => comeBack(connect, { code: `code-${canary}` });
    options = {
      environments: {
        versions: async () => [(await options.environments.resolve('staging')).version ?? '2.0'],
        resolve: () => Promise.resolve(stagingEnvironment),
        clientSecret: () => Promise.resolve(`secret-${canary}`),
      },
      service: {
        tokenEndpoint: {
          exchangeCode: (_where, _who, grant) => {
            if (exchanged.some(({ code }) => code === grant.code)) return Promise.reject(failures.invalidGrant());
            exchanged.push(grant);
            return exchange();
          },
        },
        applicationTokens: { token: (_where, { clientId }) => applicationToken(clientId) },
        vehicleData: () => ({ user: () => readOwner() }) as VehicleData,
      },
      ownerName: () => Promise.resolve(undefined),
      register: (connected) => register(connected),
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
    const pending = { note: (_session: StoredSession, lack?: Lack) => void lacks.push(lack) };
    const flow = browserFlow(openRedirects(time).open, time);
    const request = { environment: 'staging', permissions: ['read_vin'], ui, report, signal: stop.signal };
    return signIn(options, flow, pending, request);
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
    const label = 'Owner 1a2b3c4d-5e6f (staging)';
    assert.equal((await labelFor(() => Promise.resolve(undefined))).label, label);
    assert.equal((await labelFor(() => Promise.reject(new Error('no sandbox')))).label, label);
  });

  it('goes from Connect to a stored session', async () => {
    const session = await connect();
    assert.equal(session.environment, 'staging');
    assert.deepEqual(session.account, { id: owner, label: 'Owner 1a2b3c4d-5e6f (staging)' });
    assert.deepEqual(session.scopes, ['read_battery', 'read_vin']);
    assert.equal(session.generation, 1);
    assert.equal(opened?.searchParams.get('scope'), 'read_battery read_vin');
    assert.match(opened?.searchParams.get('state') ?? '', /^[\w-]{43}$/);
    const redirectUri = opened?.searchParams.get('redirect_uri');
    assert.deepEqual(exchanged, [{ code: `code-${canary}`, redirectUri }]);
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
      };
      applicationToken = (clientId) => {
        asked.push(clientId);
        return Promise.resolve(`application-token-${canary}`);
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
      assert.deepEqual(session.account, { id: owner, label: 'Owner 1a2b3c4d-5e6f (staging)' });
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

    it('opens no browser where the application gets no token', async () => {
      applicationToken = () => Promise.reject(failures.invalidClient());
      await failureOf(connect());
      assert.equal(opened, undefined);
    });
  });

  describe('by both versions', () => {
    const applicationId = stagingEnvironment.clientId;
    const v3: ServiceEnvironment = {
      ...stagingEnvironment,
      version: '3',
      authUrl: 'http://iam.test',
      baseUrl: 'http://vehicle.test',
      applicationId,
      clientId: 'client_1',
    };
    let has: ('2.0' | '3')[];

    beforeEach(() => {
      has = ['2.0', '3'];
      options = {
        ...options,
        environments: {
          ...options.environments,
          versions: () => Promise.resolve(has),
          resolve: (_name, version) => Promise.resolve(version === '3' ? v3 : stagingEnvironment),
        },
      };
      applicationToken = () => Promise.resolve(`application-token-${canary}`);
      browse = (url) => comeBack(url, { code: `code-${canary}`, user_id: owner });
    });

    it('connects once: the code buys the tokens, and the owner’s ID is kept', async () => {
      const session = await connect();
      const { response_type, application_id } = Object.fromEntries(opened?.searchParams ?? []);
      assert.deepEqual(
        [response_type, application_id, opened?.searchParams.has('client_id')],
        ['code', applicationId, false],
      );
      assert.equal(exchanged.length, 1);
      assert.deepEqual([session.grant, session.ownerId, session.account.id], [undefined, owner, owner]);
      assert.deepEqual(session.origins, [
        'http://auth.test',
        'http://data.test',
        'http://iam.test',
        'http://vehicle.test',
      ]);
      assert.deepEqual(lacks, [undefined]);
      assert.deepEqual(world.stored(session.id), session);
    });

    it('asks as before where there is only the legacy secret, and for no code where there is only the API client', async () => {
      has = ['2.0'];
      const older = await connect();
      assert.deepEqual(
        [...(opened?.searchParams.keys() ?? [])],
        ['response_type', 'client_id', 'redirect_uri', 'scope', 'state'],
      );
      assert.deepEqual([older.ownerId, older.origins], [undefined, ['http://auth.test', 'http://data.test']]);
      has = ['3'];
      owner = 'another-owner';
      const newer = await connect();
      assert.equal(opened?.searchParams.get('response_type'), 'none');
      assert.equal(exchanged.length, 1, 'nothing is exchanged');
      assert.deepEqual([newer.grant, newer.account.id], ['application', owner]);
    });

    it('connects by version 3 where the legacy secret is refused, and makes up for it once it is right', async () => {
      exchange = () => Promise.reject(failures.invalidClient());
      const session = await connect();
      assert.equal(session.grant, 'application');
      const [lack] = lacks;
      assert.match(lack?.error.message ?? '', /legacy client secret/);
      assert.equal(lack?.error.remedy, 'set-secret');
      assert.ok(lack?.grant);
      const settings = new Emitter<void>();
      const { environments } = options;
      let authUrl = stagingEnvironment.authUrl;
      const resolve: typeof environments.resolve = async (...asked) => ({
        ...(await environments.resolve(...asked)),
        authUrl,
      });
      const { sessions } = world.window();
      const mended = { ...environments, resolve, onDidChange: settings.event };
      const pending = new PendingExchanges({ ...options, environments: mended }, sessions);
      const shown = async () => (await sessions.list()).map((info) => info.lack?.error.remedy);
      pending.note(session, lack);
      exchanged.length = 0;
      await pending.retry();
      assert.deepEqual([await shown(), exchanged.length], [['set-secret'], 1], 'still wrong');
      exchange = () => Promise.resolve(pair(time.now()));
      authUrl = 'http://mended.test';
      exchanged.length = 0;
      settings.fire();
      await pending.retry();
      await sessions.reload();
      assert.deepEqual(await shown(), [undefined]);
      await pending.retry();
      assert.equal(exchanged.length, 1, 'forgotten');
      pending.dispose();
      const stored = world.stored(session.id);
      assert.deepEqual([stored.grant, stored.ownerId, stored.generation], [undefined, owner, 2]);
      assert.ok(stored.origins?.includes('http://mended.test'), 'where its tokens came from');
      assert.equal(await count(), 1);
    });

    const refusing = (failure: () => Error) => () => void (exchange = () => Promise.reject(failure()));
    const gone = () => serviceError({ kind: 'oauth', turn: 'developer', status: 410 });
    const redirected = (query: Record<string, string>) => () => void (browse = (url) => comeBack(url, query));
    const [byCode, byOwner] = [{ code: `code-${canary}` }, { user_id: '1a2b3c4d-5e6f' }];
    for (const [what, given, grant, ownerId, lack] of [
      ['the code is no longer valid', refusing(failures.invalidGrant), 'application', undefined, /version 2\.0/],
      ['version 2.0 is switched off', refusing(gone), 'application', undefined, /version 2\.0/],
      ['version 2.0 has no host', refusing(failures.offline), 'application', undefined, /version 2\.0/],
      ['version 2.0 is a page', refusing(failures.html), 'application', undefined, /version 2\.0/],
      ['no code comes', redirected(byOwner), 'application', undefined, /no code for version 2\.0/],
      ['the redirect names no owner, but version 2.0 does', redirected(byCode), undefined, byOwner.user_id, undefined],
    ] as const) {
      it(`connects by ${grant ? 'version 3' : 'both'} where ${what}`, async () => {
        given();
        const session = await connect();
        assert.deepEqual([session.grant, session.ownerId], [grant, ownerId]);
        assert.equal(lack?.test(lacks[0]?.error.message ?? '') ?? lacks[0] === undefined, true);
        // Only a code that was refused for good is forgotten.
        assert.equal(lacks[0]?.grant !== undefined, grant !== undefined && !/valid|no code/.test(what));
      });
    }

    it('connects by version 2.0 where nobody names the owner, and says so', async () => {
      redirected(byCode)();
      readOwner = () => Promise.reject(failures.offline());
      const session = await connect();
      assert.deepEqual([session.grant, session.ownerId], [undefined, undefined]);
      assert.match(lacks[0]?.error.message ?? '', /version 3/);
    });

    it('stores nothing where the redirect names another owner than the tokens, and names both', async () => {
      browse = (url) => comeBack(url, { code: `code-${canary}`, user_id: 'somebody-else' });
      const { message } = await failureOf(connect());
      assert.ok(message.includes('somebody-else') && message.includes(owner), message);
      assert.equal(await count(), 0);
      assert.deepEqual(lacks, []);
    });

    it('ends where the owner refuses, or the user cancels while the code is exchanged', async () => {
      browse = (url) => comeBack(url, { error: 'access_denied' });
      assert.equal((await failureOf(connect())).type, 'access_denied');
      browse = (url) => comeBack(url, { code: `code-${canary}`, user_id: owner });
      exchange = () => {
        stop.abort();
        return Promise.reject(failures.offline());
      };
      await failureOf(connect());
      assert.equal(await count(), 0);
    });

    it('takes no tokens away from an owner who is connected again by version 3 alone', async () => {
      const first = await connect();
      exchange = () => Promise.reject(failures.offline());
      const again = await connect();
      assert.deepEqual(again, first);
      assert.deepEqual(world.stored(first.id), first);
      assert.deepEqual(lacks, [undefined, undefined], 'nothing is lacking');
    });

    it('adds version 3 to a session of before, under the same id', async () => {
      has = ['2.0'];
      const before = await connect();
      has = ['2.0', '3'];
      browse = (url) => comeBack(url, { code: 'second', user_id: owner });
      const after = await connect();
      assert.deepEqual([after.id, after.ownerId], [before.id, owner]);
      assert.equal(await count(), 1);
    });

    it('leaves one account and one pair where two windows connect the same owner at once', async () => {
      const [one, two] = [world.window(), world.window()];
      let turn = 0;
      register = (connected) => (turn++ === 0 ? one : two).register(connected);
      const [first, second] = await Promise.all([connect(), connect()]);
      assert.equal(first.id, second.id);
      assert.deepEqual(world.stored(first.id), first.generation > second.generation ? first : second);
      assert.equal((await one.sessions.list()).length, 1);
      assert.equal(await count(), 1);
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

  it('keeps the session id of an account whose tokens can not be read, and starts above their generation', async () => {
    const first = await connect();
    world.put({ ...first, generation: 5 });
    world.secrets.values.delete(`key.${world.key.id}`);
    const window = world.window();
    ({ register } = window);
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

  it('keeps the tokens where the owner has no name', async () => {
    readOwner = () => Promise.reject(failures.timeout());
    const first = await connect();
    browse = (url) => comeBack(url, { code: 'second' });
    const second = await connect();
    assert.match(first.account.label, /^Unnamed owner .{8} \(staging\)$/);
    assert.notEqual(first.id, second.id);
    assert.equal(await count(), 2);
  });

  it('passes on that a code was used before', async () => {
    exchanged.push({ code: `code-${canary}`, redirectUri: '' });
    const error = await failureOf(connect());
    assert.equal(error.turn, 'reconnect');
    assert.equal(await count(), 0);
  });

  it('opens no browser without a client secret, and says which one is missing', async () => {
    const missing = serviceError({ kind: 'input', turn: 'developer', nextStep: 'Set it.', sent: false });
    options = { ...options, environments: { ...options.environments, clientSecret: () => Promise.reject(missing) } };
    const error = await failureOf(connect());
    assert.equal(error.remedy, 'set-secret');
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
});
