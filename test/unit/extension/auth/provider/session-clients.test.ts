import assert from 'node:assert/strict';
import { SessionClients } from '../../../../../src/extension/auth/provider/session-clients.ts';
import { newSessionId } from '../../../../../src/extension/auth/sessions/stored-session.ts';
import type { SessionInfo, Sessions } from '../../../../../src/extension/auth/sessions/session-info.ts';
import { ServiceClient } from '../../../../../src/service/service-client.ts';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import { failureOf, stagingEnvironment, storedSession } from '../support.ts';

/** Names that are hard to tell apart, and one that would be another address if it were pasted into one. */
const names = ['staging', 'staging.', 'Staging', 'a/b%2F..'];
const host = (name: string) => `https://e${names.indexOf(name)}.test`;
const tokenOf = (sessionId: string) => `token of ${sessionId}`.replaceAll(/[^\w]/g, '-');

const noHost = () => {
  throw Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) });
};

/** Sessions in several environments, and where their requests go. */
function build() {
  const sent: string[] = [];
  const ids = names.map(newSessionId);
  /** Those that are still connected. */
  const connected = new Set(ids);
  const sessions: Sessions = {
    onDidChange: () => ({ dispose: () => undefined }),
    list: () =>
      Promise.resolve(
        ids
          .filter((id) => connected.has(id))
          .map((id) => {
            const { account, scopes } = storedSession(0);
            const environment = names[ids.indexOf(id)] ?? '';
            return {
              id,
              environment,
              account,
              scopes,
              state: 'fresh',
              accessTokenExpiresAt: 0,
              refreshTokenExpiresAt: 0,
            };
          }),
      ),
    accessToken: (id) => Promise.resolve(tokenOf(id)),
    ofToken: () => assert.fail('no token is shown here'),
    noteLack: () => undefined,
    adoptOwner: () => assert.fail('no owner is looked for here'),
  };
  const gone = new Set<string>();
  const environments = {
    onDidChange: () => ({ dispose: () => undefined }),
    // Whatever is selected, requests follow their session.
    current: () => 'Staging',
    names: () => names,
    versions: () => Promise.resolve(['2.0'] as const),
    resolve: (name: string) =>
      gone.has(name)
        ? Promise.reject(
            new ServiceError('It is gone.', { kind: 'input', turn: 'developer', nextStep: '', sent: false }),
          )
        : Promise.resolve({
            name,
            authUrl: host(name),
            baseUrl: host(name),
            connectUrl: host(name),
            clientId: 'client',
            redirectUri: 'http://localhost:0/callback',
            scopes: [],
          }),
    clientSecret: () => Promise.resolve('secret'),
    secretOrigins: () => Promise.resolve([]),
    allowSecret: () => Promise.resolve(),
  };
  const service = new ServiceClient({
    fetch: (input, init) => {
      sent.push(`${new URL(new Request(input).url).origin} ${new Headers(init?.headers).get('Authorization')}`);
      return Promise.resolve(Response.json({ id: 'owner' }));
    },
    userAgent: 'test',
    onRequest: () => undefined,
    onDecision: () => undefined,
  });
  return { clients: new SessionClients(service, sessions, environments), ids, connected, gone, sent };
}

