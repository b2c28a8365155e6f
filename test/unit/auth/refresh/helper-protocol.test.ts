import assert from 'node:assert/strict';
import { readReply, withoutSecrets } from '../../../../src/auth/refresh/helper-protocol.ts';
import type { RequestReport } from '../../../../src/service/model/request-report.ts';
import { canary } from '../support.ts';

describe('What a window and its refresh helper say to each other', () => {
  const reply = {
    outcome: { kind: 'renewed', generation: 3 },
    requests: [{ status: 200 }],
    log: [{ level: 'warn', message: 'slow' }],
  };

  it('is a reply in one line', () => {
    assert.deepEqual(readReply(JSON.stringify(reply)), reply);
  });

  it('is nothing where it is no JSON, or has no outcome that exists', () => {
    for (const line of ['', '{"outcome":', 'null', '7', '{}', '{"outcome":null}', '{"outcome":{"kind":"done"}}']) {
      assert.equal(readReply(line), undefined, line);
    }
  });

  it('is the outcome alone where requests and log are missing, or no lists', () => {
    const { outcome } = reply;
    for (const others of [{}, { requests: 5, log: 'text' }, { requests: { length: 1 }, log: null }]) {
      assert.deepEqual(readReply(JSON.stringify({ outcome, ...others })), { outcome, requests: [], log: [] });
    }
  });

  it('loses what is no request and no line of a log', () => {
    const odd = [null, 'text', 7, { level: 'constructor', message: 'no' }, ...reply.log];
    const requests = [null, 'text', ...reply.requests];
    assert.deepEqual(readReply(JSON.stringify({ ...reply, requests, log: odd })), reply);
  });

  it('tells of a request all that the journal shows, and no secret', () => {
    const open: RequestReport = {
      operation: 'refresh-tokens',
      method: 'POST',
      url: 'http://auth.test/oauth/token',
      requestHeaders: { Accept: 'application/json' },
      startedAt: 1,
      durationMs: 2,
      status: 200,
      responseHeaders: { 'sc-request-id': 'x' },
      bytes: 3,
      requestId: 'x',
      failure: undefined,
    };
    for (const name of ['Authorization', 'authorization', 'AUTHORIZATION']) {
      const requestHeaders = { ...open.requestHeaders, [name]: `Basic ${canary}` };
      const told = withoutSecrets({ ...open, requestHeaders, body: `refresh_token=${canary}` } as RequestReport);
      assert.deepEqual(told, open);
    }
  });
});
