// Whoever can change a setting can give an environment other addresses. Its tokens and its client secret don't follow.
import assert from 'node:assert/strict';
import { SessionClients } from '../../src/extension/auth/provider/session-clients.ts';
import { refreshSession } from '../../src/extension/auth/refresh/refresh-session.ts';
import type { StoredSession } from '../../src/extension/auth/sessions/stored-session.ts';
import type { WindowSessions } from '../../src/extension/auth/window-sessions.ts';
import { Emitter } from '../../src/common/event.ts';
import { ClientSecrets } from '../../src/extension/environments/settings/client-secrets.ts';
import { Environments } from '../../src/extension/environments/settings/environments.ts';
import { ServiceClient } from '../../src/service/service-client.ts';
import * as fake from '../unit/extension/auth/fake-vscode.ts';
import { SessionWorld } from '../unit/extension/auth/session-world.ts';
import { assertNoSecretSeen, canary, drain, failureOf, pair, storedSession } from '../unit/extension/auth/support.ts';

const { Prompts } = await import('../../src/extension/auth/prompts.ts');

const auth = 'https://auth.fleet.test';
const api = 'https://api.fleet.test';
const id = 'fleet.one';

/** Addresses that are of another origin, some of which look like the first one. */
const elsewhere: readonly (readonly [url: string, origin: string])[] = [
  ['https://evil.test', 'https://evil.test'],
  ['https://fleet.test', 'https://fleet.test'],
  ['https://a.auth.fleet.test', 'https://a.auth.fleet.test'],
  ['https://auth.fleet.test.evil.test', 'https://auth.fleet.test.evil.test'],
  ['https://evil.test/auth.fleet.test', 'https://evil.test'],
  ['https://evil.test/https://auth.fleet.test', 'https://evil.test'],
  ['https://auth.fleet.test:8443', 'https://auth.fleet.test:8443'],
  ['https://auth.fleet.test.', 'https://auth.fleet.test.'],
  ['https://аuth.fleet.test', 'https://xn--uth-5cd.fleet.test'],
  ['https://auth-fleet.test', 'https://auth-fleet.test'],
  ['http://localhost:8000', 'http://localhost:8000'],
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
  ['http://[::1]:8000', 'http://[::1]:8000'],
];
const same: readonly string[] = [`${auth}/`, `${auth}/v2`, 'https://AUTH.fleet.test', 'https://auth.fleet.test:443/x'];

