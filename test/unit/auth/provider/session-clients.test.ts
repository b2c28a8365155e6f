import assert from 'node:assert/strict';
import { SessionClients } from '../../../../src/auth/provider/session-clients.ts';
import { newSessionId } from '../../../../src/auth/sessions/stored-session.ts';
import type { Sessions } from '../../../../src/auth/sessions/session-info.ts';
import { LazyService } from '../../../../src/service/lazy-service.ts';
import { ServiceError } from '../../../../src/service/model/errors.ts';
import { storedSession } from '../support.ts';

/** Names that are hard to tell apart, and one that would be another address if it were pasted into one. */
const names = ['staging', 'staging.', 'Staging', 'a/b%2F..'];
const host = (name: string) => `https://e${names.indexOf(name)}.test`;
const tokenOf = (sessionId: string) => `token of ${sessionId}`.replaceAll(/[^\w]/g, '-');

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
    idOf: () => assert.fail('no token is shown here'),
  };
  const gone = new Set<string>();
  const environments = {
    onDidChange: () => ({ dispose: () => undefined }),
    // Whatever is selected, requests follow their session.
    current: () => 'Staging',
    names: () => names,
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
  const service = new LazyService({
    fetch: (input, init) => {
      sent.push(`${new URL(new Request(input).url).origin} ${new Headers(init?.headers).get('Authorization')}`);
      return Promise.resolve(Response.json({ id: 'owner' }));
    },
    clock: { now: () => 0 },
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

  it('looks the addresses up anew for each request of a client', async () => {
    const { clients, ids, gone, sent } = build();
    const [id = ''] = ids;
    const client = clients.of(id);
    await client.user();
    gone.add('staging');
    await assert.rejects(client.user(), /It is gone/);
    assert.equal(sent.length, 1);
  });
});
