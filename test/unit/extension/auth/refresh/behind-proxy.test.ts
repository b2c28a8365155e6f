import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { noProbe } from '../../../../../src/extension/auth/refresh/fault-point.ts';
import { HelperRefresher } from '../../../../../src/extension/auth/refresh/helper-refresher.ts';
import { InProcessRefresher } from '../../../../../src/extension/auth/refresh/in-process-refresher.ts';
import type { Refresher, RefreshJob, RefreshOutcome } from '../../../../../src/extension/auth/refresh/refresher.ts';
import { steadyTime } from '../../../../../src/extension/auth/refresh/steady-time.ts';
import { CrossProcessLock } from '../../../../../src/extension/auth/sessions/session-lock.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { keyText, newKey, sealSession } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { SessionDatabase } from '../../../../../src/extension/auth/sessions/session-database.ts';
import { SessionStore } from '../../../../../src/extension/auth/sessions/session-store.ts';
import { readRecord } from '../../../../../src/extension/auth/sessions/session-record.ts';
import { systemClock } from '../../../../../src/common/clock.ts';
import { systemScheduler } from '../../../../../src/common/scheduler.ts';
import type { NetworkRoute } from '../../../../../src/service/model/network-route.ts';
import type { RequestReport } from '../../../../../src/service/model/request-report.ts';
import { authority, servePrivately } from '../../../service/http/private-service.ts';
import { closedPort, closeProxies, listenLocally, startProxy } from '../../../service/http/proxies.ts';
import { assertNoSecretSeen, canary, storedSession } from '../support.ts';

const entry = path.join(import.meta.dirname, '../../../../../src/extension/auth/refresh/refresh-helper.ts');
const id = 'sandbox.one';
const impatient = { ...documentTiming, preflightMs: 300 };

