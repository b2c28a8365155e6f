import assert from 'node:assert/strict';
import { SessionClients } from '../../../../../src/extension/auth/provider/session-clients.ts';
import type { Version2End } from '../../../../../src/extension/auth/provider/version-2-end.ts';
import type { SessionInfo, SessionLack, Sessions } from '../../../../../src/extension/auth/sessions/session-info.ts';
import { setClock, systemClock } from '../../../../../src/common/clock.ts';
import { ServiceClient } from '../../../../../src/service/service-client.ts';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import { drain, failureOf, stagingEnvironment, storedSession } from '../support.ts';

const v2 = { ...stagingEnvironment, authUrl: 'https://auth.test', baseUrl: 'https://data.test' };
const v3 = { ...v2, version: '3' as const, baseUrl: 'https://vehicle.test' };
const notFound = () => Response.json({ type: 'VALIDATION', code: null, description: 'No.' }, { status: 404 });
const html = (status: number) => () => new Response('<html>', { status, headers: { 'content-type': 'text/html' } });
const connections = () => Response.json({ data: [], meta: { totalCount: 0 } });
const capacity = () => Response.json({ capacity: null, availableCapacities: [], url: null });

describe('the end of version 2.0', () => {
  let now: number;
  let sent: string[];
  /** What each host answers, by the end of the path. */
  let second: (path: string) => Response;
  let third: (path: string) => Response;
  let lacks: (SessionLack | undefined)[];
  let end: Version2End;
  let clients: SessionClients;

  beforeEach(() => {
    now = 1_000;
    sent = [];
    lacks = [];
    second = capacity;
    third = connections;
    const { account, scopes } = storedSession(0);
    const session: SessionInfo = {
      ...{ id: 's', environment: 'staging', account, scopes, state: 'fresh', hasTokens: true, ownerId: account.id },
      ...{ accessTokenExpiresAt: 0, refreshTokenExpiresAt: 0 },
    };
    const sessions: Sessions = {
      onDidChange: () => ({ dispose: () => undefined }),
      list: () => Promise.resolve([{ ...session, lack: lacks.at(-1) }]),
      accessToken: () => Promise.resolve('token'),
      ofToken: () => Promise.resolve(undefined),
      noteLack: (_id, lack) => void lacks.push(lack),
      adoptOwner: () => Promise.resolve(),
    };
    const service = new ServiceClient({
      fetch: (input) => {
        const { hostname, pathname } = new URL(new Request(input).url);
        sent.push(`${hostname}${pathname}`);
        const answer = hostname === 'data.test' ? second : third;
        return Promise.resolve().then(() => answer(pathname));
      },
      userAgent: 'test',
    });
    const environments = {
      versions: () => Promise.resolve(['3', '2.0'] as const),
      resolve: (_name: string, version?: string) => Promise.resolve(version === '3' ? v3 : v2),
    };
    clients = new SessionClients(service, sessions, environments);
    ({ end } = clients);
    setClock({ now: () => now });
  });

  afterEach(() => setClock(systemClock));

  const other = () => clients.otherCapacity('s', 'v', new AbortController().signal);

  const noHost = () => {
    throw Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) });
  };
  for (const [what, answer] of Object.entries({
    '410': html(410),
    '404 of every path': notFound,
    'a page': html(200),
    'no host': noHost,
  })) {
    it(`is ${what}: nothing more is sent, and the account says since when`, async () => {
      second = answer;
      const known = new Promise((resolve) => end.onDidChange(resolve));
      await failureOf(other());
      await known;
      await drain();
      assert.equal(end.since('staging'), 1_000);
      assert.equal(lacks.length, 1);
      assert.equal(lacks[0]?.since, 1_000);
      assert.equal(lacks[0].error.remedy, 'explain-version');
      sent.length = 0;
      assert.equal(await other(), undefined);
      assert.deepEqual(sent, []);
    });
  }

  it('is not a vehicle that is not known, an outage of everything, or an error of the service', async () => {
    second = (path) => (path.endsWith('/user') ? Response.json({ id: 'o' }) : notFound());
    await failureOf(other());
    await drain();
    now += 60_000;
    second = third = noHost;
    await failureOf(other());
    await drain();
    now += 60_000;
    third = connections;
    second = () => Response.json({ type: 'SERVER' }, { status: 500 });
    await failureOf(other());
    await drain();
    assert.equal(end.since('staging'), undefined);
    assert.deepEqual(lacks, []);
  });

  it('is looked into once a minute at most', async () => {
    second = third = html(404);
    for (let count = 0; count < 5; count++) {
      await failureOf(other());
      await drain();
    }
    assert.equal(sent.filter((each) => each.endsWith('/user')).length, 1);
  });

  it('is asked again once with a manual refresh, and stays as it is until it answers', async () => {
    second = html(410);
    await failureOf(other());
    await drain();
    sent.length = 0;
    end.askAgain();
    assert.equal(await other(), undefined);
    assert.deepEqual(sent, ['data.test/v2.0/user']);
    assert.equal(lacks.length, 1);
    second = capacity;
    end.askAgain();
    assert.ok(await other(), 'asked by the same refresh');
    await drain();
    assert.deepEqual(lacks.at(-1), undefined);
  });

  it('is looked into again after a minute where there was no host, and not where the service said so', async () => {
    for (const [answer, isBack] of [
      [noHost, true],
      [html(410), false],
    ] as const) {
      now += 60_000;
      second = answer;
      await failureOf(other());
      await drain();
      second = capacity;
      sent.length = 0;
      now += 59_999;
      assert.equal(await other(), undefined);
      assert.deepEqual(sent, []);
      now += 1;
      await other();
      await end.asked();
      assert.equal(end.since('staging') === undefined, isBack);
    }
  });

  it('is asked once by a manual refresh where there was no host, too', async () => {
    second = noHost;
    await failureOf(other());
    await drain();
    sent.length = 0;
    end.askAgain();
    assert.equal(await other(), undefined);
    await end.asked();
    assert.deepEqual(sent, ['data.test/v2.0/user']);
  });

  it('is what a request of version 2.0 fails with that is wanted nonetheless', async () => {
    second = html(410);
    await failureOf(other());
    await drain();
    sent.length = 0;
    const error = await failureOf(clients.of('s', undefined, '2.0').nominalCapacity('v'));
    assert.match(error.message, /^Version 2\.0 no longer answers/);
    assert.deepEqual(sent, []);
  });

  it('leaves what else the account lacks as it is, when version 2.0 answers again', async () => {
    second = html(410);
    await failureOf(other());
    await drain();
    const details = { kind: 'input', turn: 'developer', nextStep: '', sent: false } as const;
    const lack = { error: new ServiceError('Not connected by version 3.', details) };
    lacks.push(lack);
    second = capacity;
    end.askAgain();
    await end.asked();
    await drain();
    assert.equal(lacks.at(-1), lack);
  });
});
