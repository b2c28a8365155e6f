import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import type { Environments } from '../../../../src/extension/environments/settings/environments.ts';
import { SessionDatabase } from '../../../../src/extension/auth/sessions/session-database.ts';
import { SessionStore } from '../../../../src/extension/auth/sessions/session-store.ts';
import { keyText, newKey, sealSession } from '../../../../src/extension/auth/sessions/session-encryption.ts';
import type { StoredSession } from '../../../../src/extension/auth/sessions/stored-session.ts';
import type { ServiceClient } from '../../../../src/service/service-client.ts';
import { Emitter } from '../../../../src/common/event.ts';
import { withResolvers } from '../../../../src/common/missing-in-node-20.ts';
import type { TokenPair } from '../../../../src/service/oauth/token-endpoint.ts';
import * as fake from './fake-vscode.ts';
import {
  assertNoSecretSeen,
  canary,
  drain,
  FakeSecrets,
  FakeTime,
  failures,
  pair,
  registeredUri,
  serviceError,
  stagingEnvironment,
  storedSession,
} from './support.ts';

const { createAuth } = await import('../../../../src/extension/auth/create-auth.ts');

const sandbox = { ...stagingEnvironment, name: 'sandbox' };

/** The commands and the provider as VS Code calls them, with a browser that allows at once. */
describe('auth, as the window has it', () => {
  const key = newKey();
  let folder: string;
  let secrets: FakeSecrets;
  /** Where the service would be: something that answers, so that tokens are sent there. */
  let server: Server;
  let auth: ReturnType<typeof createAuth>;
  let exchange: () => Promise<TokenPair>;
  let refresh: () => Promise<TokenPair>;
  let clientSecret: () => Promise<string>;
  let redirectUri: string;

  beforeEach(async () => {
    fake.forgetAll();
    server = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    folder = await mkdtemp(path.join(tmpdir(), 'auth-module-'));
    secrets = new FakeSecrets(new FakeTime());
    secrets.values.set(`key.${key.id}`, keyText(key));
    exchange = refresh = () => Promise.resolve(pair(Date.now()));
    clientSecret = () => Promise.resolve(`secret-${canary}`);
    redirectUri = sandbox.redirectUri;
    fake.browser.open = async (url) => {
      assert.equal(typeof url, 'string');
      const { searchParams } = new URL(url as string);
      const redirect = new URL(searchParams.get('redirect_uri') ?? '');
      redirect.search = new URLSearchParams({ code: canary, state: searchParams.get('state') ?? '' }).toString();
      return (await fetch(redirect)).ok;
    };
    auth = openWindow();
  });
  afterEach(async () => {
    auth.dispose();
    server.close();
    // What a window has begun it ends, and may write until then.
    await rm(folder, { recursive: true, maxRetries: 5 });
    const texts = fake.shown.map(({ text }) => text).filter((text) => text.includes(canary));
    assert.deepEqual(texts, []);
    assertNoSecretSeen();
  });

  function openWindow() {
    const { port } = server.address() as AddressInfo;
    const made = createAuth(
      {
        secrets: secrets.window(),
        globalState: { get: () => undefined, update: () => Promise.resolve() },
        globalStorageUri: { fsPath: folder },
        extension: { extensionKind: 1 },
        extensionUri: { fsPath: folder },
      } as unknown as vscode.ExtensionContext,
      {
        onDidChange: new Emitter<void>().event,
        current: () => 'sandbox',
        names: () => ['sandbox', 'smartcar'],
        versions: () => Promise.resolve(['2.0']),
        resolve: (name: string) =>
          Promise.resolve({ ...sandbox, authUrl: `http://127.0.0.1:${port}`, redirectUri, name }),
        clientSecret: () => clientSecret(),
        secretOrigins: () => Promise.resolve([]),
        allowSecret: () => Promise.resolve(),
      } as Partial<Environments> as Environments,
      {
        tokenEndpoint: { exchangeCode: () => exchange(), refresh: () => refresh() },
        applicationTokens: { token: () => Promise.reject(new Error('no application token')) },
        vehicleData: () => ({ user: () => Promise.resolve({ id: 'owner-12345' }) }),
      } as unknown as ServiceClient,
      () => Promise.resolve(undefined),
      { userAgent: 'test/1', route: () => Promise.resolve({}), onRequest: () => undefined },
    );
    // As the gate does.
    for (const [id, run] of Object.entries(made.commands)) {
      fake.commands.registerCommand(id, (argument?: object) =>
        Promise.resolve((run as (given?: object) => unknown)(argument)),
      );
    }
    return made;
  }

  async function run(command: string, argument?: object): Promise<unknown> {
    const result = await fake.registered.get(`vehicleData.${command}`)?.(argument);
    // Messages are not waited for, nor is what their buttons do.
    await drain();
    return result;
  }

  /** As another window stores it. */
  async function put(id: string, label: string, overrides: Partial<StoredSession> = {}) {
    const session = storedSession(Date.now(), { id, account: { id, label }, ...overrides });
    await store().put(id, sealSession(session, key));
    fake.windowState.fire();
    await auth.sessions.reload();
    return session;
  }

  const store = () => new SessionStore(new SessionDatabase(path.join(folder, 'sessions')));
  const count = async () => (await auth.sessions.list()).length;

  const errors = () => fake.shown.filter(({ kind }) => kind === 'error' || kind === 'warning');

  it('notices in a window that is come back to what another one did, although VS Code tells nothing', async () => {
    const { id } = await put('one', 'Owner one');
    assert.deepEqual(
      (await auth.sessions.list()).map((session) => session.id),
      [id],
    );
    const changed = new Promise((resolve) => auth.sessions.onDidChange(() => resolve(undefined)));
    await store().signOut('one', Date.now());
    fake.windowState.fire();
    await changed;
    assert.deepEqual(await auth.sessions.list(), []);
  });

  it('finishes in a window where nobody asks for anything what another one has begun and left', async () => {
    const { id } = await put('one', 'Owner one');
    const sent = new Promise<void>((resolve) => {
      refresh = () => (resolve(), Promise.resolve(pair(Date.now())));
    });
    await store().begin(id, { generation: 1, pid: 1, sentAt: Date.now() });
    const window = openWindow();
    await sent;
    while (await store().intent(id)) await drain();
    window.dispose();
  });

  it('asks once, in one of all windows, to connect an account again whose access has ended', async () => {
    fake.answers.push('Connect Again');
    const others = [openWindow(), openWindow()];
    await put('sandbox.one', 'Owner one', { deadGeneration: 1 });
    for (const { sessions } of others) await sessions.reload();
    while (fake.executed.length === 0) await drain();
    await put('sandbox.one', 'Owner one', { deadGeneration: 1 });
    await drain();
    assert.deepEqual(fake.executed, [['vehicleData.connect', { environment: 'sandbox' }]]);
    assert.deepEqual(
      errors().map(({ text }) => text),
      ['Access to Owner one has ended. The owner has to grant it again.'],
    );
    for (const window of others) window.dispose();
  });

  it('tells the palette whether an account may be connected, and whether a key is missing', async () => {
    const keys = () => ['hasAccounts', 'hasLockedAccounts'].map((name) => fake.context.get(`vehicleData.${name}`));
    while (keys()[0] !== false) await drain();
    await put('a', 'Alice');
    while (keys()[0] !== true) await drain();
    assert.deepEqual(keys(), [true, false]);
    secrets.values.delete(`key.${key.id}`);
    const window = openWindow();
    while (keys()[1] !== true) await drain();
    window.dispose();
  });

  it('sends nothing and writes nothing where nobody is connected', async () => {
    const requests: unknown[] = [];
    server.on('request', (request) => requests.push(request));
    refresh = () => assert.fail('there is nothing to refresh');
    await drain();
    assert.deepEqual(await auth.provider.getSessions(undefined, {}), []);
    fake.windowState.fire();
    await drain();
    assert.deepEqual(requests, []);
    assert.deepEqual(await readdir(folder), []);
    assert.equal(secrets.values.size, 1);
  });

  it('connects, tells so once, and VS Code hears of the session before the command ends', async () => {
    const events: vscode.AuthenticationProviderAuthenticationSessionsChangeEvent[] = [];
    await auth.sessions.list();
    auth.provider.onDidChangeSessions((event) => events.push(event));
    const id = await run('connect');
    assert.deepEqual(
      events.map(({ added }) => added?.map((session) => session.id)),
      [[id]],
    );
    assert.deepEqual(
      (await auth.sessions.list()).map((session) => [session.id, session.environment, session.account.label]),
      [[id, 'sandbox', 'Owner owner-12345 (sandbox)']],
    );
    assert.deepEqual(
      fake.shown.map(({ kind }) => kind),
      ['progress', 'information'],
    );
  });

  /** The browser ends on an address that does not come back by itself. */
  function strandBrowser(): Promise<string> {
    const stranded = Promise.withResolvers<string>();
    fake.browser.open = (url) => {
      const { searchParams } = new URL(url as string);
      const query = new URLSearchParams({ code: canary, state: searchParams.get('state') ?? '' });
      stranded.resolve(`${searchParams.get('redirect_uri')}?${query.toString()}`);
      return Promise.resolve(true);
    };
    return stranded.promise;
  }

  it('connects with the address that a person pastes, and asks again for one that does not fit', async () => {
    const stranded = strandBrowser();
    const connected = fake.registered.get('vehicleData.connect')?.();
    fake.typed.push('not it', await stranded);
    await run('pasteRedirect');
    assert.ok(await connected);
    const prompts = fake.shown.filter(({ kind }) => kind === 'input').map(({ text }) => text);
    assert.match(prompts[1] ?? '', /Enter a URL/);
    assert.equal(prompts.length, 2);
  });

  it('connects with the address that VS Code was opened with, where the redirect URI has VS Code’s scheme', async () => {
    redirectUri = 'vscode://vehicle-data.vehicle-data-explorer/callback';
    const stranded = strandBrowser();
    const connected = fake.registered.get('vehicleData.connect')?.();
    const address = await stranded;
    auth.handleUri({ toString: () => address } as vscode.Uri);
    assert.ok(await connected);
  });

  it('keeps sessions as long as the window where VS Code has no SQLite, and says so once', async () => {
    const getBuiltinModule = process.getBuiltinModule.bind(process);
    Object.assign(process, {
      getBuiltinModule: (name: string) => (name === 'node:sqlite' ? undefined : getBuiltinModule(name)),
    });
    const window = openWindow();
    try {
      for (const environment of ['sandbox', 'smartcar']) assert.ok(await run('connect', { environment }));
      assert.equal((await window.sessions.list()).length, 2);
      assert.ok(await window.sessions.accessToken((await window.sessions.list())[0]?.id ?? ''));
      assert.match(errors()[0]?.text ?? '', /only until this window is closed/);
      assert.equal(errors().length, 1);
    } finally {
      Object.assign(process, { getBuiltinModule });
      window.dispose();
    }
    assert.equal(await count(), 0);
  });

  it('selects the environment of a button in the view, once it is connected, and of no other call', async () => {
    const sessionId = await run('connect', { from: 'view', environment: 'smartcar' });
    assert.deepEqual(fake.executed, [
      ['vehicleData.selectEnvironment', { environment: 'smartcar' }],
      ['vehicleData.showVehicle', { sessionId }],
    ]);
    await run('connect', { environment: 'smartcar' });
    assert.equal(fake.executed.length, 2);
  });

  it('says nothing of a cancelled sign-in', async () => {
    fake.browser.open = () => {
      fake.cancel.fire();
      return Promise.resolve(true);
    };
    assert.equal(await run('connect'), undefined);
    assert.deepEqual(errors(), []);
  });

  describe('a new attempt', () => {
    /** The browser pages that wait for an owner, as the redirects that they will end on. */
    let redirects: URL[];

    beforeEach(async () => {
      redirects = [];
      redirectUri = await registeredUri();
      fake.browser.open = (url) => {
        const { searchParams } = new URL(url as string);
        const redirect = new URL(searchParams.get('redirect_uri') ?? '');
        redirect.search = new URLSearchParams({ code: canary, state: searchParams.get('state') ?? '' }).toString();
        redirects.push(redirect);
        return Promise.resolve(true);
      };
    });

    async function begin(): Promise<{ id: Promise<unknown>; redirect: URL }> {
      const before = redirects.length;
      const id = fake.registered.get('vehicleData.connect')?.() ?? assert.fail('no command');
      while (redirects.length === before) await drain();
      return { id, redirect: redirects[before] ?? assert.fail('no browser') };
    }

    it('replaces the one that was left in the browser, and leaves its page without effect', async () => {
      const [first, second] = [await begin(), await begin()];
      assert.equal(await first.id, undefined);
      assert.equal((await fetch(first.redirect)).status, 400);
      assert.ok((await fetch(second.redirect)).ok);
      assert.ok(await second.id);
      assert.deepEqual(errors(), []);
    });

    it('lets the one end that has come back from the browser', async () => {
      const [asked, exchanged] = [withResolvers<void>(), withResolvers<TokenPair>()];
      exchange = () => {
        asked.resolve();
        return exchanged.promise;
      };
      const first = await begin();
      const page = fetch(first.redirect);
      await asked.promise;
      const second = await begin();
      exchanged.resolve(pair(Date.now()));
      assert.ok(await first.id);
      assert.ok((await page).ok);
      fake.cancel.fire();
      assert.equal(await second.id, undefined);
    });

    it('opens no browser for one that is replaced before, and copies the link of the last', async () => {
      const first = fake.registered.get('vehicleData.connect')?.();
      const second = await begin();
      assert.equal(await first, undefined);
      await run('copySignInLink');
      const states = [new URL(fake.copied[0] ?? ''), ...redirects].map(({ searchParams }) => searchParams.get('state'));
      assert.deepEqual(states, [states[0], states[0]]);
      fake.cancel.fire();
      assert.equal(await second.id, undefined);
      await run('copySignInLink');
      assert.match(fake.shown.at(-1)?.text ?? '', /No sign-in is in progress/);
    });
  });

  it('offers to copy the link where no browser opens', async () => {
    fake.answers.push('Copy Link');
    fake.browser.open = () => Promise.resolve(false);
    const connecting = run('connect');
    while (fake.copied.length === 0) await drain();
    assert.match(fake.copied[0] ?? '', /^http:\/\/connect\.test\/oauth\/authorize\?/);
    fake.cancel.fire();
    await connecting;
  });

  describe('after a failure, offers the button that helps', () => {
    const missing = () => Promise.reject(serviceError({ kind: 'input', turn: 'developer', sent: false }));

    it('Set Client Secret, and goes on with the sign-in once it is set', async () => {
      clientSecret = missing;
      fake.answers.push('Set Client Secret');
      fake.results.set('vehicleData.setClientSecret', () => {
        clientSecret = () => Promise.resolve(`secret-${canary}`);
        return true;
      });
      await run('connect');
      while ((await count()) === 0) await drain();
      assert.deepEqual(
        errors().map(({ kind }) => kind),
        ['warning'],
        'what goes by itself, and once',
      );
    });

    it('Edit Environment', async () => {
      exchange = () => Promise.reject(serviceError({ kind: 'oauth', turn: 'developer' }));
      fake.answers.push('Edit Environment');
      await run('connect');
      assert.deepEqual(fake.executed, [['vehicleData.editEnvironment', { environment: 'sandbox' }]]);
    });

    for (const [what, failure] of [
      ['a failure that may pass', failures.timeout],
      ['a refusal of the first connection, which is nothing to reconnect', failures.invalidGrant],
    ] as const) {
      it(`Try Again, after ${what}`, async () => {
        exchange = () => {
          exchange = () => Promise.resolve(pair(Date.now()));
          return Promise.reject(failure());
        };
        fake.answers.push('Try Again');
        await run('connect');
        while ((await auth.sessions.list()).length === 0) await drain();
        assert.equal(errors().length, 1);
      });
    }
  });

  it('waits as long as the service asks for, and then opens no browser without a press', async () => {
    exchange = () => {
      exchange = () => Promise.resolve(pair(Date.now()));
      return Promise.reject(serviceError({ turn: 'retry', status: 429, retryAt: Date.now() + 50 }));
    };
    await run('connect');
    const offer = () => fake.shown.find(({ choices }) => choices.includes('Try Again'));
    while (!offer()) await drain();
    assert.equal(await count(), 0);
    assert.deepEqual(
      fake.shown.slice(-2).map(({ kind, text }) => [kind, text]),
      [
        ['progress', 'It failed. Try again.'],
        ['warning', 'You can try again now.'],
      ],
    );
  });

  describe('copy access token', () => {
    it('asks which account, then whether, even if it is named', async () => {
      const alice = await put('a', 'Alice');
      const bob = await put('b', 'Bob');
      fake.answers.push('Bob', 'Copy', 'Copy');
      assert.equal(await run('copyAccessToken'), true);
      assert.equal(await run('copyAccessToken', { sessionId: 'a' }), true);
      assert.deepEqual(fake.copied.splice(0), [bob.tokens.accessToken, alice.tokens.accessToken]);
      const asked = fake.shown.filter(({ kind }) => kind === 'warning');
      assert.deepEqual(
        asked.map(({ isModal }) => isModal),
        [true, true],
      );
    });

    it('copies nothing unless it is confirmed', async () => {
      await put('a', 'Alice');
      assert.equal(await run('copyAccessToken', { sessionId: 'a' }), false);
      assert.deepEqual(fake.copied, []);
    });
  });

  describe('sign out', () => {
    it('asks which account, then whether, and does it', async () => {
      await put('a', 'Alice');
      await put('b', 'Bob');
      fake.answers.push('Bob', 'Sign Out');
      assert.equal(await run('signOut'), true);
      assert.deepEqual(
        (await auth.sessions.list()).map(({ id }) => id),
        ['a'],
      );
      assert.equal(fake.shown.find(({ kind }) => kind === 'warning')?.isModal, true);
    });

    it('does nothing unless it is confirmed', async () => {
      await put('a', 'Alice');
      assert.equal(await run('signOut'), false);
      assert.equal(await count(), 1);
    });

    it('does not ask about an account on whose line it is chosen, but about one that is named', async () => {
      await put('a', 'Alice');
      const line = { id: 'a', sessionId: 'a' };
      assert.equal(await run('signOut', line), false);
      const { literalLines } = await import('../../../../src/extension/window/tree-view.ts');
      literalLines({ getChildren: () => [line], getTreeItem: () => ({}) }).getChildren();
      fake.shown.splice(0);
      assert.equal(await run('signOut', line), true);
      assert.equal(await count(), 0);
      assert.deepEqual(
        fake.shown.map(({ kind }) => kind),
        ['information'],
      );
      assert.equal(await run('signOut', line), false);
    });

    it('offers to connect where nobody is connected', async () => {
      fake.answers.push('Connect');
      assert.equal(await run('signOut'), false);
      while ((await auth.sessions.list()).length === 0) await drain();
    });
  });

  describe('refresh', () => {
    it('brings new tokens to the one account there is', async () => {
      const before = await put('a', 'Alice');
      assert.equal(await run('refreshTokens'), true);
      const token = await auth.sessions.accessToken('a');
      assert.notEqual(token, before.tokens.accessToken);
    });

    it('says what went wrong and keeps the session', async () => {
      await put('a', 'Alice');
      refresh = () => Promise.reject(failures.offline());
      assert.equal(await run('refreshTokens', { sessionId: 'a' }), false);
      assert.deepEqual(errors()[0]?.choices, ['Try Again']);
      assert.deepEqual(
        (await auth.sessions.list()).map(({ state }) => state),
        ['offline'],
      );
    });
  });
});
