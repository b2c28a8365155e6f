import assert from 'node:assert/strict';
import { sendWithResends } from '../../../../../src/extension/auth/refresh/send-with-resends.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import type { TokenPair } from '../../../../../src/service/oauth/token-endpoint.ts';
import { FakeTime, failures, pair, serviceError, storedSession } from '../support.ts';

describe('renew', () => {
  let time: FakeTime;
  let deadlines: number[];
  let logged: string[];
  let stop: AbortController;

  beforeEach(() => {
    [time, deadlines, logged, stop] = [new FakeTime(), [], [], new AbortController()];
  });

  function run(script: readonly (() => Promise<TokenPair>)[]) {
    const note = (message: string) => void logged.push(message);
    const steps = [...script];
    const session = storedSession(time.now());
    const tools = {
      send: (_token: string, deadlineMs: number) => {
        deadlines.push(deadlineMs);
        return (steps.shift() ?? (() => Promise.resolve(pair(time.now()))))();
      },
      elapsed: () => time.now(),
      scheduler: time,
      log: { debug: note, info: note, warn: note, error: note },
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
      logged.map((line) => line.replace(/^Refresh of session sandbox\.one: /, '')),
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
