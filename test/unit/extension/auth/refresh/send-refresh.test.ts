import assert from 'node:assert/strict';
import {
  reachCertainly,
  reachService,
  reachThroughProxy,
} from '../../../../../src/extension/auth/refresh/send-refresh.ts';
import type { TokenPair } from '../../../../../src/service/oauth/token-endpoint.ts';
import { closedPort, closeProxies, startProxy } from '../../../service/http/proxies.ts';
import { failureOf, failures, logged, FakeTime, pair, serviceError, storedSession } from '../support.ts';
import { sendWithResends } from '../../../../../src/extension/auth/refresh/send-with-resends.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';

const authUrl = 'http://auth.test/base';

describe('reachService', () => {
  it('asks the origin for nothing, and follows nothing', async () => {
    const asked: unknown[] = [];
    let isCancelled = false;
    const body = new ReadableStream({ cancel: () => void (isCancelled = true) });
    const answer: typeof fetch = (url, init) => {
      const { method, redirect, signal } = init ?? {};
      asked.push(new Request(url).url, method, redirect, signal?.aborted);
      return Promise.resolve(new Response(body, { status: 404 }));
    };
    await reachService(answer, authUrl, 1000);
    assert.deepEqual(asked, ['http://auth.test/', 'HEAD', 'manual', false]);
    assert.equal(isCancelled, true);
    await reachService(() => Promise.resolve(new Response(null)), authUrl, 1000);
  });

  it('tells what certainly can not be reached from what may have been', async () => {
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    });
    const error = await failureOf(reachService(() => Promise.reject(refused), authUrl, 1000));
    assert.equal(error.sent, false);
  });
});

describe('a service behind a proxy', () => {
  afterEach(closeProxies);
  const behind = 'https://service.test';
  /** VS Code's goes the same way, and can't tell why there is no answer. */
  const silent: typeof fetch = (_url, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('no answer'))));

  it('is not reached where the proxy can’t be, which is named', async () => {
    const host = `127.0.0.1:${await closedPort()}`;
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    });
    const route = { proxy: `http://user:word@${host}` };
    const { message, sent } = await failureOf(reachService(() => Promise.reject(refused), behind, 1000, route));
    assert.ok(message.startsWith(`The proxy ${host} opened no connection`), message);
    assert.equal(sent, false);
  });

  it('is not reached certainly where the proxy refuses, and in doubt where it does not', async () => {
    const { url } = await startProxy({ status: 503 });
    const refused = await failureOf(reachCertainly(silent, behind, 100, { proxy: url }));
    assert.match(refused.message, /^The proxy .* refused .*HTTP 503/);
    assert.equal(refused.sent, false);
    const open = await startProxy('connects and closes');
    const { sent } = await failureOf(reachCertainly(silent, behind, 100, { proxy: open.url }));
    assert.equal(sent, true);
  });

  it('may be reached through a proxy that wants credentials: VS Code may have them', async () => {
    const { url, asked } = await startProxy({ status: 407 });
    await reachThroughProxy({ proxy: url }, behind, 1000);
    assert.deepEqual(asked, ['service.test:443']);
  });
});

describe('renew', () => {
  let time: FakeTime;
  let sends: number;
  let stop: AbortController;

  beforeEach(() => {
    [time, sends, stop] = [new FakeTime(), 0, new AbortController()];
    logged.length = 0;
  });

  function run(script: readonly (() => Promise<TokenPair>)[]) {
    const steps = [...script];
    const session = storedSession(time.now());
    const tools = {
      send: () => {
        sends += 1;
        return (steps.shift() ?? (() => Promise.resolve(pair(time.now()))))();
      },
      elapsed: () => time.now(),
      scheduler: time,
    };
    const reread = () => Promise.resolve(session);
    const work = sendWithResends(session, reread, undefined, documentTiming, tools, stop.signal);
    return time.runUntil(work);
  }

  const fails = (error: Error) => () => Promise.reject(error);

  it('waits as long as the service asks', async () => {
    const start = time.now();
    await run([fails(serviceError({ kind: 'oauth', status: 503, retryAfterSeconds: 30 }))]);
    assert.equal(time.now() - start, 30_000);
  });

  it('says what happened to each send, without what the service said', async () => {
    await run([
      fails(failures.lostAnswer()),
      fails(failures.serverError()),
      fails(failures.invalidGrant()),
      fails(new TypeError('who knows')),
    ]);
    assert.deepEqual(
      logged.map((line) => line.replace(/^warn Refresh of session sandbox\.one: /, '')),
      ['ambiguous, network', 'ambiguous, oauth, 500', 'refused, oauth, 400, invalid_grant', 'ambiguous'],
    );
  });

  it('ends with the reason of whoever stops it, and sends no more', async () => {
    const reason = new Error('signed out');
    const stopped = run([
      () => {
        stop.abort(reason);
        return Promise.reject(failures.invalidClient());
      },
    ]);
    await assert.rejects(stopped, reason);
    assert.equal(sends, 1);
  });
});
