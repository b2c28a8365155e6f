import assert from 'node:assert/strict';
import {
  reachCertainly,
  reachService,
  reachThroughProxy,
  sendRefresh,
} from '../../../../../src/extension/auth/refresh/send-refresh.ts';
import type { TokenEndpoint, TokenPair } from '../../../../../src/service/oauth/token-endpoint.ts';
import { closedPort, closeProxies, startProxy } from '../../../service/http/proxies.ts';
import { failureOf, failures, logged, FakeTime, pair, serviceError, storedSession } from '../support.ts';
import { sendWithResends } from '../../../../../src/extension/auth/refresh/send-with-resends.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';

const target = { authUrl: 'http://auth.test/base', credentials: { clientId: 'client', clientSecret: 'secret' } };
type Refresh = TokenEndpoint['refresh'];

/** Ends as the endpoint does when its signal ends it. */
const untilStopped: Refresh = (_where, _who, _token, signal) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(serviceError({ kind: 'cancelled' })), { once: true });
  });

describe('sendRefresh', () => {
  const send = (refresh: Refresh, deadlineMs: number, signal = new AbortController().signal) =>
    sendRefresh({ refresh }, target, 'token', deadlineMs, signal);

  it('sends where and as whom it is told, and returns the pair', async () => {
    const tokens = pair(0);
    const asked: unknown[] = [];
    const refresh: Refresh = (...told) => {
      asked.push(...told.slice(0, 3));
      return Promise.resolve(tokens);
    };
    assert.equal(await send(refresh, 1000), tokens);
    assert.deepEqual(asked, [{ authUrl: target.authUrl }, target.credentials, 'token']);
  });

  it('calls it a timeout, and perhaps sent, when the deadline is over', async () => {
    const { kind, turn, sent, nextStep } = await failureOf(send(untilStopped, 5));
    assert.deepEqual(
      { kind, turn, sent, nextStep },
      { kind: 'timeout', turn: 'retry', sent: true, nextStep: 'Try again later.' },
    );
  });

  it('ends as cancelled when the caller stops it', async () => {
    const stop = new AbortController();
    const work = send(untilStopped, 60_000, stop.signal);
    stop.abort();
    assert.equal((await failureOf(work)).kind, 'cancelled');
  });
});

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
    await reachService(answer, target.authUrl, 1000);
    assert.deepEqual(asked, ['http://auth.test/', 'HEAD', 'manual', false]);
    assert.equal(isCancelled, true);
    await reachService(() => Promise.resolve(new Response(null)), target.authUrl, 1000);
  });

  it('tells what certainly can not be reached from what may have been', async () => {
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    });
    const error = await failureOf(reachService(() => Promise.reject(refused), target.authUrl, 1000));
    assert.equal(error.sent, false);
  });
});

describe('a service behind a proxy', () => {
  afterEach(closeProxies);
  const authUrl = 'https://service.test';
  /** VS Code's goes the same way, and can't tell why there is no answer. */
  const silent: typeof fetch = (_url, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('no answer'))));

  it('is not reached where the proxy can’t be, which is named', async () => {
    const host = `127.0.0.1:${await closedPort()}`;
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    });
    const route = { proxy: `http://user:word@${host}` };
    const { message, sent } = await failureOf(reachService(() => Promise.reject(refused), authUrl, 1000, route));
    assert.ok(message.startsWith(`The proxy ${host} opened no connection`), message);
    assert.equal(sent, false);
  });

  it('is not reached certainly where the proxy refuses, and in doubt where it does not', async () => {
    const { url } = await startProxy({ status: 503 });
    const refused = await failureOf(reachCertainly(silent, authUrl, 100, { proxy: url }));
    assert.match(refused.message, /^The proxy .* refused .*HTTP 503/);
    assert.equal(refused.sent, false);
    const open = await startProxy('connects and closes');
    const { sent } = await failureOf(reachCertainly(silent, authUrl, 100, { proxy: open.url }));
    assert.equal(sent, true);
  });

  it('may be reached through a proxy that wants credentials: VS Code may have them', async () => {
    const { url, asked } = await startProxy({ status: 407 });
    await reachThroughProxy({ proxy: url }, authUrl, 1000);
    assert.deepEqual(asked, ['service.test:443']);
  });
});

describe('renew', () => {
  let time: FakeTime;
  let deadlines: number[];
  let stop: AbortController;

  beforeEach(() => {
    [time, deadlines, stop] = [new FakeTime(), [], new AbortController()];
    logged.length = 0;
  });

  function run(script: readonly (() => Promise<TokenPair>)[]) {
    const steps = [...script];
    const session = storedSession(time.now());
    const tools = {
      send: (_token: string, deadlineMs: number) => {
        deadlines.push(deadlineMs);
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

  it('gives later sends more time', async () => {
    const timeouts = Array.from({ length: 4 }, () => fails(failures.timeout()));
    assert.equal((await run(timeouts)).kind, 'renewed');
    assert.deepEqual(deadlines, [10_000, 10_000, 10_000, 20_000, 30_000]);
  });

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
    assert.equal(deadlines.length, 1);
  });
});