describe('SessionClients', () => {
  const expected = (ids: readonly string[]) => ids.map((id, index) => `https://e${index}.test Bearer ${tokenOf(id)}`);

  it('sends each session’s token to the addresses of its own environment, also side by side', async () => {
    const { clients, ids, sent } = build();
    await Promise.all(ids.map((id) => clients.of(id).user()));
    assert.deepEqual(sent.toSorted(), expected(ids).toSorted());
  });

  it('knows the environment of a session that is gone by its id', async () => {
    const { clients, ids, connected } = build();
    connected.clear();
    assert.deepEqual(await Promise.all(ids.map((id) => clients.environmentOf(id))), names);
  });

  it('sends nothing anywhere once the environment is gone', async () => {
    const { clients, ids, gone, sent } = build();
    names.forEach((name) => gone.add(name));
    for (const id of ids) await assert.rejects(clients.of(id).user(), /It is gone/);
    assert.deepEqual(sent, []);
  });

  describe('in version 3', () => {
    async function of(state: SessionInfo['state'], version: '2.0' | '3') {
      const sent: string[] = [];
      const rejected: (string | undefined)[] = [];
      const { account, scopes } = storedSession(0);
      const times = { accessTokenExpiresAt: 0, refreshTokenExpiresAt: 0 };
      const session: SessionInfo = {
        id: 's',
        environment: 'staging',
        account,
        scopes,
        state,
        hasTokens: state !== 'application',
        ...times,
      };
      const sessions: Sessions = {
        onDidChange: () => ({ dispose: () => undefined }),
        list: () => Promise.resolve([session]),
        accessToken: (_id, old) => {
          rejected.push(old);
          return Promise.resolve('token-of-application');
        },
        ofToken: (token) => Promise.resolve(token === 'proof' ? { id: 's', version: '3' } : undefined),
        noteLack: () => undefined,
        adoptOwner: () => Promise.resolve(),
      };
      const environment = { ...stagingEnvironment, version, baseUrl: 'https://data.test' };
      const service = new ServiceClient({
        fetch: (_input, init) => {
          const headers = new Headers(init?.headers);
          sent.push(`${headers.get('authorization')} ${headers.get('sc-user-id')}`);
          return Promise.resolve(
            Response.json({ errors: [{ type: 'AUTHENTICATION', code: 'UNAUTHORIZED' }] }, { status: 401 }),
          );
        },
        userAgent: 'test',
      });
      const clients = new SessionClients(service, sessions, {
        versions: () => Promise.resolve([version]),
        resolve: () => Promise.resolve(environment),
      });
      return { clients, sent, rejected, owner: account.id, ofToken: await clients.ofToken('proof') };
    }

    it('sends the application’s token and the owner’s ID, for whoever shows the session’s proof as well', async () => {
      const { clients, ofToken, sent, rejected, owner } = await of('application', '3');
      await failureOf(clients.of('s').nominalCapacity('v'));
      await failureOf(ofToken.nominalCapacity('v'));
      assert.deepEqual(new Set(sent), new Set([`Bearer token-of-application ${owner}`]));
      assert.deepEqual(rejected, [undefined, 'token-of-application', undefined, 'token-of-application']);
    });

    describe('for a session that was connected by version 2.0 alone', () => {
      const v2 = { ...stagingEnvironment, authUrl: 'https://auth.test', baseUrl: 'https://data.test' };
      const v3 = {
        ...stagingEnvironment,
        version: '3' as const,
        authUrl: 'https://iam.test',
        baseUrl: 'https://vehicle.test',
      };

      function build({ environment = v3, user = () => Response.json({ id: 'the-owner' }), origins = [] as string[] }) {
        const sent: string[] = [];
        const adopted: unknown[] = [];
        const { account, scopes } = storedSession(0);
        let session: SessionInfo = {
          ...{ id: 's', environment: 'staging', account, scopes, state: 'fresh', hasTokens: true },
          ...{ origins: ['https://auth.test', 'https://data.test', ...origins] },
          ...{ accessTokenExpiresAt: 0, refreshTokenExpiresAt: 0 },
        };
        const sessions: Sessions = {
          onDidChange: () => ({ dispose: () => undefined }),
          list: () => Promise.resolve([session]),
          accessToken: (_id, _rejected, version) => Promise.resolve(`token-of-${version}`),
          ofToken: () => Promise.resolve(undefined),
          noteLack: () => undefined,
          adoptOwner: (id, ownerId, added) => {
            adopted.push([id, ownerId, added]);
            session = { ...session, ownerId, origins: [...(session.origins ?? []), ...added] };
            return Promise.resolve();
          },
        };
        const service = new ServiceClient({
          fetch: (input, init) => {
            const headers = new Headers(init?.headers);
            const { origin, pathname } = new URL(new Request(input).url);
            sent.push(`${origin} ${headers.get('authorization')} ${headers.get('sc-user-id')}`);
            return Promise.resolve(
              pathname.endsWith('/user') ? user() : Response.json({ errors: [] }, { status: 404 }),
            );
          },
          userAgent: 'test',
        });
        const clients = new SessionClients(service, sessions, {
          versions: () => Promise.resolve(['2.0', '3']),
          resolve: (_name, version) => Promise.resolve(version === '3' ? environment : v2),
        });
        return { read: () => failureOf(clients.of('s', undefined, '3').nominalCapacity('v')), sent, adopted };
      }

      it('reads the owner’s ID once by version 2.0, at addresses that are known', async () => {
        const { read, sent, adopted } = build({ origins: ['https://vehicle.test', 'https://iam.test'] });
        await Promise.all([read(), read()]);
        await read();
        const [asked, ...others] = sent;
        assert.equal(asked, 'https://data.test Bearer token-of-2.0 null');
        assert.deepEqual(new Set(others), new Set(['https://vehicle.test Bearer token-of-3 the-owner']));
        assert.deepEqual(adopted, [['s', 'the-owner', ['https://iam.test', 'https://vehicle.test']]]);
      });

      it('needs no question at the public addresses, and sends nothing to any others', async () => {
        const publicly = { ...v3, authUrl: 'https://iam.smartcar.com', baseUrl: 'https://vehicle.api.smartcar.com' };
        const allowed = build({ environment: publicly });
        await allowed.read();
        assert.equal(allowed.adopted.length, 1);
        for (const other of [
          v3,
          { ...publicly, baseUrl: 'https://evil.test' },
          { ...publicly, authUrl: 'https://evil.test' },
        ]) {
          const { read, sent, adopted } = build({ environment: other });
          assert.match((await read()).message, /now points to/);
          assert.deepEqual([sent, adopted], [[], []]);
        }
      });

      it('takes the ID of the account where version 2.0 is gone, and stores none where it fails for now', async () => {
        const origins = ['https://vehicle.test', 'https://iam.test'];
        const gone = build({ origins, user: () => Response.json({ type: 'VALIDATION' }, { status: 404 }) });
        await gone.read();
        assert.deepEqual(gone.adopted.length, 1);
        assert.match(gone.sent.at(-1) ?? '', /token-of-3 owner-1$/);
        const page = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
        for (const user of [() => Response.json({ type: 'SERVER' }, { status: 500 }), page, noHost]) {
          const failing = build({ origins, user });
          // What fails is version 3, which answers 404 here.
          assert.equal((await failing.read()).status, 404);
          assert.deepEqual(failing.adopted, []);
          assert.match(failing.sent.at(-1) ?? '', /token-of-3 owner-1$/);
        }
      });
    });
  });
});