/** The real helper process, with real proxies and a service of a private authority that only they reach. */
describe('a refresh behind a proxy', () => {
  let directory: string;
  let store: SessionStore;
  let job: RefreshJob;
  let sent: string[];
  let answer: RequestListener;
  let servicePort: number;
  let here: RefreshOutcome[];
  let reports: RequestReport[];

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'proxy-'));
    store = new SessionStore(new SessionDatabase(directory));
    [sent, here, reports] = [[], [], []];
    const key = newKey();
    await store.put(id, sealSession(storedSession(Date.now(), { id }), key));
    job = {
      folder: directory,
      sessionId: id,
      generation: 1,
      isRecovery: false,
      key: { id: key.id, base64: keyText(key) },
      authUrl: 'https://service.test',
      credentials: { clientId: 'client', clientSecret: canary },
      timing: documentTiming,
    };
    answer = (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          access_token: `a${canary}`,
          refresh_token: `r${canary}`,
          token_type: 'Bearer',
          expires_in: 7200,
        }),
      );
    };
    servicePort = await servePrivately((request, response) => {
      if (request.method === 'HEAD') return void response.end();
      void text(request).then((body) => {
        sent.push(body);
        answer(request, response);
      });
    });
  });
  afterEach(async () => {
    await closeProxies();
    await rm(directory, { recursive: true, maxRetries: 5 });
    assertNoSecretSeen();
  });

  /** What the window does where the helper can't. */
  const fallback: Refresher = {
    refresh: () => {
      const outcome: RefreshOutcome = { kind: 'busy' };
      here.push(outcome);
      return Promise.resolve(outcome);
    },
  };

  function refresh(route: NetworkRoute | undefined): Promise<RefreshOutcome> {
    const onRequest = (report: RequestReport) => void reports.push(report);
    const options = { entry, userAgent: 'test/1', route: () => Promise.resolve(route), onRequest };
    const refresher = new HelperRefresher(options, fallback, systemScheduler);
    return refresher.refresh(job, new AbortController().signal);
  }

  async function generation(): Promise<number | undefined> {
    const record = readRecord((await store.session(id)) ?? '');
    return record?.kind === 'sealed' ? record.header.generation : undefined;
  }

  it('goes through the proxy in the helper, with its credentials', async () => {
    const proxy = await startProxy({ to: servicePort, credentials: 'user:pass' });
    const route = { proxy: proxy.url.replace('//', '//user:pass@'), certificates: [authority] };
    assert.deepEqual(await refresh(route), { kind: 'renewed', generation: 2 });
    assert.deepEqual([sent.length, here.length, await generation()], [1, 0, 2]);
    assert.deepEqual(new Set(proxy.asked), new Set(['service.test:443']));
    assert.deepEqual(
      reports.map(({ method, status, requestHeaders }) => [method, status, requestHeaders['user-agent']]),
      [['POST', 200, 'test/1']],
    );
    const said = JSON.stringify(reports);
    for (const secret of [canary, btoa(`client:${canary}`)]) assert.ok(!said.includes(secret), said);
  });

  it('goes to a service of a private authority in the helper, without a proxy', async () => {
    job = { ...job, authUrl: `https://localhost:${servicePort}` };
    assert.deepEqual(await refresh({ certificates: [authority] }), { kind: 'renewed', generation: 2 });
    assert.equal(here.length, 0);
  });

  it('stays with the helper where the check has no answer in time: the service is as slow to the window', async () => {
    const port = await listenLocally(
      createServer((request, response) => {
        if (request.method !== 'HEAD') answer(request, response);
      }),
    );
    job = { ...job, authUrl: `http://127.0.0.1:${port}`, timing: impatient };
    assert.deepEqual(await refresh({}), { kind: 'renewed', generation: 2 });
    assert.equal(here.length, 0);
  });

  for (const [what, route] of [
    ['wants credentials that it has not', async () => (await startProxy({ to: servicePort, credentials: 'a:b' })).url],
    ['refuses', async () => (await startProxy({ status: 502 })).url],
    ['hangs', async () => (await startProxy('silent')).url],
    ['closes the connection', async () => (await startProxy('closes')).url],
    ['is not there', async () => `http://127.0.0.1:${await closedPort()}`],
    ['is none that it can use', () => Promise.resolve('socks://127.0.0.1:1080')],
  ] as const) {
    it(`is left to the window where the proxy ${what}, with nothing sent`, async () => {
      job = { ...job, timing: impatient };
      const outcome = await refresh({ proxy: await route(), certificates: [authority] });
      assert.deepEqual([outcome, here.length, sent, await generation()], [{ kind: 'busy' }, 1, [], 1]);
    });
  }

  it('is left to the window where the authority is unknown to the helper, with nothing sent', async () => {
    const proxy = await startProxy({ to: servicePort });
    await refresh({ proxy: proxy.url });
    assert.deepEqual([here.length, sent], [1, []]);
  });

  it('never goes around a proxy that nobody could name: no helper is asked then', async () => {
    // One that the helper would reach.
    const port = await listenLocally(
      createServer((request, response) => {
        sent.push(request.url ?? '');
        answer(request, response);
      }),
    );
    job = { ...job, authUrl: `http://127.0.0.1:${port}` };
    await refresh(undefined);
    assert.deepEqual([here.length, sent], [1, []]);
  });

  for (const [what, behavior] of [
    ['hangs', 'silent'],
    ['closes the connection', 'closes'],
    ['refuses', { status: 503 }],
  ] as const) {
    it(`is given up by the window at once where the proxy ${what}: nothing was sent, so nothing may be spent`, async () => {
      const proxy = await startProxy(behavior);
      job = { ...job, timing: impatient };
      const tries: string[] = [];
      const refresher = new InProcessRefresher({
        store,
        lock: new CrossProcessLock(directory, systemScheduler),
        tokenEndpoint: { refresh: () => Promise.reject(new Error(`sent ${tries.push('')} times`)) },
        // VS Code's goes the same way, and can't tell why there is no answer.
        fetch: (_url, init) =>
          new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error()))),
        route: () => Promise.resolve({ proxy: proxy.url }),
        sendsInDoubt: true,
        clock: systemClock,
        elapsed: steadyTime(),
        scheduler: systemScheduler,
        probe: noProbe,
      });
      const outcome = await refresher.refresh(job, new AbortController().signal);
      assert.equal(outcome.kind, 'unreachable');
      assert.ok('message' in outcome && outcome.message.includes(new URL(proxy.url).host));
      assert.equal(outcome.details.sent, false);
      assert.deepEqual(tries, []);
      assert.equal(await store.intent(id), undefined, 'no other window is to take anything over');
    });
  }
});