describe('addresses of an environment that have changed', () => {
  let world: SessionWorld;
  let entry: { authUrl: string; baseUrl: string; [field: string]: string };
  let settingsChanged: Emitter<void>;
  let environments: Environments;
  let secrets: ClientSecrets;
  let memory: Map<string, unknown>;
  /** Where something secret was sent. */
  let sent: string[];
  let prompts: { dispose(): void }[];
  const memento = {
    get: (name: string) => memory.get(name),
    update: (name: string, value: unknown) => Promise.resolve(void memory.set(name, value)),
  };

  beforeEach(async () => {
    world = new SessionWorld();
    entry = {
      authUrl: auth,
      baseUrl: api,
      connectUrl: 'https://connect.fleet.test/oauth/authorize',
      clientId: 'client',
      redirectUri: 'http://localhost:52625/callback',
    };
    settingsChanged = new Emitter();
    const store = world.secrets.window();
    memory = new Map();
    secrets = new ClientSecrets(store, {}, memento, () => ['fleet']);
    await secrets.set('fleet', `secret-${canary}`, auth);
    const settings = {
      selected: () => 'fleet',
      entries: () => ({ fleet: entry }),
      leadingVersion: () => '3' as const,
      onDidChange: settingsChanged.event,
    };
    environments = new Environments(settings, secrets, { addresses: () => assert.fail('no sandbox') });
    sent = [];
    fake.forgetAll();
    prompts = [];
  });
  afterEach(() => {
    for (const each of prompts) each.dispose();
    world.close();
    assertNoSecretSeen();
  });

  function put(overrides: Partial<StoredSession> = {}): StoredSession {
    return world.put({ id, environment: 'fleet', origins: [auth, api], ...overrides });
  }

  function open(): WindowSessions {
    return world.window({
      application: async (name) => {
        const environment = await environments.resolve(name);
        const clientSecret = await environments.clientSecret(environment);
        return { environment, credentials: { clientId: environment.clientId, clientSecret } };
      },
      tokenEndpoint: {
        refresh: ({ authUrl }) => {
          sent.push(new URL(authUrl).origin);
          return Promise.resolve(pair(world.time.now()));
        },
      },
    });
  }

  /** Watches the addresses in a window that has the focus, or has not. */
  async function watch(window: WindowSessions, isFocused = true): Promise<void> {
    const made = new Prompts(window, environments, memento);
    prompts.push(made);
    fake.window.state.focused = isFocused;
    await made.check();
    fake.window.state.focused = true;
  }

  /** What was asked, as “environment: old addresses → new ones”. */
  const questions = () =>
    fake.shown.map(({ text }) => {
      const [, name, to, from] = /^“(.*)” now points to (.*)\. Its .* belong to (.*)\. Send/.exec(text) ?? [];
      return `${name}: ${from} → ${to}`;
    });

  async function move(addresses: { authUrl?: string; baseUrl?: string }): Promise<void> {
    Object.assign(entry, addresses);
    settingsChanged.fire();
    await drain();
  }

  /** @param token of another extension, which reads through this one */
  async function readData(window: WindowSessions, token?: string): Promise<unknown> {
    const service = new ServiceClient({
      fetch: (input) => {
        sent.push(new URL(new Request(input).url).origin);
        return Promise.resolve(Response.json({ id: 'owner' }));
      },
      userAgent: 'test',
      onRequest: () => undefined,
      onDecision: () => undefined,
    });
    const clients = new SessionClients(service, window.sessions, environments);
    if (token === undefined) return clients.of(id).user();
    return (await clients.ofToken(token)).user();
  }

  for (const [url, origin] of elsewhere) {
    it(`get no token and no secret, and the old ones do again once they are back: ${url}`, async () => {
      const before = put();
      const window = open();
      await window.sessions.reload();
      await move({ authUrl: url, baseUrl: url });
      for (const refused of [
        window.tokenManager.refresh(id),
        readData(window),
        readData(window, before.tokens.accessToken),
        environments.resolve('fleet').then((environment) => environments.clientSecret(environment)),
      ]) {
        const { message, kind, sent: isSent } = await failureOf(refused);
        assert.ok(message.includes(`now points to ${origin}.`) && message.includes(auth), message);
        assert.deepEqual([kind, isSent], ['input', false]);
      }
      assert.deepEqual([sent, world.stored(id)], [[], before]);

      await move({ authUrl: auth, baseUrl: api });
      await readData(window);
      await window.tokenManager.refresh(id);
      assert.deepEqual(sent, [api, auth]);
      assert.deepEqual(world.stored(id).origins, [auth, api]);
    });
  }

  for (const url of same) {
    it(`are none where only their path or their spelling differs: ${url}`, async () => {
      put();
      const window = open();
      await watch(window);
      await move({ authUrl: url });
      await window.tokenManager.refresh(id);
      await watch(window);
      assert.deepEqual([sent, questions()], [[auth], []]);
    });
  }

  it('get only what belongs to them where one of the two has changed', async () => {
    put();
    const window = open();
    await move({ baseUrl: 'https://evil.test' });
    await window.tokenManager.refresh(id);
    await failureOf(readData(window));
    await move({ baseUrl: api, authUrl: 'https://evil.test' });
    await readData(window);
    await failureOf(window.tokenManager.refresh(id));
    assert.deepEqual(sent, [auth, api]);
  });

  it('get nothing from the process that refreshes, which looks again under the lock', async () => {
    put();
    const tools = world.refreshTools(() => assert.fail('sent'));
    const job = world.job({ sessionId: id, authUrl: 'https://evil.test/x' });
    const outcome = await refreshSession(job, tools, new AbortController().signal);
    assert.deepEqual(outcome, { kind: 'other-address', origins: [auth, api], url: 'https://evil.test/x' });
  });

  describe('are asked about', () => {
    it('once, by the window that a person looks at, and no is what nobody answers', async () => {
      put();
      const [first, second] = [open(), open()];
      await watch(second);
      await move({ authUrl: 'https://evil.test', baseUrl: 'https://evil.test' });
      await watch(first, false);
      await watch(open());
      const question = `fleet: ${auth}, ${api} → https://evil.test`;
      assert.deepEqual(questions(), [question]);
      await failureOf(second.tokenManager.refresh(id));
      await move({ authUrl: 'https://worse.test', baseUrl: api });
      assert.deepEqual(questions(), [question, `fleet: ${auth} → https://worse.test, ${api}`]);
      assert.deepEqual(sent, []);
    });

    it('not by a window that nobody looks at', async () => {
      put();
      entry.authUrl = 'https://evil.test';
      await watch(open(), false);
      assert.deepEqual(questions(), []);
    });

    it('after which yes lets tokens and secret go there, from every window, and back', async () => {
      const before = put();
      const [first, second] = [open(), open()];
      await second.sessions.reload();
      await watch(first);
      fake.answers.push('Send There');
      const moved = { authUrl: 'https://new.test/auth', baseUrl: 'https://new.test/api' };
      await move(moved);
      assert.deepEqual(world.stored(id), { ...before, origins: [auth, api, 'https://new.test'] });
      await second.watch.look();
      await readData(second);
      await second.tokenManager.refresh(id);
      await move({ authUrl: auth, baseUrl: api });
      await first.tokenManager.refresh(id);
      await move(moved);
      assert.deepEqual(sent, ['https://new.test', 'https://new.test', auth]);
      assert.equal(questions().length, 1);
    });

    it('where there is a client secret and no session', async () => {
      await watch(open());
      await move({ authUrl: 'https://evil.test' });
      assert.deepEqual(questions(), [`fleet: ${auth} → https://evil.test, ${api}`]);
      await secrets.set('fleet', `other-${canary}`, 'https://evil.test/');
      assert.equal(await environments.clientSecret(await environments.resolve('fleet')), `other-${canary}`);
    });

    it('where the secret is in a variable, because there is no keyring, and VS Code has started again', async () => {
      const store = world.secrets.window();
      Object.assign(store.faults, { get: 'reject', store: 'reject', delete: 'reject' });
      const start = () => {
        const settings = {
          selected: () => 'fleet',
          entries: () => ({ fleet: entry }),
          leadingVersion: () => '3' as const,
          onDidChange: settingsChanged.event,
        };
        const variables = { VEHICLE_DATA_CLIENT_SECRET_FLEET: `variable-${canary}` };
        const bound = new ClientSecrets(store, variables, memento, () => ['fleet']);
        environments = new Environments(settings, bound, { addresses: () => assert.fail('no sandbox') });
      };
      memory.clear();
      const secretNow = async () => environments.clientSecret(await environments.resolve('fleet'));
      start();
      assert.equal(await secretNow(), `variable-${canary}`);
      entry.authUrl = 'https://evil.test';
      start();
      assert.match((await failureOf(secretNow())).message, /now points to https:\/\/evil\.test\./);
      await watch(open());
      await move({});
      assert.deepEqual(questions(), [`fleet: ${auth} → https://evil.test, ${api}`]);
      await environments.allowSecret(await environments.resolve('fleet'));
      start();
      assert.equal(await secretNow(), `variable-${canary}`);
    });

    it('not while they are half written', async () => {
      put();
      await watch(open());
      await move({ authUrl: 'https:' });
      assert.deepEqual(questions(), []);
    });
  });

  it('keep the session of the old ones where an owner connects at the new ones', async () => {
    const old = put();
    const window = open();
    const { id: _, generation: __, ...connected } = storedSession(world.time.now(), { environment: 'fleet' });
    const other = await window.register({ ...connected, origins: ['https://new.test'] });
    assert.notEqual(other.id, id);
    assert.deepEqual(world.stored(id), old);
    // By the label, VS Code remembers what extensions may use.
    assert.equal(other.account.label, `${old.account.label} 2`);
    const again = await window.register({ ...connected, origins: [auth, api] });
    assert.deepEqual([again.id, again.account], [id, old.account]);
  });

  it('keep a locked session where an owner of the same ID connects at the new ones', async () => {
    put();
    const stored = world.rows.texts.get(`session ${id}`);
    world.secrets.values.clear();
    const window = open();
    const { id: _, generation: __, ...connected } = storedSession(world.time.now(), { environment: 'fleet' });
    const other = await window.register({ ...connected, origins: ['https://new.test'] });
    assert.notEqual(other.id, id);
    assert.equal(world.rows.texts.get(`session ${id}`), stored);
    const again = await window.register({ ...connected, origins: [auth, api] });
    assert.equal(again.id, id);
  });
});
